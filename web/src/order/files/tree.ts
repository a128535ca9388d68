/** The tree as rows: what is open of it, in the order it is shown. */
import type { SandboxFile } from "./files-api";

export interface TreeRow {
  readonly file: SandboxFile;
  readonly depth: number;
  readonly isOpen: boolean;
}

export type Folders = ReadonlyMap<string, readonly SandboxFile[]>;

const byKindAndName = (one: SandboxFile, other: SandboxFile): number =>
  Number(other.kind === "directory") - Number(one.kind === "directory") || one.name.localeCompare(other.name);

export function rowsOf(folders: Folders, open: ReadonlySet<string>, folder = "", depth = 0): TreeRow[] {
  return (folders.get(folder) ?? []).toSorted(byKindAndName).flatMap((file) => {
    const isOpen = file.kind === "directory" && open.has(file.path);
    const row = { file, depth, isOpen };
    return isOpen ? [row, ...rowsOf(folders, open, file.path, depth + 1)] : [row];
  });
}

export const parentOf = (path: string): string => path.split("/").slice(0, -1).join("/");
export const nameOf = (path: string): string => path.split("/").at(-1) ?? path;
export const inFolder = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

export const STATES: Readonly<Record<string, { readonly letter: string; readonly word: string }>> = {
  modified: { letter: "M", word: "modified" },
  added: { letter: "A", word: "added" },
  untracked: { letter: "U", word: "new" },
  deleted: { letter: "D", word: "deleted" },
  conflicted: { letter: "!", word: "in conflict" },
  ignored: { letter: "", word: "ignored by git" },
};

/** The tree as rows: what is open of it, in the order it is shown. */
import type { SandboxFile } from "./files-api";

export interface TreeRow {
  readonly file: SandboxFile;
  readonly depth: number;
  readonly isOpen: boolean;
}

export type Folders = ReadonlyMap<string, readonly SandboxFile[]>;

const names = new Intl.Collator(undefined, { numeric: true });

export const isFolder = ({ kind }: Pick<SandboxFile, "kind">): boolean => kind === "directory" || kind === "submodule";

/** Folders first. Sorted once, when it is read: a folder may hold many thousands. */
export const inOrder = (files: readonly SandboxFile[]): SandboxFile[] =>
  files.toSorted((one, other) => Number(isFolder(other)) - Number(isFolder(one)) || names.compare(one.name, other.name));

export function rowsOf(folders: Folders, open: ReadonlySet<string>, folder = "", depth = 0): TreeRow[] {
  return (folders.get(folder) ?? []).flatMap((file) => {
    const isOpen = isFolder(file) && open.has(file.path);
    const row = { file, depth, isOpen };
    return isOpen ? [row, ...rowsOf(folders, open, file.path, depth + 1)] : [row];
  });
}

// eslint-disable-next-line no-control-regex
const MISLEADING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\uef80-\uefff]/g;

/** A name or path as it may be shown: line ends, marks that turn the text round and bytes that are no text are seen as such. */
export const shownName = (text: string): string => text.replace(MISLEADING, "\ufffd");

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

/** Changed files under their folders, as a list with headings. */

export interface TreeFolder<F> {
  readonly folder: string;
  readonly files: readonly F[];
}

export function byFolder<F extends { readonly path: string }>(files: readonly F[]): TreeFolder<F>[] {
  const folders = new Map<string, F[]>();
  for (const file of [...files].sort((a, b) => compare(a.path, b.path))) {
    const folder = folderOf(file.path);
    const inside = folders.get(folder);
    if (inside === undefined) folders.set(folder, [file]);
    else inside.push(file);
  }
  return [...folders].map(([folder, inside]) => ({ folder, files: inside }));
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function compare(a: string, b: string): number {
  return compareText(folderOf(a), folderOf(b)) || compareText(nameOf(a), nameOf(b));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import type { Schemas } from "@/client/api";

type FileDiff = Schemas["FileDiffModel"];

export interface FilePair {
  path: string;
  left: FileDiff | undefined;
  right: FileDiff | undefined;
}

/** Every file either attempt touched, the other's version beside it. */
export function paired(left: readonly FileDiff[], right: readonly FileDiff[]): FilePair[] {
  const paths = [...new Set([...left, ...right].map((file) => file.path))].toSorted();
  const of = (files: readonly FileDiff[], path: string) => files.find((file) => file.path === path);
  return paths.map((path) => ({ path, left: of(left, path), right: of(right, path) }));
}

/** Names typed with commas, put to those that are there. undefined where none is new. */
export function withNames(there: readonly string[], typed: string): string[] | undefined {
  const names = typed.split(",").map((name) => name.trim()).filter(Boolean);
  const all = [...new Set([...there, ...names])];
  return all.length > there.length ? all : undefined;
}

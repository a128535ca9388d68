/** The language of a file, by its name. */
const BY_EXTENSION: Record<string, string> = {
  ts: "typescript", tsx: "typescript", mts: "typescript", js: "javascript", jsx: "javascript", mjs: "javascript",
  py: "python", rb: "ruby", rs: "rust", go: "go", java: "java", kt: "kotlin", swift: "swift", c: "c", h: "c",
  cpp: "cpp", cc: "cpp", hpp: "cpp", cs: "csharp", php: "php", sh: "bash", bash: "bash", zsh: "bash", sql: "sql",
  css: "css", scss: "scss", less: "less", html: "xml", xml: "xml", svg: "xml", json: "json", yaml: "yaml", yml: "yaml",
  toml: "ini", ini: "ini", md: "markdown", diff: "diff", lua: "lua", r: "r", pl: "perl", graphql: "graphql",
};

export function languageOf(path: string): string | null {
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  if (name === "makefile") return "makefile";
  return BY_EXTENSION[name.split(".").at(-1) ?? ""] ?? null;
}

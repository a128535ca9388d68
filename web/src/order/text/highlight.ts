/** A light, line-wise highlighter: enough to read a diff by, in any common language. */

export type TokenKind = "k" | "s" | "n" | "f" | "t" | "c";
export interface Token {
  readonly kind: TokenKind | undefined;
  readonly text: string;
}

type Family = "code" | "python" | "shell" | "markup" | "data" | "css" | "sql" | "plain";

const FAMILIES: Readonly<Record<string, Family>> = {
  ts: "code", tsx: "code", js: "code", jsx: "code", mjs: "code", cjs: "code", typescript: "code", javascript: "code",
  java: "code", kt: "code", kotlin: "code", scala: "code", go: "code", rs: "code", rust: "code", c: "code", h: "code",
  cpp: "code", cc: "code", hpp: "code", cs: "code", csharp: "code", swift: "code", php: "code", dart: "code", proto: "code", groovy: "code",
  py: "python", python: "python", pyi: "python", rb: "python", ruby: "python", ex: "python", exs: "python", nim: "python",
  sh: "shell", bash: "shell", zsh: "shell", shell: "shell", console: "shell", dockerfile: "shell", makefile: "shell", mk: "shell",
  yml: "data", yaml: "data", toml: "data", ini: "data", cfg: "data", conf: "data", env: "data", json: "data", jsonc: "data", tf: "data", hcl: "data",
  html: "markup", xml: "markup", svg: "markup", vue: "markup", svelte: "markup",
  css: "css", scss: "css", less: "css",
  sql: "sql",
};

const KEYWORDS: Readonly<Record<Family, string>> = {
  code: "abstract as async await bool boolean break case catch chan char class const continue crate default defer delete do double else enum export extends extern false final finally float fn for from func function go if impl implements import in instanceof int interface internal is let long loop match mod module mut namespace new nil null number object of operator override package private protected pub public readonly ref return self short signed static string struct super switch template this throw throws trait true try type typeof undefined union unsafe unsigned use using val var virtual void volatile when where while with yield",
  python: "and as assert async await begin break case class continue def defp defmodule del do elif else elsif end ensure except False finally for from global if import in is lambda match module next nil None nonlocal not or pass raise require rescue return self then True true false try unless until when while with yield",
  shell: "case do done echo elif else esac exit export fi for function if in local read return set shift source then unset until while ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM LABEL RUN USER VOLUME WORKDIR",
  markup: "",
  data: "true false null yes no on off",
  css: "important media supports import layer keyframes from to and not",
  sql: "select from where insert into values update set delete create table alter drop index view join left right inner outer on as and or not null is in like between group by order having limit offset union all distinct primary key foreign references default unique case when then else end begin commit rollback with",
  plain: "",
};
const keywordSets = new Map<Family, ReadonlySet<string>>();

const COMMENT: Readonly<Record<Family, string>> = {
  code: "\\/\\/.*$|\\/\\*.*?(?:\\*\\/|$)|^\\s*\\*(?:\\s.*|\\/)?$",
  python: "#.*$",
  shell: "(?:^|(?<=\\s))#.*$",
  markup: "<!--.*?(?:-->|$)",
  data: "(?:^|(?<=\\s))[#;].*$|(?:^|(?<=\\s))\\/\\/.*$",
  css: "\\/\\*.*?(?:\\*\\/|$)",
  sql: "--.*$",
  plain: "$^",
};
const STRING = "\"(?:[^\"\\\\]|\\\\.)*(?:\"|$)|'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*(?:`|$)";
const NUMBER = "\\b(?:0[xX][\\da-fA-F_]+|\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\\b";
const WORD = "[A-Za-z_$][\\w$]*";
const patterns = new Map<Family, RegExp>();
const LONGEST_LINE = 2_000;

export function familyOf(pathOrLanguage: string): Family {
  const name = pathOrLanguage.slice(pathOrLanguage.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return FAMILIES[extension] ?? FAMILIES[name] ?? "plain";
}

export function highlightLine(line: string, family: Family): readonly Token[] {
  if (family === "plain" || line.length > LONGEST_LINE) return [{ kind: undefined, text: line }];
  const tokens: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(patternOf(family))) {
    if (match.index > at) tokens.push({ kind: undefined, text: line.slice(at, match.index) });
    at = match.index + match[0].length;
    tokens.push({ kind: kindOf(match, family, line.slice(at)), text: match[0] });
  }
  if (at < line.length) tokens.push({ kind: undefined, text: line.slice(at) });
  return tokens;
}

function patternOf(family: Family): RegExp {
  const known = patterns.get(family);
  if (known !== undefined) return known;
  const pattern = new RegExp(`(${COMMENT[family]})|(${STRING})|(${NUMBER})|(${WORD})`, "g");
  patterns.set(family, pattern);
  return pattern;
}

function kindOf(match: RegExpMatchArray, family: Family, after: string): TokenKind | undefined {
  if (match[1] !== undefined) return "c";
  if (match[2] !== undefined) return family === "data" && /^\s*:/.test(after) ? "f" : "s";
  if (match[3] !== undefined) return "n";
  const word = match[4] ?? "";
  if (keywordsOf(family).has(family === "sql" ? word.toLowerCase() : word)) return "k";
  if (family === "data") return /^\s*[:=]/.test(after) ? "f" : undefined;
  if (family === "css") return /^\s*:/.test(after) ? "f" : undefined;
  if (family === "markup") return undefined;
  if (/^\s*\(/.test(after)) return "f";
  return /^[A-Z][a-z0-9]/.test(word) && family !== "shell" ? "t" : undefined;
}

function keywordsOf(family: Family): ReadonlySet<string> {
  const known = keywordSets.get(family);
  if (known !== undefined) return known;
  const words = new Set(KEYWORDS[family].split(" "));
  keywordSets.set(family, words);
  return words;
}

/** The tokens of a line, cut at the borders of a span, for marks inside a line. */
export function cutAt(tokens: readonly Token[], from: number, to: number): { before: Token[]; inside: Token[]; after: Token[] } {
  const before: Token[] = [];
  const inside: Token[] = [];
  const after: Token[] = [];
  let at = 0;
  for (const token of tokens) {
    const end = at + token.text.length;
    const slice = (start: number, stop: number): Token => ({ kind: token.kind, text: token.text.slice(start - at, stop - at) });
    if (at < from) before.push(slice(at, Math.min(end, from)));
    if (end > from && at < to) inside.push(slice(Math.max(at, from), Math.min(end, to)));
    if (end > to) after.push(slice(Math.max(at, to), end));
    at = end;
  }
  return { before, inside, after };
}

/** Code as coloured pieces, without markup of its own. Loaded when the first code is shown. */
import { common, createLowlight } from "lowlight";

export interface Piece {
  text: string;
  className: string | null;
}

const lowlight = createLowlight(common);

const CLASSES: Record<string, string> = {
  "hljs-keyword": "k",
  "hljs-built_in": "t",
  "hljs-type": "t",
  "hljs-string": "s",
  "hljs-regexp": "s",
  "hljs-number": "n",
  "hljs-literal": "n",
  "hljs-title": "f",
  "hljs-attr": "f",
  "hljs-attribute": "f",
  "hljs-name": "k",
  "hljs-tag": "k",
  "hljs-comment": "c",
  "hljs-quote": "c",
  "hljs-meta": "c",
  "hljs-addition": "s",
  "hljs-deletion": "k",
};

type Tree = ReturnType<typeof lowlight.highlight>;
type Child = Tree["children"][number];

const LONGEST = 50_000;

export function highlight(code: string, language: string | null): Piece[] {
  if (!language || code.length > LONGEST || !lowlight.registered(language)) return [{ text: code, className: null }];
  const pieces: Piece[] = [];
  for (const child of lowlight.highlight(language, code).children) collect(child, null, pieces);
  return pieces;
}

function collect(node: Child, inherited: string | null, into: Piece[]): void {
  if (node.type === "text") {
    into.push({ text: node.value, className: inherited });
    return;
  }
  if (node.type !== "element") return;
  const names = node.properties["className"];
  const own = Array.isArray(names) ? names.map((name) => CLASSES[String(name)]).find(Boolean) : undefined;
  for (const child of node.children) collect(child as Child, own ?? inherited, into);
}

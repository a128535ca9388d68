/** Which word under the caret wants completion: `/command` at the start of a line, `@file` anywhere. */
export interface Wanted {
  kind: "command" | "file";
  text: string;
  from: number;
  to: number;
}

export function wantedAt(value: string, caret: number): Wanted | null {
  const from = Math.max(value.lastIndexOf(" ", caret - 1), value.lastIndexOf("\n", caret - 1)) + 1;
  const word = value.slice(from, caret);
  if (word.startsWith("@")) return { kind: "file", text: word.slice(1), from, to: caret };
  const isLineStart = from === 0 || value[from - 1] === "\n";
  if (isLineStart && /^\/[\w:-]*$/.test(word)) return { kind: "command", text: word.slice(1), from, to: caret };
  return null;
}

export function completed(value: string, wanted: Wanted, choice: string): { value: string; caret: number } {
  const inserted = `${wanted.kind === "file" ? "@" : "/"}${choice} `;
  const rest = value.slice(wanted.to).replace(/^ /, "");
  return { value: value.slice(0, wanted.from) + inserted + rest, caret: wanted.from + inserted.length };
}

/** Where the caret is, within the text area. */
export function caretPlace(area: HTMLTextAreaElement, index: number): { left: number; top: number } {
  const mirror = document.createElement("div");
  const style = getComputedStyle(area);
  for (const name of ["font", "padding", "width", "lineHeight", "letterSpacing", "fontFeatureSettings"] as const) mirror.style[name] = style[name];
  Object.assign(mirror.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap", overflowWrap: "break-word" });
  mirror.textContent = area.value.slice(0, index);
  const mark = document.createElement("span");
  mark.textContent = "\u200b";
  mirror.append(mark);
  document.body.append(mirror);
  const place = { left: mark.offsetLeft, top: mark.offsetTop + mark.offsetHeight - area.scrollTop };
  mirror.remove();
  return place;
}

/** Marks what was found in what is on the screen, where the browser can do it without touching the page. */

const NAME = "found";

export function markFound(root: HTMLElement | null, wanted: string): void {
  const highlights = globalThis.CSS?.highlights as HighlightRegistry | undefined;
  if (highlights === undefined) return;
  highlights.delete(NAME);
  const needle = wanted.trim().toLocaleLowerCase();
  if (root === null || needle === "") return;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? "").toLocaleLowerCase();
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
    }
  }
  highlights.set(NAME, new Highlight(...ranges));
}

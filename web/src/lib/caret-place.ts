/** Where a character is, within its text area. */
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

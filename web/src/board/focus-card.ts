/** The keyboard's way over the board. */

const cardsIn = (column: Element | undefined): HTMLElement[] =>
  [...(column?.querySelectorAll<HTMLElement>("[data-task]") ?? [])].toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);

const find = (id: string): HTMLElement | null => document.querySelector(`[data-task="${CSS.escape(id)}"]`);

/** true where the key is one that moves the focus. */
export function focusBeside(key: string, id: string): boolean {
  const card = find(id);
  const column = card?.closest("[data-column]");
  if (!card || !column) return false;
  const own = cardsIn(column);
  const at = own.indexOf(card);
  const vertical = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
  if (vertical) {
    own[at + vertical]?.focus();
    return true;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step) return false;
  const columns = [...document.querySelectorAll("[data-column]")];
  for (let next = columns.indexOf(column) + step; next >= 0 && next < columns.length; next += step) {
    const cards = cardsIn(columns[next]);
    const beside = cards[Math.min(at, cards.length - 1)];
    if (!beside) continue;
    beside.focus();
    break;
  }
  return true;
}

const FOR_MS = 1500;

/** As soon as it is there, and again where it is drawn anew: a card that has just moved is. */
export function focusCard(id: string, until = performance.now() + FOR_MS): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) find(id)?.focus();
    const isElsewhere = !isLost && document.activeElement !== find(id);
    if (!isElsewhere && performance.now() < until) focusCard(id, until);
  });
}

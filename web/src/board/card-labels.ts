const ROOM = 18;

/** As many labels as a card has room to name in full, but always the first; the others are counted. */
export function cardLabels(labels: readonly string[]): { named: readonly string[]; others: readonly string[] } {
  let room = ROOM;
  const count = labels.findIndex((label, index) => (room -= label.length + 2) < 0 && index > 0);
  return count < 0 ? { named: labels, others: [] } : { named: labels.slice(0, count), others: labels.slice(count) };
}

/** +118 −4, with the words for those who listen. */
export function LineCounts({ added, removed }: { readonly added: number | undefined; readonly removed: number | undefined }) {
  if (added === undefined && removed === undefined) return undefined;
  return (
    <span className="xs num nw counts">
      <span className={added ? "plus" : "t3"} aria-label={`${added ?? 0} lines added`}>{`+${added ?? 0}`}</span>{" "}
      <span className={removed ? "minus" : "t3"} aria-label={`${removed ?? 0} removed`}>{`−${removed ?? 0}`}</span>
    </span>
  );
}

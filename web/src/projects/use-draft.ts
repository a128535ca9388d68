import { useState } from "react";

type Texts = Readonly<Record<string, string>>;

const differ = (one: Texts, other: Texts): boolean => Object.keys(one).some((name) => one[name] !== other[name]);

/** Texts being written. What somebody else saves meanwhile is taken over, unless one has written there oneself. */
export function useDraft<T extends Texts>(saved: T) {
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState(saved);
  const isChanged = differ(draft, base);
  const begin = (from: T) => {
    setBase(from);
    setDraft(from);
  };
  if (differ(saved, base) && (!isChanged || !differ(saved, draft))) begin(saved);
  return {
    draft,
    set: (changes: Partial<T>) => setDraft({ ...draft, ...changes }),
    isChanged,
    isOvertaken: isChanged && differ(saved, base),
    takeTheirs: () => begin(saved),
    keepMine: () => setBase(saved),
    settled: begin,
  };
}

import { useState } from "react";
import { withoutEscapes } from "../../text/escapes";

const SHOWN_LINES = 16;

/** Output as text, sixteen lines of it until asked for more. */
export function Output({ text, label }: { readonly text: string; readonly label: string }) {
  const [all, setAll] = useState(false);
  const lines = withoutEscapes(text).replace(/\n+$/, "").split("\n");
  const isLong = lines.length > SHOWN_LINES;
  const shown = all || !isLong ? lines : lines.slice(0, SHOWN_LINES);
  return (
    <>
      <pre tabIndex={0} aria-label={label}>{shown.join("\n")}</pre>
      {isLong && (
        <button type="button" className="more" onClick={() => setAll(!all)}>
          {all ? "Show less" : `Show all ${lines.length} lines`}
        </button>
      )}
    </>
  );
}

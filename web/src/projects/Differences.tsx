/** What differs between two versions, field by field; texts of several lines by their lines. */
import type { Difference } from "@/client/models";
import { lineDiff, withContext } from "@/lib/line-diff";
import { fieldWords } from "./field-words";

const SIGNS = { same: " ", add: "+", del: "−" } as const;

export function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p className="t3 sm">Nothing differs.</p>;
  return (
    <dl className="cfg-d">
      {differences.map(({ field, before, after }) => (
        <div key={field}>
          <dt title={field}>{fieldWords(field)}</dt>
          <dd className="mono">
            {withContext(lineDiff(textOf(before), textOf(after)), 2).map((line, index) =>
              line === undefined ? (
                <span key={index} className="t3">
                  …
                </span>
              ) : (
                <span key={index} className={line.kind}>
                  <span className="sg" aria-label={line.kind === "add" ? "added" : line.kind === "del" ? "removed" : undefined}>
                    {SIGNS[line.kind]}
                  </span>
                  {line.text}
                </span>
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join("\n");
  return JSON.stringify(value, null, 2);
}

import { useMemo, useState } from "react";
import { changedSpans } from "../../changes/intraline";
import { lineDiff, withContext, type LineChange } from "@/lib/line-diff";
import { languageOf } from "@/ui/language";
import { MarkedLine } from "../../text/MarkedLine";
import type { FileEdit } from "../tool-calls";

const CONTEXT = 2;
const SHOWN_LINES = 16;

/** What a tool call changed in a file. */
export function EditView({ edit }: { readonly edit: FileEdit }) {
  const [all, setAll] = useState(false);
  const lines = useMemo(() => withContext(lineDiff(edit.oldText, edit.newText), CONTEXT), [edit]);
  const shown = all ? lines : lines.slice(0, SHOWN_LINES);
  const language = languageOf(edit.path);
  return (
    <div className="edit" tabIndex={0} role="region" aria-label={`Changes in ${edit.path}`}>
      <div className="u-rows">
        {shown.map((line, index) => (line === undefined ? <div key={index} className="u-gap" /> : <Line key={index} line={line} language={language} against={neighbour(lines, index)} />))}
      </div>
      {lines.length > SHOWN_LINES && (
        <button type="button" className="more" onClick={() => setAll(!all)}>
          {all ? "Show less" : `Show all ${lines.length} lines`}
        </button>
      )}
    </div>
  );
}

const SIGNS = { same: "", add: "+", del: "−" } as const;

interface LineProps {
  readonly line: LineChange;
  readonly language: string | null;
  readonly against: LineChange | undefined;
}

function Line({ line, language, against }: LineProps) {
  const spans = against === undefined ? undefined : line.kind === "del" ? changedSpans(line.text, against.text)?.before : changedSpans(against.text, line.text)?.after;
  return (
    <div className={`u-row ${line.kind === "same" ? "" : line.kind}`}>
      <span className="ln">{line.kind === "add" ? "" : line.old}</span>
      <span className="ln">{line.kind === "del" ? "" : line.new}</span>
      <span className="sg">{SIGNS[line.kind]}</span>
      <code><MarkedLine text={line.text} language={language} mark={spans} /></code>
    </div>
  );
}

/** One line that took the place of one other: only there are marks inside the line worth it. */
function neighbour(lines: readonly (LineChange | undefined)[], index: number): LineChange | undefined {
  const line = lines[index];
  const other = line?.kind === "del" ? lines[index + 1] : line?.kind === "add" ? lines[index - 1] : undefined;
  const beyond = line?.kind === "del" ? lines[index + 2] : lines[index - 2];
  const behind = line?.kind === "del" ? lines[index - 1] : lines[index + 1];
  const isPair = other !== undefined && other.kind !== "same" && other.kind !== line?.kind;
  return isPair && beyond?.kind !== other.kind && behind?.kind !== line?.kind ? other : undefined;
}

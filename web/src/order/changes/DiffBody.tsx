import { Fragment, memo, useMemo, useState, type MouseEvent, type ReactNode } from "react";
import { languageOf } from "@/ui/language";
import { MarkedLine } from "../text/MarkedLine";
import { changedSpans } from "./intraline";
import { counterparts, splitRows, type DiffLine, type Hunk } from "./patch";

export interface LineRange {
  readonly side: "old" | "new";
  readonly from: number;
  readonly to: number;
}

interface DiffBodyProps {
  readonly path: string;
  readonly hunks: readonly Hunk[];
  readonly split: boolean;
  readonly onComment: (range: LineRange) => void;
  /** What stands under a line: saved comments and the one being written. */
  readonly under: (side: "old" | "new", line: number) => ReactNode;
}

const SHOWN_LINES = 600;

export const DiffBody = memo(function DiffBody({ path, hunks, split, onComment, under }: DiffBodyProps) {
  const [all, setAll] = useState(false);
  const total = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const shown = all || total <= SHOWN_LINES ? hunks : firstLines(hunks, SHOWN_LINES);
  const drag = useDrag(onComment);
  return (
    <div className={`diff ${split ? "is-split" : "is-inline"}`} {...drag.handlers}>
      {shown.map((hunk) => (
        <Fragment key={`${hunk.oldStart}-${hunk.newStart}`}>
          <div className="d-hunk"><span aria-hidden>⋯</span>{`@@ ${hunk.newStart} @@ ${hunk.heading}`}</div>
          <HunkLines path={path} hunk={hunk} split={split} selected={drag.range} under={under} />
        </Fragment>
      ))}
      {shown !== hunks && <button type="button" className="more" onClick={() => setAll(true)}>{`Show all ${total} lines`}</button>}
    </div>
  );
});

function firstLines(hunks: readonly Hunk[], most: number): Hunk[] {
  const shown: Hunk[] = [];
  let left = most;
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push({ ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return shown;
}

interface HunkLinesProps {
  readonly path: string;
  readonly hunk: Hunk;
  readonly split: boolean;
  readonly selected: LineRange | undefined;
  readonly under: DiffBodyProps["under"];
}

function HunkLines({ path, hunk, split, selected, under }: HunkLinesProps) {
  const language = languageOf(path);
  const pairs = useMemo(() => counterparts(hunk.lines), [hunk.lines]);
  const code = (line: DiffLine) => <Code line={line} language={language} against={pairs.get(line)} />;
  if (!split) {
    return hunk.lines.map((line, index) => (
      <Fragment key={index}>
        <div className={`i-row ${line.kind}`}>
          <LineNumber line={line} side="old" selected={selected} />
          <LineNumber line={line} side="new" selected={selected} />
          <span className="sg" aria-hidden>{line.kind === "add" ? "+" : line.kind === "del" ? "−" : ""}</span>
          {code(line)}
        </div>
        {line.kind !== "add" && line.kind === "del" && under("old", line.old)}
        {line.kind !== "del" && under("new", line.new)}
      </Fragment>
    ));
  }
  return splitRows(hunk.lines).map(({ left, right }, index) => (
    <Fragment key={index}>
      <div className="d-row">
        {left === undefined ? <Void /> : <><LineNumber line={left} side="old" selected={selected} />{code(left)}</>}
        {right === undefined ? <Void /> : <><LineNumber line={right} side="new" selected={selected} />{code(right)}</>}
      </div>
      <UnderSplit
        left={left !== undefined && left.kind === "del" ? under("old", left.old) : undefined}
        right={right !== undefined && right.kind !== "del" ? under("new", right.new) : undefined}
      />
    </Fragment>
  ));
}

function UnderSplit({ left, right }: { readonly left: ReactNode; readonly right: ReactNode }) {
  if (left === undefined && right === undefined) return undefined;
  return (
    <div className="d-full">
      <div className={left === undefined ? "void" : ""}>{left}</div>
      <div className={right === undefined ? "void" : ""}>{right}</div>
    </div>
  );
}

function Void() {
  return <><span className="ln void" /><code className="void" /></>;
}

function LineNumber({ line, side, selected }: { readonly line: DiffLine; readonly side: "old" | "new"; readonly selected: LineRange | undefined }) {
  const number = side === "old" ? (line.kind === "add" ? undefined : line.old) : line.kind === "del" ? undefined : line.new;
  const tint = line.kind === "same" ? "" : line.kind;
  if (number === undefined) return <span className={`ln ${tint}`} />;
  if (side === "old" && line.kind === "same") return <span className={`ln ${tint}`}>{number}</span>;
  const isSelected = selected?.side === side && number >= Math.min(selected.from, selected.to) && number <= Math.max(selected.from, selected.to);
  return (
    <button type="button" tabIndex={-1} className={`ln ${tint} ${isSelected ? "sel" : ""}`} data-side={side} data-line={number} aria-label={`Comment on ${side === "old" ? "removed " : ""}line ${number}`}>
      {number}
    </button>
  );
}

interface CodeProps {
  readonly line: DiffLine;
  readonly language: string | null;
  readonly against: DiffLine | undefined;
}

const Code = memo(function Code({ line, language, against }: CodeProps) {
  const spans = against === undefined ? undefined : line.kind === "del" ? changedSpans(line.text, against.text)?.before : changedSpans(against.text, line.text)?.after;
  return (
    <code className={line.kind === "same" ? "" : line.kind}>
      <MarkedLine text={line.text === "" ? " " : line.text} language={language} mark={spans} />
    </code>
  );
});

/** A click on a line number is a comment on the line, a drag over several one on them all. */
function useDrag(onComment: (range: LineRange) => void) {
  const [range, setRange] = useState<LineRange>();
  const at = (event: MouseEvent): { side: "old" | "new"; line: number } | undefined => {
    const target = (event.target as HTMLElement).closest<HTMLElement>("[data-line]");
    const side = target?.dataset["side"];
    return target === null || (side !== "old" && side !== "new") ? undefined : { side, line: Number(target.dataset["line"]) };
  };
  const finish = () => {
    if (range === undefined) return;
    setRange(undefined);
    onComment({ side: range.side, from: Math.min(range.from, range.to), to: Math.max(range.from, range.to) });
  };
  return {
    range,
    handlers: {
      onMouseDown: (event: MouseEvent) => {
        const place = at(event);
        if (place === undefined || event.button !== 0) return;
        event.preventDefault();
        setRange({ side: place.side, from: place.line, to: place.line });
      },
      onMouseOver: (event: MouseEvent) => {
        const place = range === undefined ? undefined : at(event);
        if (range !== undefined && place?.side === range.side) setRange({ ...range, to: place.line });
      },
      onMouseUp: finish,
      onMouseLeave: () => setRange(undefined),
      onClick: (event: MouseEvent) => {
        const place = event.detail === 0 ? at(event) : undefined; // from the keyboard
        if (place !== undefined) onComment({ side: place.side, from: place.line, to: place.line });
      },
    },
  };
}

import { ChevronDown, ChevronRight, Copy, MessageSquare } from "lucide-react";
import { memo, useCallback, useMemo, type ReactNode } from "react";
import type { Schemas } from "@/client/api";
import { IconButton } from "@/ui/Button";
import { Checkbox } from "@/ui/fields";
import { Kbd } from "@/ui/Kbd";
import { LineCounts } from "../text/LineCounts";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { SavedComment, WriteComment } from "./CommentBox";
import { DiffBody, type LineRange } from "./DiffBody";
import { FindingBox } from "./FindingBox";
import type { PlacedFinding } from "./findings";
import { parsePatch, type Hunk } from "./patch";
import type { ReviewComment } from "./review";
import type { ViewedState } from "./use-review";

export type ChangedFile = Schemas["FileDiffModel"];

interface FileDiffProps {
  readonly file: ChangedFile;
  readonly split: boolean;
  readonly current: boolean;
  readonly open: boolean;
  readonly viewed: ViewedState;
  readonly comments: readonly ReviewComment[];
  readonly findings: readonly PlacedFinding[];
  readonly writing: LineRange | undefined;
  readonly onOpen: (open: boolean) => void;
  readonly onViewed: (viewed: boolean) => void;
  readonly onWrite: (range: LineRange | undefined) => void;
  readonly onKeep: (range: LineRange, quote: string, text: string) => void;
  readonly onChange: (id: string, text: string) => void;
  readonly onRemove: (id: string) => void;
  readonly onAsk: (finding: PlacedFinding) => void;
  readonly onDismiss: (finding: PlacedFinding) => void;
}

export const FileDiff = memo(function FileDiff(props: FileDiffProps) {
  const { file, open, viewed, comments, findings } = props;
  const hunks = useMemo(() => (open && file.patch ? parsePatch(file.patch) : []), [open, file.patch]);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className={`file ${props.current ? "cur" : ""}`} data-file={file.path} aria-label={file.path}>
      <div className="fh">
        <button type="button" className="fold-file" aria-expanded={open} aria-label={open ? `Fold ${file.path}` : `Open ${file.path}`} onClick={() => props.onOpen(!open)}>
          <Chevron className="i" size={13} aria-hidden />
        </button>
        <span className="mono b tr" title={file.path}>
          {file.old_path !== null && file.old_path !== file.path && <span className="t3">{`${file.old_path} → `}</span>}
          {file.path}
        </span>
        <IconButton label="Copy path" size="sm" onClick={() => void navigator.clipboard.writeText(file.path)}><Copy className="i" size={12} /></IconButton>
        <LineCounts added={file.lines_added} removed={file.lines_removed} />
        {findings.length > 0 && <span className="row g4 vio xs"><StatusGlyph glyph="review" size={12} label="Findings" />{findings.length}</span>}
        {comments.length > 0 && <span className="row g4 acc xs"><MessageSquare className="i" size={12} aria-hidden />{comments.length}</span>}
        <label className="push row g6 t2 viewed">
          <Checkbox checked={viewed === "yes"} onChange={props.onViewed} label={`Viewed ${file.path}`} />
          <span className="wide-only" aria-hidden>{viewed === "changed" ? "Changed since" : "Viewed"} {props.current && <Kbd keys="v" />}</span>
        </label>
      </div>
      {open && <Body {...props} hunks={hunks} />}
    </section>
  );
});

function Body({ file, split, hunks, comments, findings, writing, onWrite, onKeep, onChange, onRemove, onAsk, onDismiss }: FileDiffProps & { readonly hunks: readonly Hunk[] }) {
  const under = useCallback(
    (side: "old" | "new", line: number): ReactNode => {
      const here = comments.filter((comment) => comment.side === side && comment.to === line);
      const found = findings.filter(({ at }) => at?.side === side && at.to === line);
      const isWriting = writing?.side === side && writing.to === line;
      if (here.length === 0 && found.length === 0 && !isWriting) return undefined;
      return (
        <div className="under">
          {found.map((finding) => <FindingBox key={finding.key} placed={finding} onAsk={() => onAsk(finding)} onDismiss={() => onDismiss(finding)} />)}
          {here.map((comment) => <SavedComment key={comment.id} comment={comment} onChange={(text) => onChange(comment.id, text)} onRemove={() => onRemove(comment.id)} />)}
          {isWriting && <WriteComment range={writing} onKeep={(text) => onKeep(writing, quoted(hunks, writing), text)} onCancel={() => onWrite(undefined)} />}
        </div>
      );
    },
    [comments, findings, writing, hunks, onWrite, onKeep, onChange, onRemove, onAsk, onDismiss],
  );
  if (file.is_binary) return <p className="none">Binary file, not shown.</p>;
  if (file.patch === null) return <p className="none">Too large to show here. It is on the branch.</p>;
  if (hunks.length === 0) return <p className="none">{file.status === "renamed" ? "Renamed without other changes." : "No lines changed."}</p>;
  return (
    <>
      <DiffBody path={file.path} hunks={hunks} split={split} onComment={onWrite} under={under} />
      {file.truncated && <p className="none">Only the beginning is shown. All of it is on the branch.</p>}
    </>
  );
}

function quoted(hunks: readonly Hunk[], range: LineRange): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const number = (line: (typeof lines)[number]) => (range.side === "old" ? (line.kind === "add" ? -1 : line.old) : line.kind === "del" ? -1 : line.new);
  return lines.filter((line) => number(line) >= range.from && number(line) <= range.to).map((line) => line.text).join("\n");
}

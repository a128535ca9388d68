import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Columns2, GitCommitHorizontal, Pilcrow, Rows2, Send } from "lucide-react";
import { plural } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { Segmented } from "@/ui/fields";
import { Menu, MenuItem } from "@/ui/Menu";
import { useOrderPage } from "../order-context";
import { commitsQuery } from "../order-queries";
import { LineCounts } from "../text/LineCounts";
import type { DiffView } from "./ChangesTab";
import type { ChangedFile } from "./FileDiff";

interface ReviewBarProps {
  readonly files: readonly ChangedFile[];
  readonly commit: string | undefined;
  readonly onCommit: (sha: string | undefined) => void;
  /** undefined where there is no room for two columns. */
  readonly view: DiffView | undefined;
  readonly onView: (view: DiffView) => void;
  readonly ignoreWhitespace: boolean;
  readonly onIgnoreWhitespace: (ignore: boolean) => void;
  readonly viewed: number;
  readonly comments: number;
  readonly onSend: () => void;
}

export function ReviewBar(props: ReviewBarProps) {
  const { files, view, viewed, comments } = props;
  const added = files.reduce((sum, file) => sum + file.lines_added, 0);
  const removed = files.reduce((sum, file) => sum + file.lines_removed, 0);
  return (
    <div className="rbar">
      <CommitChoice commit={props.commit} onCommit={props.onCommit} />
      <span className="sm t3 num nw wide-only">{plural(files.length, "file")}</span>
      <LineCounts added={added} removed={removed} />
      <span className="row g6 sm t3 nw viewed-meter">
        <span className="meter" aria-hidden><i style={{ width: `${(100 * viewed) / Math.max(1, files.length)}%` }} /></span>
        <span className="num">{`${viewed} of ${files.length} viewed`}</span>
      </span>
      <span className="push row">
        {view !== undefined && (
          <Segmented
            label="How to show the diff"
            value={view}
            onChange={props.onView}
            choices={[
              { value: "split", label: <><Columns2 className="i" size={12} aria-hidden />Split</> },
              { value: "inline", label: <><Rows2 className="i" size={12} aria-hidden />Inline</> },
            ]}
          />
        )}
        <IconButton label={props.ignoreWhitespace ? "Show whitespace changes" : "Hide whitespace changes"} aria-pressed={props.ignoreWhitespace} className={props.ignoreWhitespace ? "on" : ""} onClick={() => props.onIgnoreWhitespace(!props.ignoreWhitespace)}>
          <Pilcrow className="i" size={14} />
        </IconButton>
        <Button variant="primary" icon={<Send className="i" size={13} aria-hidden />} disabled={comments === 0} onClick={props.onSend}>
          <span className="send-long">{`Send review to agent (${comments})`}</span>
          <span className="send-short" aria-hidden>{comments}</span>
        </Button>
      </span>
    </div>
  );
}

function CommitChoice({ commit, onCommit }: Pick<ReviewBarProps, "commit" | "onCommit">) {
  const { order } = useOrderPage();
  const { data: commits = [] } = useQuery(commitsQuery(order.agent_work_order_id));
  const chosen = commits.find((each) => each.sha === commit);
  const label = chosen === undefined ? (commits.length === 1 ? "1 commit" : `All ${commits.length} commits`) : chosen.sha.slice(0, 7);
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="chip" aria-label={`Commits: ${label}`}>
          <GitCommitHorizontal className="i" size={13} aria-hidden />
          <span className={chosen === undefined ? "" : "mono"}>{label}</span>
          <ChevronDown className="i" size={12} aria-hidden />
        </button>
      }
    >
      <MenuItem onSelect={() => onCommit(undefined)}>{`All ${commits.length} commits`}</MenuItem>
      {commits.toReversed().map((each) => (
        <MenuItem key={each.sha} onSelect={() => onCommit(each.sha)}>
          <span className="mono t3">{`${each.sha.slice(0, 7)} `}</span>{each.subject}
        </MenuItem>
      ))}
    </Menu>
  );
}

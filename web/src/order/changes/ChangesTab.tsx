import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useMedia } from "@/lib/hooks";
import { useStored } from "@/lib/stored";
import { Bone, EmptyState, ErrorState, Skeleton } from "@/ui/states";
import { isLive } from "@/ui/order-status";
import { useOrderPage } from "../order-context";
import { diffQuery } from "../order-queries";
import type { LineRange } from "./DiffBody";
import { FileDiff, type ChangedFile } from "./FileDiff";
import { FileTree } from "./FileTree";
import { byFolder } from "./file-tree";
import { LiveBar } from "./LiveBar";
import { SavedComment } from "./CommentBox";
import { ReviewBar } from "./ReviewBar";
import { ReviewSummary } from "./ReviewSummary";
import { useChangesKeys } from "./use-changes-keys";
import { useFindings } from "./use-findings";
import { useReview, useViewed } from "./use-review";

export type DiffView = "split" | "inline";

interface ChangesTabProps {
  readonly enlarged: boolean;
  readonly commit: string | undefined;
  readonly onCommit: (sha: string | undefined) => void;
}

export function ChangesTab({ enlarged, commit, onCommit }: ChangesTabProps) {
  const { order } = useOrderPage();
  const id = order.agent_work_order_id;
  const [view, setView] = useStored<DiffView>("shopfloor.diff-view", "split");
  const [ignoreWhitespace, setIgnoreWhitespace] = useStored("shopfloor.ignore-whitespace", false);
  const { data, error, refetch } = useQuery({ ...diffQuery(id, { sha: commit, ignoreWhitespace }), placeholderData: keepPreviousData });
  const files = useMemo(() => byFolder(data?.files ?? []).flatMap((folder) => folder.files), [data]);
  const review = useReview();
  const { newest, placed, ask, dismiss } = useFindings(id, files, data?.head_sha ?? null, review);
  const viewed = useViewed(id);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string>();
  const [writing, setWriting] = useState<{ path: string; range: LineRange }>();
  const list = useRef<HTMLDivElement>(null);
  const isWide = useMedia("(min-width: 1100px)");
  const canSplit = enlarged && isWide;

  const viewedOf = useCallback((file: ChangedFile) => viewed.stateOf(file.path, file.patch), [viewed]);
  const fold = (path: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(path);
    else next.delete(path);
    setFolded(next);
  };
  const mark = (file: ChangedFile, isViewed: boolean) => {
    viewed.set(file.path, file.patch, isViewed);
    fold(file.path, isViewed);
  };
  const show = (path: string) => {
    setCurrent(path);
    list.current?.querySelector(`[data-file="${CSS.escape(path)}"]`)?.scrollIntoView({ block: "start" });
  };
  useChangesKeys({
    files,
    current,
    show,
    toggleViewed: (file) => mark(file, viewedOf(file) !== "yes"),
    comment: (file) => {
      fold(file.path, false);
      const range = firstChange(file);
      if (range !== undefined) setWriting({ path: file.path, range });
    },
    send: () => void review.send(),
  });

  if (error !== null) return <ErrorState title="The changes could not be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className="pbody"><Skeleton><Bone height={28} /><Bone height={200} /></Skeleton></div>;
  if (files.length === 0) {
    return <div className="pbody"><EmptyState title="No changes yet" text={isLive(order) ? "They appear with the first commit." : "This order has changed nothing."} /></div>;
  }
  const split = canSplit && view === "split";
  const summary = newest && <ReviewSummary review={newest} loose={placed.filter(({ at }) => at === undefined)} onAsk={ask} onDismiss={dismiss} />;
  const loose = review.comments.filter((comment) => comment.from === 0 || !files.some((file) => file.path === comment.path));
  return (
    <div className={`rv ${enlarged ? "wide" : "slim"}`}>
      {enlarged && <FileTree files={files} current={current} comments={review.comments} findings={placed} foot={summary} viewedOf={viewedOf} onChoose={show} />}
      <div className="col rv-main">
        <ReviewBar
          files={files}
          commit={commit}
          onCommit={onCommit}
          view={canSplit ? view : undefined}
          onView={setView}
          ignoreWhitespace={ignoreWhitespace}
          onIgnoreWhitespace={setIgnoreWhitespace}
          viewed={files.filter((file) => viewedOf(file) === "yes").length}
          comments={review.comments.length}
          onSend={() => void review.send()}
        />
        <div ref={list} className="files diffs" tabIndex={-1}>
          {!enlarged && summary}
          {loose.map((comment) => <SavedComment key={comment.id} comment={comment} onChange={(text) => review.change(comment.id, text)} onRemove={() => review.remove(comment.id)} />)}
          {files.map((file) => (
            <FileDiff
              key={file.path}
              file={file}
              split={split && !isMostlyNew(file)}
              current={file.path === current}
              open={!folded.has(file.path)}
              viewed={viewedOf(file)}
              comments={review.comments.filter((comment) => comment.path === file.path)}
              findings={placed.filter(({ at }) => at?.path === file.path)}
              writing={writing?.path === file.path ? writing.range : undefined}
              onOpen={(open) => fold(file.path, !open)}
              onViewed={(isViewed) => mark(file, isViewed)}
              onWrite={(range) => setWriting(range === undefined ? undefined : { path: file.path, range })}
              onKeep={(range, quote, text) => {
                review.add({ path: file.path, side: range.side, from: range.from, to: range.to, quote, text });
                setWriting(undefined);
              }}
              onChange={review.change}
              onRemove={review.remove}
              onAsk={ask}
              onDismiss={dismiss}
            />
          ))}
          {data.truncated && <p className="none">There are more changes than can be shown here. All of them are on the branch.</p>}
        </div>
        <LiveBar />
      </div>
    </div>
  );
}

/** Side by side says nothing where one side is empty. */
function isMostlyNew(file: ChangedFile): boolean {
  return file.status === "added" || file.status === "deleted";
}

function firstChange(file: ChangedFile): LineRange | undefined {
  const head = /^@@ -\d+(?:,\d+)? \+(\d+)/m.exec(file.patch ?? "");
  if (head === null) return undefined;
  const lines = (file.patch ?? "").slice(head.index).split("\n").slice(1);
  const before = lines.findIndex((line) => line.startsWith("+"));
  const line = Number(head[1]) + lines.slice(0, Math.max(0, before)).filter((each) => !each.startsWith("-")).length;
  return { side: "new", from: line, to: line };
}

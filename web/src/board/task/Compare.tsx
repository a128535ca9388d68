/** Two attempts at one task, their changes file by file side by side. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useMemo } from "react";
import { cost, spoken } from "@/lib/format";
import { diffQuery } from "@/order/order-queries";
import { parsePatch } from "@/order/changes/patch";
import { LineCounts } from "@/order/text/LineCounts";
import { IconButton } from "@/ui/Button";
import { AgentMonogram } from "@/ui/Monogram";
import { Bone, ErrorState, Skeleton } from "@/ui/states";
import type { Session } from "../board-queries";
import { type FilePair, paired } from "./pairs";

const ALL = { sha: undefined, ignoreWhitespace: false };

function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

export function Compare({ left, right, onClose }: { left: Session; right: Session; onClose: () => void }) {
  const one = useQuery(diffQuery(left.session_id, ALL));
  const other = useQuery(diffQuery(right.session_id, ALL));
  const pairs = useMemo(() => paired(one.data?.files ?? [], other.data?.files ?? []), [one.data, other.data]);
  const failed = [one, other].find((each) => each.error);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content className="dlg cmp" aria-describedby={undefined} onOpenAutoFocus={focusItself}>
          <div className="dlg-h">
            <Dialog.Title className="dlg-t">Two attempts</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" size="sm"><X className="i" size={14} /></IconButton>
            </Dialog.Close>
          </div>
          <div className="cmp-g">
            <Head session={left} />
            <Head session={right} />
            {pairs.map((pair) => <Pair key={pair.path} pair={pair} />)}
          </div>
          {(one.isPending || other.isPending) && <Skeleton><Bone height={80} /></Skeleton>}
          {failed && <ErrorState title="A diff cannot be shown" error={failed.error} onRetry={() => void failed.refetch()} />}
          {one.data && other.data && pairs.length === 0 && <p className="t3">Neither changed a file.</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Head({ session }: { session: Session }) {
  return (
    <div className="cmp-h row">
      <AgentMonogram name={session.agent} />
      <span className="b">Execution {session.number}</span>
      <span className="t3 sm tr">{session.model ?? session.agent}</span>
      <span className="push t3 sm num nw">{session.duration_ms !== null && spoken(session.duration_ms)} {cost(session.usage.cost_usd)}</span>
    </div>
  );
}

const Pair = ({ pair }: { pair: FilePair }) => (
  <>
    <Side path={pair.path} file={pair.left} />
    <Side path={pair.path} file={pair.right} />
  </>
);

function Side({ path, file }: { path: string; file: FilePair["left"] }) {
  if (!file) return <div className="cmp-f void t3 sm" aria-label={`${path}: not touched`}>Not touched</div>;
  const lines = file.patch ? parsePatch(file.patch).flatMap((hunk) => hunk.lines) : [];
  return (
    <section className="cmp-f" aria-label={path}>
      <div className="row g6">
        <span className="mono sm b tr">{path}</span>
        <span className="push"><LineCounts added={file.lines_added} removed={file.lines_removed} /></span>
      </div>
      {file.is_binary && <p className="t3 sm">Binary file, not shown.</p>}
      {lines.length > 0 && (
        <pre className="scrolls" tabIndex={0}>
          {lines.map((line, index) => (
            <code key={index} className={line.kind}>
              {line.kind === "add" ? "+" : line.kind === "del" ? "−" : " "}
              {line.text}
            </code>
          ))}
        </pre>
      )}
    </section>
  );
}

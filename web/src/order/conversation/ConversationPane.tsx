import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useShortcut } from "@/lib/shortcuts";
import { Button } from "@/ui/Button";
import { Bone, Skeleton } from "@/ui/states";
import { useConversation, useOrderPage } from "../order-context";
import { Finished } from "./Finished";
import { FindBar } from "./FindBar";
import { find } from "./find";
import { markFound } from "./mark-found";
import { Row } from "./Row";
import { estimatedHeight } from "./row-height";
import { useStickToEnd } from "./use-stick-to-end";

interface ConversationPaneProps {
  readonly finding: boolean;
  readonly onFinding: (finding: boolean) => void;
}

export function ConversationPane({ finding, onFinding }: ConversationPaneProps) {
  const { order } = useOrderPage();
  const { items, lastSeq } = useConversation();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { atEnd, toEnd, leave } = useStickToEnd(scroller, content);
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);

  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(items[index]),
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 8,
    gap: 12,
    paddingStart: 20,
    paddingEnd: 12,
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, instance) =>
    !atEnd && item.start < (instance.scrollOffset ?? 0);

  const found = useMemo(() => (finding ? find(items, wanted) : []), [finding, items, wanted]);
  const show = useCallback(
    (index: number) => {
      leave();
      virtual.scrollToIndex(index, { align: "center" });
    },
    [leave, virtual],
  );
  const step = (by: 1 | -1) => {
    if (found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setAt(next);
    show(found[next] ?? 0);
  };
  useEffect(() => {
    const last = found.length - 1;
    setAt(Math.max(0, last));
    if (last >= 0) show(found[last] ?? 0);
    // Only another question starts over; what is being said meanwhile does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);

  const rows = virtual.getVirtualItems();
  const marked = finding ? rows : undefined;
  useEffect(() => markFound(content.current, finding ? wanted : ""), [finding, wanted, marked]);
  useShortcut("end", "Jump to latest", "This order", toEnd);

  return (
    <>
      {finding && (
        <FindBar wanted={wanted} onWanted={setWanted} at={at} count={found.length} onStep={step} onClose={() => onFinding(false)} />
      )}
      <div ref={scroller} className="scroll live" tabIndex={0} role="log" aria-label="Conversation" aria-live="off">
        <div ref={content} className="thread-outer">
          {items.length === 0 && lastSeq === 0 && <Loading />}
          {items.length === 0 && lastSeq > 0 && <Prompt text={order.initial_prompt ?? order.title} />}
          <div className="thread-rows" style={{ height: virtual.getTotalSize() }}>
            {rows.map((row) => {
              const item = items[row.index];
              return (
                item !== undefined && (
                  <div key={row.key} ref={virtual.measureElement} data-index={row.index} className="thread-row" style={{ transform: `translateY(${row.start}px)` }}>
                    <Row item={item} />
                  </div>
                )
              );
            })}
          </div>
          {order.status === "completed" && <Finished />}
        </div>
      </div>
      {!atEnd && (
        <div className="jump-at">
          <Button size="sm" className="jump-to" icon={<ArrowDown className="i" size={13} aria-hidden />} onClick={toEnd}>
            Jump to latest
          </Button>
        </div>
      )}
    </>
  );
}

/** What was asked for, before the first turn has begun. */
function Prompt({ text }: { readonly text: string }) {
  return (
    <div className="thread-still">
      <div className="ev">
        <div className="gut" />
        <div className="body ask">
          <p className="prose plain-text">{text}</p>
        </div>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <Skeleton label="Loading the conversation">
      <div className="thread-still">
        <Bone height={64} />
        <Bone width="60%" />
        <Bone width="80%" />
        <Bone height={96} />
      </div>
    </Skeleton>
  );
}

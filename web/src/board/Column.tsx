import { useVirtualizer } from "@tanstack/react-virtual";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "@/lib/classes";
import { IconButton } from "@/ui/Button";
import { type Glyph, StatusGlyph } from "@/ui/StatusGlyph";
import type { Task, TaskStatus } from "./board-queries";
import { useBoard } from "./board-context";
import { Card } from "./Card";
import { COLUMN_WORDS } from "./columns";
import { laneOf } from "./lane-labels";
import { QuickCreate } from "./QuickCreate";
import { rowsOf } from "./rows";
import type { Drag } from "./use-drag";
import { verdictOf } from "./verdict";

export const COLUMN_GLYPHS: Record<TaskStatus, Glyph> = { todo: "queued", in_progress: "running", ai_review: "review", human_review: "human", done: "done" };

interface ColumnProps {
  status: TaskStatus;
  tasks: Task[];
  drag: Drag | null;
  isCreating?: boolean;
  onCreate?: (on: boolean) => void;
  action?: ReactNode;
  foot?: ReactNode;
  empty: string;
}

const CARD = 112;

export function Column({ status, tasks, drag, isCreating, onCreate, action, foot, empty }: ColumnProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = rowsOf(status, tasks, drag);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index] === null ? 34 : CARD),
    getItemKey: (index) => rows[index]?.task_id ?? "slot",
    overscan: 5,
    gap: 8,
  });
  const slot = drag?.by === "keys" ? rows.indexOf(null) : -1;
  useEffect(() => {
    if (slot >= 0) virtual.scrollToIndex(slot, { align: "auto" });
  }, [slot, virtual]);
  return (
    <section className={cx("bc", drag?.place.status === status && "over")} aria-label={COLUMN_WORDS[status]} data-column={status}>
      <ColumnHead status={status} count={tasks.length}>
        {onCreate && (
          <IconButton label="Add task" keys="c" size="sm" onClick={() => onCreate(true)}>
            <Plus className="i" size={14} />
          </IconButton>
        )}
        {action}
      </ColumnHead>
      {isCreating && <QuickCreate onClose={() => onCreate?.(false)} />}
      <div className="bc-s scrolls" ref={scroller} tabIndex={-1}>
        <div className="bc-l" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <div key={item.key} ref={virtual.measureElement} data-index={item.index} className="bc-i" style={{ transform: `translateY(${item.start}px)` }}>
              <Row task={rows[item.index] ?? null} drag={drag} />
            </div>
          ))}
        </div>
        {rows.length === 0 && !isCreating && <p className="bc-e">{empty}</p>}
        {foot}
      </div>
    </section>
  );
}

export function ColumnHead({ status, count, children }: { status: TaskStatus; count: number; children?: ReactNode }) {
  return (
    <div className="bc-h">
      <StatusGlyph glyph={COLUMN_GLYPHS[status]} />
      <h2>{COLUMN_WORDS[status]}</h2>
      <span className="ct num">{count}</span>
      <span className="push row g4">{children}</span>
    </div>
  );
}

export function Row({ task, drag }: { task: Task | null; drag: Drag | null }) {
  return task ? <Card task={task} /> : drag && <Slot drag={drag} />;
}

function Slot({ drag }: { drag: Drag }) {
  const { moves } = useBoard();
  const verdict = verdictOf(moves, drag.task.status, drag.place.status);
  return <div className={cx("slot", verdict.kind)}>{verdict.text}{verdict.kind !== "refused" && laneWords(drag)}</div>;
}

function laneWords({ task, place }: Drag): string {
  if (place.lane === undefined || place.lane === laneOf(task)) return "";
  return place.lane === null ? ", without its labels" : `, labelled ${place.lane}`;
}

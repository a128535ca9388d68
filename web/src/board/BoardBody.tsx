/** Columns or lanes, and what is being carried over them. */
import { DndContext, DragOverlay, type DropAnimation, MouseSensor, TouchSensor, useSensor, useSensors } from "@dnd-kit/core";
import { DraggedCard } from "./Card";
import { Column } from "./Column";
import { type Columns, COLUMN_WORDS, COLUMNS } from "./columns";
import { ArchivedTasks, ArchiveDone } from "./Archive";
import type { Task, TaskStatus } from "./board-queries";
import { useBoard } from "./board-context";
import { Swimlanes } from "./Swimlanes";
import { isIn } from "./lane-labels";
import type { Lane } from "./lanes";
import type { Drag, useDrag } from "./use-drag";
import { verdictOf } from "./verdict";

interface BoardBodyProps {
  tasks: Task[];
  columns: Columns;
  drag: ReturnType<typeof useDrag>;
  lanes: Lane[] | null;
  isCreating: boolean;
  onCreate: (on: boolean) => void;
  isFiltered: boolean;
}

const EMPTY: Record<TaskStatus, string> = {
  todo: "Nothing to do.",
  in_progress: "No agent is at work. Drag a card here to start one.",
  ai_review: "What an agent finished comes here.",
  human_review: "Nothing waits for a person.",
  done: "Nothing done yet.",
};
const SNAP_BACK: DropAnimation = { duration: 180, easing: "cubic-bezier(.2,.7,.2,1)" };
const UNTOUCHED = { pointerEvents: "none" } as const;
const SILENT = { announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined } };

export function BoardBody({ tasks, columns, drag, lanes, isCreating, onCreate, isFiltered }: BoardBodyProps) {
  const mouse = useSensor(MouseSensor, { activationConstraint: { distance: 5 } });
  const touch = useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } });
  const sensors = useSensors(mouse, touch);
  const carried = drag.drag?.by === "pointer" ? drag.drag.task : null;
  const start = (id: string) => {
    const task = tasks.find((each) => each.task_id === id);
    if (task) drag.start(task, "pointer");
  };
  return (
    <DndContext sensors={sensors} accessibility={SILENT} onDragStart={({ active }) => start(String(active.id))} onDragEnd={drag.drop} onDragCancel={drag.cancel}>
      {lanes ? (
        <Swimlanes lanes={lanes} columns={columns} drag={drag.drag} />
      ) : (
        <div className="bd">
          {COLUMNS.map((status) => (
            <Column
              key={status}
              status={status}
              tasks={columns[status]}
              drag={drag.drag}
              empty={isFiltered ? "Nothing here fits the filter." : EMPTY[status]}
              {...(status === "todo" ? { isCreating, onCreate } : {})}
              {...(status === "done" ? { action: <ArchiveDone count={columns.done.length} />, foot: <ArchivedTasks /> } : {})}
            />
          ))}
        </div>
      )}
      <DragOverlay dropAnimation={SNAP_BACK} style={UNTOUCHED}>{carried && <DraggedCard task={carried} />}</DragOverlay>
      <p id="board-keys" hidden>Press Space to lift, arrows to move, Space to drop, Escape to let go. Enter opens.</p>
      <Announcement drag={drag.drag} columns={columns} />
    </DndContext>
  );
}

function Announcement({ drag, columns }: { drag: Drag | null; columns: Columns }) {
  const { moves } = useBoard();
  return (
    <div className="sr-only" role="status">
      {drag?.by === "keys" && spoken(drag, columns, verdictOf(moves, drag.task.status, drag.place.status))}
    </div>
  );
}

function spoken({ task, place }: Drag, columns: Columns, verdict: ReturnType<typeof verdictOf>): string {
  const others = columns[place.status].filter((each) => each.task_id !== task.task_id && isIn(each, place));
  const found = others.findIndex((each) => each.task_id === place.above);
  const at = (found < 0 ? others.length : found) + 1;
  const words = verdict.kind === "refused" ? `Not from here. ${verdict.reason}` : verdict.kind === "sort" ? "" : verdict.text;
  const lane = place.lane === undefined ? "" : `, ${place.lane ?? "no label"}`;
  return `${task.title} lifted. ${COLUMN_WORDS[place.status]}${lane}, place ${at} of ${others.length + 1}. ${words}`;
}

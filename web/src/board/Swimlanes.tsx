/** The board cut by label: a lane for each, five columns in every lane. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/classes";
import type { Task, TaskStatus } from "./board-queries";
import { ColumnHead, Row } from "./Column";
import { type Columns, COLUMN_WORDS, COLUMNS, columnsOf } from "./columns";
import type { Lane } from "./lanes";
import { rowsOf } from "./rows";
import type { Drag } from "./use-drag";

const SHOWN = 12;

export function Swimlanes({ lanes, columns, drag }: { lanes: Lane[]; columns: Columns; drag: Drag | null }) {
  return (
    <div className="lanes scrolls" tabIndex={0} role="region" aria-label="Lanes by label">
      <div className="lanes-in">
        <div className="lane-heads">
          {COLUMNS.map((status) => (
            <ColumnHead key={status} status={status} count={columns[status].length} />
          ))}
        </div>
        {lanes.map((lane) => (
          <LaneRow key={lane.label ?? ""} lane={lane} drag={drag} />
        ))}
      </div>
    </div>
  );
}

function LaneRow({ lane, drag }: { lane: Lane; drag: Drag | null }) {
  const [isOpen, setOpen] = useState(true);
  const columns = columnsOf(lane.tasks);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className="lane" aria-label={lane.label ?? "No label"}>
      <button type="button" className="lane-h" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron className="i" size={13} aria-hidden />
        {lane.label ?? "No label"}
        <span className="t3 num">{lane.tasks.length}</span>
      </button>
      {isOpen && (
        <div className="lane-c">
          {COLUMNS.map((status) => (
            <Cell key={status} status={status} lane={lane.label} tasks={columns[status]} drag={drag?.place.lane === lane.label ? drag : null} />
          ))}
        </div>
      )}
    </section>
  );
}

/** A card that is dropped here gets the lane's label. */
function Cell({ status, lane, tasks, drag }: { status: TaskStatus; lane: string | null; tasks: Task[]; drag: Drag | null }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? tasks : tasks.slice(0, SHOWN);
  return (
    <div className={cx("cell", drag?.place.status === status && "over")} role="group" aria-label={COLUMN_WORDS[status]} data-column={status} data-lane={lane ?? ""}>
      {rowsOf(status, shown, drag).map((task) => (
        <Row key={task?.task_id ?? "slot"} task={task} drag={drag} />
      ))}
      {tasks.length > shown.length && (
        <button type="button" className="add-t" onClick={() => setAll(true)}>
          {tasks.length - shown.length} more
        </button>
      )}
    </div>
  );
}

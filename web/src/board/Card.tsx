import { useDraggable } from "@dnd-kit/core";
import { memo, useState } from "react";
import { cx } from "@/lib/classes";
import { useMedia } from "@/lib/hooks";
import { Checkbox } from "@/ui/fields";
import type { Task } from "./board-queries";
import { useBoard } from "./board-context";
import { CardFoot } from "./CardFoot";
import { cardLabels } from "./card-labels";
import { CardLive } from "./CardLive";
import { CardMenu } from "./CardMenu";
import { COLUMN_WORDS } from "./columns";
import { PriorityBars } from "./PriorityBars";
import { focusBeside } from "./focus-card";

export const Card = memo(function Card({ task }: { task: Task }) {
  const board = useBoard();
  const [isEditing, setEditing] = useState(false);
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: task.task_id, disabled: isEditing });
  const isTouched = useMedia("(hover: none)");
  const [isNear, near] = useNear();
  const isSelected = board.selected.has(task.task_id);
  const isLifted = isDragging || board.lifted === task.task_id;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      " ": () => board.lift(task),
      Enter: () => board.open(task.task_id),
      F2: () => setEditing(true),
      x: () => board.select(task.task_id),
      Delete: () => board.askDelete([task]),
    }[event.key];
    if (!act && !focusBeside(event.key, task.task_id)) return;
    event.preventDefault();
    act?.();
  };
  const onClick = (event: React.MouseEvent) => {
    if ((event.target as HTMLElement).closest("button, a, input, [role=menuitem]")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) board.select(task.task_id);
    else board.open(task.task_id);
  };
  return (
    <article
      ref={setNodeRef}
      {...listeners}
      data-task={task.task_id}
      tabIndex={0}
      aria-label={`${task.title}, ${COLUMN_WORDS[task.status]}`}
      aria-describedby="board-keys"
      className={cx("bk", isSelected && "picked", (board.opened === task.task_id || isSelected) && "sel", isLifted && "ghost", toneOf(task))}
      onKeyDown={onKeyDown}
      onClick={onClick}
      {...near}
    >
      <CardTop task={task} {...(isNear || isTouched ? { onRename: () => setEditing(true) } : {})} />
      {isEditing ? <TitleEdit task={task} onDone={() => setEditing(false)} /> : <h3 className="ti" onDoubleClick={() => setEditing(true)}>{task.title}</h3>}
      <CardLive task={task} />
      <CardFoot task={task} />
    </article>
  );
});

/** Under the pointer or holding the focus: only such a card gets its controls, so that thousands stay light. */
function useNear() {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const handlers = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, target, relatedTarget }: React.FocusEvent) => {
      const isOfItsMenu = !currentTarget.contains(target) || relatedTarget?.closest("[role=menu]");
      if (!isOfItsMenu) setFocused(currentTarget.contains(relatedTarget));
    },
  };
  return [isHovered || isFocused, handlers] as const;
}

function toneOf(task: Task): string | false {
  if (task.status === "in_progress" && task.sessions.some((each) => each.status === "waiting")) return "needs";
  return task.error ? "failed" : false;
}

function CardTop({ task, onRename }: { task: Task; onRename?: () => void }) {
  const board = useBoard();
  const isSelected = board.selected.has(task.task_id);
  const { named, others } = cardLabels(task.labels);
  return (
    <div className="top">
      {(onRename || isSelected) && (
        <span className="pick">
          <Checkbox checked={isSelected} onChange={() => board.select(task.task_id)} label={`Select ${task.title}`} />
        </span>
      )}
      <PriorityBars priority={task.priority} />
      <span className="nw">{task.task_id}</span>
      <span className="push row g4 labels">
        {named.map((label) => (
          <span key={label} className="tag tr" title={label}>{label}</span>
        ))}
        {others.length > 0 && <span className="tag more" title={others.join(", ")}>+{others.length}<span className="sr-only">{` more labels: ${others.join(", ")}`}</span></span>}
      </span>
      {onRename && <CardMenu task={task} onRename={onRename} />}
    </div>
  );
}

function TitleEdit({ task, onDone }: { task: Task; onDone: () => void }) {
  const { actions } = useBoard();
  const [title, setTitle] = useState(task.title);
  const keep = () => {
    const text = title.trim();
    if (text && text !== task.title) void actions.update(task, { title: text });
    onDone();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter") keep();
    else if (event.key === "Escape") onDone();
  };
  return <input className="ti-edit" aria-label="Title" value={title} maxLength={200} autoFocus onFocus={(event) => event.target.select()} onChange={(event) => setTitle(event.target.value)} onBlur={keep} onKeyDown={onKeyDown} />;
}

/** The card under the pointer: a picture of it. */
export function DraggedCard({ task }: { task: Task }) {
  return (
    <div className="bk drag" aria-hidden>
      <CardTop task={task} />
      <div className="ti">{task.title}</div>
      <CardFoot task={task} />
    </div>
  );
}

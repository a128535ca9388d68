/** Everything that can be done to a card, also without dragging it. */
import { Archive, ExternalLink, MoreHorizontal, MoveRight, Pencil, Play, Square, SquareCheck, Trash2 } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { Menu, MenuItem, MenuLabel, MenuRule } from "@/ui/Menu";
import type { Task } from "./board-queries";
import { useBoard } from "./board-context";
import { COLUMN_WORDS, COLUMNS } from "./columns";
import { canMove } from "./verdict";

const icon = (Icon: typeof Play) => <Icon className="i" size={13} />;

export function CardMenu({ task, onRename }: { task: Task; onRename: () => void }) {
  const { actions, moves, select, selected, open, askDelete } = useBoard();
  const targets = COLUMNS.filter((status) => canMove(moves, task.status, status));
  const trigger = (
    <IconButton label={`Actions for ${task.title}`} size="sm" className="card-menu">
      <MoreHorizontal className="i" size={13} />
    </IconButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={icon(ExternalLink)} keys="enter" onSelect={() => open(task.task_id)}>Open</MenuItem>
      <MenuItem icon={icon(Pencil)} keys="F2" onSelect={() => setTimeout(onRename)}>Rename</MenuItem>
      <MenuItem icon={icon(SquareCheck)} keys="x" onSelect={() => select(task.task_id)}>{selected.has(task.task_id) ? "Let go" : "Select"}</MenuItem>
      <MenuRule />
      <MenuLabel>Move to</MenuLabel>
      {targets.map((status) => {
        const [glyph, words] = task.status === "todo" && status === "in_progress" ? [Play, "start an agent"] : task.status === "in_progress" ? [Square, "stop the agent"] : [MoveRight, ""];
        return (
          <MenuItem key={status} icon={icon(glyph)} onSelect={() => void actions.move(task, { status, above: null }, null)}>
            {COLUMN_WORDS[status]}
            {words && <span className="t3">{`, ${words}`}</span>}
          </MenuItem>
        );
      })}
      <MenuRule />
      <MenuItem icon={icon(Archive)} disabled={task.status === "in_progress"} onSelect={() => void actions.update(task, { archived: true })}>Archive</MenuItem>
      <MenuItem icon={icon(Trash2)} danger disabled={task.status === "in_progress"} onSelect={() => askDelete([task])}>Delete</MenuItem>
    </Menu>
  );
}

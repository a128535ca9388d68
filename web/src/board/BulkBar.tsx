import { Archive, MoveRight, Trash2, X } from "lucide-react";
import { useState } from "react";
import { forEachOrder } from "@/client/order-actions";
import { errorText } from "@/client/problem";
import { plural } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { Menu, MenuItem } from "@/ui/Menu";
import { toast } from "@/ui/toasts";
import { moveTask, updateTask } from "./board-actions";
import type { Task } from "./board-queries";
import { useBoard } from "./board-context";
import { COLUMN_WORDS, COLUMNS } from "./columns";
import { canMove } from "./verdict";

export function BulkBar({ tasks, onDone }: { tasks: Task[]; onDone: () => void }) {
  const { project, moves, actions, askDelete } = useBoard();
  const [isBusy, setBusy] = useState(false);
  const each = async (chosen: Task[], done: string, act: (id: string) => Promise<unknown>) => {
    setBusy(true);
    const failures = await forEachOrder(chosen.map((task) => task.task_id), act);
    setBusy(false);
    const count = chosen.length - failures.length;
    if (count) toast({ title: `${plural(count, "task")} ${done}` });
    if (failures[0]) toast({ title: `${plural(failures.length, "task")} not ${done}`, text: errorText(failures[0].error), glyph: "failed", stays: true });
    void actions.run("", () => Promise.resolve());
    onDone();
  };
  const resting = tasks.filter((task) => task.status !== "in_progress");
  const trigger = (
    <Button icon={<MoveRight className="i" size={13} />} busy={isBusy}>
      Move to
    </Button>
  );
  return (
    <div className="bulk" role="toolbar" aria-label="Selected tasks">
      <span className="b num">{tasks.length} selected</span>
      <span className="sep mx-1" />
      <Menu trigger={trigger}>
        {COLUMNS.map((status) => {
          const able = tasks.filter((task) => canMove(moves, task.status, status));
          return (
            <MenuItem key={status} disabled={able.length === 0} onSelect={() => void each(able, `moved to ${COLUMN_WORDS[status]}`, (id) => moveTask(project, id, { status, above: null }))}>
              {COLUMN_WORDS[status]} <span className="t3 num">{able.length}</span>
            </MenuItem>
          );
        })}
      </Menu>
      <Button icon={<Archive className="i" size={13} />} disabled={!resting.length || isBusy} onClick={() => void each(resting, "archived", (id) => updateTask(project, id, { archived: true }))}>
        Archive
      </Button>
      <Button variant="danger" icon={<Trash2 className="i" size={13} />} disabled={!resting.length || isBusy} onClick={() => askDelete(resting)}>
        Delete
      </Button>
      <IconButton label="Let go of the selection" size="sm" onClick={onDone}>
        <X className="i" size={14} />
      </IconButton>
    </div>
  );
}

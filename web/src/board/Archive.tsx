/** Done and put away. */
import { useQuery } from "@tanstack/react-query";
import { Archive as ArchiveIcon, Undo2 } from "lucide-react";
import { useState } from "react";
import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toasts";
import { archiveDone, updateTask } from "./board-actions";
import { tasksQuery } from "./board-queries";
import { useBoard } from "./board-context";

export function ArchiveDone({ count }: { count: number }) {
  const { project, actions } = useBoard();
  const archive = async () => {
    const put = await actions.run("Nothing was archived", () => archiveDone(project));
    if (put) toast({ title: `${plural(put.total_count, "task")} archived` });
  };
  return (
    <Button variant="ghost" size="sm" disabled={count === 0} onClick={() => void archive()}>
      Archive
    </Button>
  );
}

export function ArchivedTasks() {
  const { project, actions } = useBoard();
  const [isOpen, setOpen] = useState(false);
  const archived = useQuery(tasksQuery(project, true));
  const tasks = archived.data ?? [];
  if (tasks.length === 0) return null;
  return (
    <>
      <button type="button" className="add-t" onClick={() => setOpen(true)}>
        <ArchiveIcon className="i" size={13} aria-hidden />
        {plural(tasks.length, "archived task")}
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Archived tasks" wide>
        <ul className="archived">
          {tasks.map((task) => (
            <li key={task.task_id} className="row">
              <span className="tr grow">{task.title}</span>
              <Button size="sm" icon={<Undo2 className="i" size={12} />} onClick={() => void actions.run("It was not taken back", () => updateTask(project, task.task_id, { archived: false }))}>
                Take back
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

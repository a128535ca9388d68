/** Changes to the board: shown at once, taken back where the server refuses. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorText } from "@/client/problem";
import { toast, toastError } from "@/ui/toasts";
import * as send from "./board-actions";
import { boardKeys, type Moves, type Task, tasksQuery } from "./board-queries";
import { COLUMN_WORDS, moved, type Place } from "./columns";
import { labelsIn, laneOf } from "./lane-labels";
import { verdictOf } from "./verdict";

export interface BoardActions {
  move: (task: Task, place: Place, below: string | null) => Promise<void>;
  update: (task: Task, changes: Parameters<typeof send.updateTask>[2]) => Promise<void>;
  create: (fields: Parameters<typeof send.createTask>[1]) => Promise<Task | null>;
  execute: (task: Task, attempts?: send.Attempt[]) => Promise<boolean>;
  stop: (task: Task) => Promise<void>;
  /** Says what failed, refreshes either way. */
  run: <T>(what: string, act: () => Promise<T>) => Promise<T | null>;
}

export function useBoardActions(project: string, moves: Moves | undefined): BoardActions {
  const client = useQueryClient();
  return useMemo(() => {
    const key = boardKeys.tasks(project);
    const refresh = () => client.invalidateQueries({ queryKey: boardKeys.all });
    const shown = async (change: (tasks: Task[]) => Task[]): Promise<() => void> => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(tasksQuery(project).queryKey);
      client.setQueryData(tasksQuery(project).queryKey, (tasks) => tasks && change(tasks));
      return () => client.setQueryData(tasksQuery(project).queryKey, before);
    };
    const run: BoardActions["run"] = async (what, act) => {
      try {
        return await act();
      } catch (error) {
        toastError(what, error);
        return null;
      } finally {
        void refresh();
      }
    };
    const move: BoardActions["move"] = async (task, place, below) => {
      const verdict = verdictOf(moves, task.status, place.status);
      if (verdict.kind === "refused") return refuse(task, place, verdict.reason);
      const takeBack = await shown((tasks) => moved(tasks, task.task_id, place));
      try {
        await send.moveTask(project, task.task_id, place, below);
        if (place.lane !== undefined && place.lane !== laneOf(task)) await send.updateTask(project, task.task_id, { labels: labelsIn(task, place.lane) });
      } catch (error) {
        takeBack();
        refuse(task, place, errorText(error));
      }
      void refresh();
    };
    const update: BoardActions["update"] = async (task, changes) => {
      const isHidden = changes.archived === true;
      const changed = (each: Task): Task => ({ ...each, ...withoutUndefined(changes) });
      const takeBack = await shown((tasks) =>
        tasks.flatMap((each) => (each.task_id !== task.task_id ? [each] : isHidden ? [] : [changed(each)])),
      );
      if ((await run(`${task.title} was not changed`, () => send.updateTask(project, task.task_id, changes))) === null) takeBack();
    };
    return {
      move,
      update,
      run,
      create: (fields) => run("The task was not created", () => send.createTask(project, fields)),
      execute: async (task, attempts = []) =>
        (await run(`${task.title} was not started`, () => send.executeTask(project, task.task_id, attempts))) !== null,
      stop: async (task) => {
        await run(`${task.title} was not stopped`, () => send.stopTask(project, task.task_id));
      },
    };
  }, [client, project, moves]);
}

const withoutUndefined = (changes: Parameters<typeof send.updateTask>[2]): Partial<Task> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

function refuse(task: Task, place: Place, reason: string): void {
  toast({ title: `${task.title} cannot move to ${COLUMN_WORDS[place.status]}`, text: reason, glyph: "failed", stays: true });
}

/** Changes to the board: shown at once, taken back where the server refuses. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorText } from "@/client/problem";
import { toast, toastError } from "@/ui/toasts";
import * as send from "./board-actions";
import { boardKeys, type Moves, type Task } from "./board-queries";
import { COLUMN_WORDS, moved, type Place } from "./columns";
import { labelsIn, laneOf } from "./lane-labels";
import type { Pending } from "./use-pending";
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

export function useBoardActions(project: string, moves: Moves | undefined, carry: Pending["carry"]): BoardActions {
  const client = useQueryClient();
  return useMemo(() => {
    const refresh = () => refreshed(client, boardKeys.tasks(project));
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
      const sent = async () => {
        await send.moveTask(project, task.task_id, place, below);
        if (place.lane !== undefined && place.lane !== laneOf(task)) await send.updateTask(project, task.task_id, { labels: labelsIn(task, place.lane) });
      };
      try {
        await carry((tasks) => moved(tasks, task.task_id, place), sent, refresh);
      } catch (error) {
        refuse(task, place, errorText(error));
        void refresh();
      }
    };
    const update: BoardActions["update"] = async (task, changes) => {
      const isHidden = changes.archived === true;
      const changed = (each: Task): Task => ({ ...each, ...withoutUndefined(changes) });
      const shown = (tasks: readonly Task[]) => tasks.flatMap((each) => (each.task_id !== task.task_id ? [each] : isHidden ? [] : [changed(each)]));
      try {
        await carry(shown, () => send.updateTask(project, task.task_id, changes), refresh);
      } catch (error) {
        toastError(`${task.title} was not changed`, error);
        void refresh();
      }
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
  }, [client, project, moves, carry]);
}

/** Over once the server has answered anew: what was asked before is dropped, and may not have known of the change. */
async function refreshed(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const query = client.getQueryCache().find({ queryKey });
  const seen = query?.state.dataUpdateCount;
  void client.invalidateQueries({ queryKey: boardKeys.all });
  while (query?.state.fetchStatus === "fetching" && query.state.dataUpdateCount === seen) await query.promise?.catch(() => undefined);
}

const withoutUndefined = (changes: Parameters<typeof send.updateTask>[2]): Partial<Task> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

function refuse(task: Task, place: Place, reason: string): void {
  toast({ title: `${task.title} cannot move to ${COLUMN_WORDS[place.status]}`, text: reason, glyph: "failed", stays: true });
}

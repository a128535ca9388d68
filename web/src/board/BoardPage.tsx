/** A project's board: five columns, live for everyone. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { allProjectsQuery } from "@/client/queries";
import { arriving } from "@/lib/arriving";
import { plural } from "@/lib/format";
import { useShortcut } from "@/lib/shortcuts";
import { useStored } from "@/lib/stored";
import { useTitle } from "@/lib/title";
import { LAST_BOARD } from "@/shell/use-go-to-board";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { EmptyState, ErrorState } from "@/ui/states";
import { deleteTask } from "./board-actions";
import { BoardProvider } from "./board-context";
import { boardOrdersQuery, movesQuery, type Task, tasksQuery } from "./board-queries";
import { BoardBar } from "./BoardBar";
import { BoardBody } from "./BoardBody";
import { BoardSkeleton } from "./BoardSkeleton";
import { BulkBar } from "./BulkBar";
import { assigneesOf, columnsOf, filtered, labelsOf } from "./columns";
import { focusCard } from "./focus-card";
import { isIn } from "./lane-labels";
import { lanesOf } from "./lanes";
import type { BoardSearch } from "./search";
import { useBoardActions } from "./use-board-actions";
import { useDrag } from "./use-drag";
import { usePending } from "./use-pending";
import "./board.css";

const TaskPanel = lazy(async () => ({ default: (await arriving(() => import("./task/TaskPanel"))).TaskPanel }));
const route = getRouteApi("/projects/$projectId/board");
const NO_TASKS: Task[] = [];

export function BoardPage() {
  const { projectId } = route.useParams();
  return <Board key={projectId} projectId={projectId} />;
}

function Board({ projectId }: { projectId: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(allProjectsQuery);
  const project = projects.data?.find((each) => each.project_id === projectId);
  useTitle(project ? `Board of ${project.name}` : "Board");
  const tasks = useQuery(tasksQuery(projectId));
  const moves = useQuery(movesQuery).data;
  const orders = useOrders(projectId);
  const { over, carry } = usePending();
  const actions = useBoardActions(projectId, moves, carry);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<Task[]>([]);

  const all = useMemo(() => over(tasks.data ?? NO_TASKS), [over, tasks.data]);
  const { q, label, assignee } = search;
  const shown = useMemo(() => filtered(all, { q, label, assignee }), [all, q, label, assignee]);
  const issues = useMemo(() => new Set(all.flatMap((task) => task.github_issue_number ?? [])), [all]);
  const columns = useMemo(() => columnsOf(shown), [shown]);
  const setSearch = useCallback((next: BoardSearch) => void navigate({ search: next, replace: true }), [navigate]);
  const open = useCallback((task: string) => void navigate({ search: (old) => ({ ...old, task }) }), [navigate]);
  const close = useCallback(() => {
    if (search.task) focusCard(search.task);
    const { task: _task, ...rest } = search;
    setSearch(rest);
  }, [search, setSearch]);
  const select = useCallback((id: string) => setSelected((old) => toggled(old, id)), []);
  const isLanes = Boolean(search.lanes) && !isCreating;
  const lanes = useMemo(() => (isLanes ? lanesOf(shown) : null), [isLanes, shown]);
  const drag = useDrag({
    columns,
    lanes,
    onDrop: (task, place, by) => {
      const others = columns[place.status].filter((each) => each.task_id !== task.task_id);
      const below = (others.findLast((each) => isIn(each, place)) ?? others.at(-1))?.task_id ?? null;
      void actions.move(task, place, below);
      if (by === "keys") focusCard(task.task_id);
    },
  });
  const { start } = drag;
  const lift = useCallback((task: Task) => start(task, "keys"), [start]);
  const create = useCallback(() => setCreating(true), []);
  useShortcut("c", "New task", "Board", create);
  useShortcut("escape", "Let go of the selection", "Board", () => setSelected(new Set()), selected.size > 0);
  const [, remember] = useStored<string | null>(LAST_BOARD, null);
  useEffect(() => {
    if (project) remember(project.project_id);
  }, [project, remember]);

  const lifted = drag.drag?.by === "keys" ? drag.drag.task.task_id : undefined;
  const floor = useMemo(
    () => ({ project: projectId, moves, orders, actions, selected, select, open, opened: search.task, askDelete: setDoomed, lift, lifted }),
    [projectId, moves, orders, actions, selected, select, open, search.task, lift, lifted],
  );
  if (projects.data && !project) return <EmptyState title="No such project" text="It may have been removed." action={<Link to="/projects" className="btn">All projects</Link>} />;
  const picked = all.filter((task) => selected.has(task.task_id));
  const working = all.filter((task) => task.status === "in_progress");
  return (
    <BoardProvider value={floor}>
      <BoardBar
        project={project}
        search={search}
        onSearch={setSearch}
        labels={labelsOf(all)}
        assignees={assigneesOf(all)}
        running={working.length}
        needYou={working.filter((task) => task.sessions.some((each) => each.status === "waiting")).length}
        issues={issues}
        onCreate={create}
      />
      <div className="board">
        {tasks.error && !tasks.data && <ErrorState title="The board cannot be shown" error={tasks.error} onRetry={() => void tasks.refetch()} />}
        {tasks.isPending && <BoardSkeleton />}
        {tasks.data?.length === 0 && !isCreating && <NoTasks onCreate={create} />}
        {tasks.data && (tasks.data.length > 0 || isCreating) && (
          <BoardBody tasks={shown} columns={columns} drag={drag} lanes={lanes} isCreating={isCreating} onCreate={setCreating} isFiltered={shown.length < all.length} />
        )}
        <Suspense fallback={null}>{search.task && <TaskPanel key={search.task} task={search.task} labels={labelsOf(all)} assignees={assigneesOf(all)} onClose={close} />}</Suspense>
        {picked.length > 0 && <BulkBar tasks={picked} onDone={() => setSelected(new Set())} />}
      </div>
      <ConfirmDialog
        open={doomed.length > 0}
        onOpenChange={(on) => !on && setDoomed([])}
        title={doomed.length === 1 ? `Delete ${doomed[0]?.title ?? ""}?` : `Delete ${plural(doomed.length, "task")}?`}
        text="Comments go with it. Work orders, branches and pull requests stay."
        action="Delete"
        danger
        onConfirm={async () => {
          await actions.run("Not everything was deleted", () => Promise.all(doomed.map((task) => deleteTask(projectId, task.task_id))));
          setSelected(new Set());
        }}
      />
    </BoardProvider>
  );
}

function NoTasks({ onCreate }: { onCreate: () => void }) {
  const button = (
    <Button variant="primary" icon={<Plus className="i" size={14} />} keys="C" onClick={onCreate}>
      New task
    </Button>
  );
  return <EmptyState title="No tasks on this board" text="Write down what should be done. An agent takes it up when you run it." action={button} />;
}

function useOrders(project: string) {
  const { data } = useQuery(boardOrdersQuery(project));
  return useMemo(() => new Map(data?.orders.map((order) => [order.agent_work_order_id, order])), [data]);
}

function toggled(old: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(old);
  if (!next.delete(id)) next.add(id);
  return next;
}

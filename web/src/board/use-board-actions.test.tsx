import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type Moves, type Task, tasksQuery } from "./board-queries";
import { columnsOf } from "./columns";
import { useBoardActions } from "./use-board-actions";
import { usePending } from "./use-pending";

const task = (task_id: string, status: Task["status"]): Task => ({
  task_id, status, project_id: "p", title: task_id, description: "", priority: "none", labels: [], assignee: null,
  github_issue_number: null, issue: null, position: 0, archived: false, error: null, sessions: [], review: null, sent_back: 0, created_at: "", updated_at: "",
});
const MOVES = { todo: { done: "none", ai_review: "An agent must have finished it." } } as unknown as Moves;

function board() {
  const client = new QueryClient();
  const key = tasksQuery("p").queryKey;
  client.setQueryData(key, [task("a", "todo"), task("b", "todo")]);
  const { result } = renderHook(
    () => {
      const { over, carry } = usePending();
      return { actions: useBoardActions("p", MOVES, carry), tasks: over(client.getQueryData(key) ?? []) };
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );
  const column = (status: Task["status"]) => columnsOf(result.current.tasks)[status].map((each) => each.task_id);
  const arrives = (tasks: Task[]) => client.setQueryData(key, tasks);
  return { actions: result.current.actions, column, arrives };
}

function serverThatAnswers(status: number, content: unknown) {
  let answer = (): void => undefined;
  const fetched = vi.fn(() => new Promise<Response>((resolve) => (answer = () => resolve(Response.json(content, { status })))));
  vi.stubGlobal("fetch", fetched);
  return { fetched, answer: () => answer() };
}

test("a move is shown before the server has answered, and stays", async () => {
  const { actions, column, arrives } = board();
  const { fetched, answer } = serverThatAnswers(200, { task: task("a", "done"), effect: "none", session_id: null });
  let moving: Promise<void> = Promise.resolve();
  act(() => void (moving = actions.move(task("a", "todo"), { status: "done", above: null }, null)));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(column("done")).toEqual(["a"]);
  arrives([task("b", "todo"), task("a", "done")]);
  answer();
  await act(() => moving);
  expect(column("done")).toEqual(["a"]);
});

test("what the server says meanwhile does not put a card back, and the second move waits for the first", async () => {
  const { actions, column, arrives } = board();
  const { fetched, answer } = serverThatAnswers(200, { task: task("a", "done"), effect: "none", session_id: null });
  let both: Promise<unknown> = Promise.resolve();
  act(() => {
    both = Promise.all([actions.move(task("a", "todo"), { status: "done", above: null }, null), actions.move(task("b", "todo"), { status: "done", above: "a" }, null)]);
  });
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  act(() => void arrives([task("a", "todo"), task("b", "todo"), task("c", "todo")]));
  expect(column("done")).toEqual(["b", "a"]);
  answer();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  arrives([task("c", "todo"), task("b", "done"), task("a", "done")]);
  answer();
  await act(() => both);
  expect(column("done")).toEqual(["b", "a"]);
  expect(column("todo")).toEqual(["c"]);
});

test("a move the server refuses is taken back", async () => {
  const { actions, column } = board();
  const { fetched, answer } = serverThatAnswers(409, { code: "wrong_move", detail: "Somebody was quicker." });
  let moving: Promise<void> = Promise.resolve();
  act(() => void (moving = actions.move(task("a", "todo"), { status: "done", above: null }, null)));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(column("todo")).toEqual(["b"]);
  answer();
  await act(() => moving);
  expect(column("todo")).toEqual(["a", "b"]);
});

test("a move against the rules is not even tried", async () => {
  const { actions, column } = board();
  const { fetched } = serverThatAnswers(200, {});
  await act(() => actions.move(task("a", "todo"), { status: "ai_review", above: null }, null));
  expect(fetched).not.toHaveBeenCalled();
  expect(column("todo")).toEqual(["a", "b"]);
});

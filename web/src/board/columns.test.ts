// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { Task, TaskStatus } from "./board-queries";
import { columnsOf, filtered, moved, type Place, placeOf, stepped } from "./columns";
import { labelsIn } from "./lane-labels";
import { lanesOf, placeInLane, steppedInLanes } from "./lanes";

const task = (task_id: string, status: TaskStatus = "todo", more: Partial<Task> = {}): Task => ({
  task_id, status, project_id: "p", title: `Title of ${task_id}`, description: "", priority: "none", labels: [], assignee: null,
  github_issue_number: null, issue: null, position: 0, archived: false, error: null, sessions: [], review: null, sent_back: 0, created_at: "", updated_at: "", ...more,
});
const TASKS = [task("a"), task("b"), task("c"), task("d", "human_review"), task("e", "done")];
const ids = (tasks: readonly Task[], status: TaskStatus) => columnsOf(tasks)[status].map((each) => each.task_id);

test("columns keep the order of the server", () => {
  expect(ids(TASKS, "todo")).toEqual(["a", "b", "c"]);
  expect(ids(TASKS, "ai_review")).toEqual([]);
});

describe("a moved card", () => {
  test.each<[string, string, Place, string[]]>([
    ["above another of its column", "c", { status: "todo", above: "a" }, ["c", "a", "b"]],
    ["at the end of its column", "a", { status: "todo", above: null }, ["b", "c", "a"]],
    ["above one of another column", "a", { status: "human_review", above: "d" }, ["a", "d"]],
    ["at the end of another column", "a", { status: "done", above: null }, ["e", "a"]],
    ["in an empty column", "a", { status: "in_progress", above: null }, ["a"]],
  ])("%s", (_, id, place, expected) => expect(ids(moved(TASKS, id, place), place.status)).toEqual(expected));

  test("leaves the others and the given list as they are", () => {
    const after = moved(TASKS, "a", { status: "done", above: null });
    expect(ids(after, "todo")).toEqual(["b", "c"]);
    expect(ids(TASKS, "todo")).toEqual(["a", "b", "c"]);
  });

  test("above one that has gone comes to the end", () => {
    expect(ids(moved(TASKS, "a", { status: "done", above: "gone" }), "done")).toEqual(["e", "a"]);
  });
});

describe("a lifted card", () => {
  const columns = columnsOf(TASKS);
  test.each<[string, Place, string, Place]>([
    ["down", { status: "todo", above: "b" }, "ArrowDown", { status: "todo", above: "c" }],
    ["down to the end", { status: "todo", above: "c" }, "ArrowDown", { status: "todo", above: null }],
    ["not below the end", { status: "todo", above: null }, "ArrowDown", { status: "todo", above: null }],
    ["up", { status: "todo", above: null }, "ArrowUp", { status: "todo", above: "c" }],
    ["not above the top", { status: "todo", above: "b" }, "ArrowUp", { status: "todo", above: "b" }],
    ["right, at the same height", { status: "ai_review", above: null }, "ArrowRight", { status: "human_review", above: "d" }],
    ["not left of the first", { status: "todo", above: "b" }, "ArrowLeft", { status: "todo", above: "b" }],
    ["not right of the last", { status: "done", above: "e" }, "ArrowRight", { status: "done", above: "e" }],
  ])("goes %s", (_, from, key, to) => expect(stepped(columns, "a", from, key)).toEqual(to));

  test("starts where it lies", () => {
    expect(placeOf(columns, TASKS[0] as Task)).toEqual({ status: "todo", above: "b" });
    expect(placeOf(columns, TASKS[2] as Task)).toEqual({ status: "todo", above: null });
  });
});

test("filters by words, label and assignee at once", () => {
  const tasks = [task("a", "todo", { labels: ["api"], assignee: "Mira" }), task("b", "todo", { labels: ["api"] }), task("c", "todo", { description: "Refund API" })];
  expect(filtered(tasks, { label: "api" }).map((each) => each.task_id)).toEqual(["a", "b"]);
  expect(filtered(tasks, { label: "api", assignee: "Mira" }).map((each) => each.task_id)).toEqual(["a"]);
  expect(filtered(tasks, { q: " refund " }).map((each) => each.task_id)).toEqual(["c"]);
});

test("lanes by first label, the unlabelled last", () => {
  const tasks = [task("a"), task("b", "todo", { labels: ["ui", "api"] }), task("c", "done", { labels: ["api"] })];
  expect(lanesOf(tasks).map((lane) => [lane.label, lane.tasks.map((each) => each.task_id)])).toEqual([["api", ["c"]], ["ui", ["b"]], [null, ["a"]]]);
});

describe("in lanes", () => {
  const tasks = [task("a", "todo", { labels: ["api"] }), task("b", "todo", { labels: ["ui", "api"] }), task("c"), task("d", "done", { labels: ["ui"] })];
  const lanes = lanesOf(tasks);

  test("a card that goes to another lane takes its label", () => {
    const after = moved(tasks, "a", { status: "done", above: null, lane: "ui" });
    expect(after.find((each) => each.task_id === "a")?.labels).toEqual(["ui"]);
    expect(ids(after, "done")).toEqual(["d", "a"]);
    expect(labelsIn(tasks[1] as Task, "api")).toEqual(["api"]);
    expect(labelsIn(tasks[1] as Task, "new")).toEqual(["new", "api"]);
    expect(labelsIn(tasks[1] as Task, "ui")).toEqual(["ui", "api"]);
    expect(labelsIn(tasks[1] as Task, null)).toEqual([]);
  });

  test.each<[string, Place, string, Place]>([
    ["down into the next lane", { status: "todo", above: null, lane: "api" }, "ArrowDown", { status: "todo", above: "b", lane: "ui" }],
    ["down past a card, then on", { status: "todo", above: "b", lane: "ui" }, "ArrowDown", { status: "todo", above: null, lane: "ui" }],
    ["into the lane without labels", { status: "todo", above: null, lane: "ui" }, "ArrowDown", { status: "todo", above: "c", lane: null }],
    ["up to the end of the lane above", { status: "todo", above: "b", lane: "ui" }, "ArrowUp", { status: "todo", above: null, lane: "api" }],
    ["right within its lane", { status: "human_review", above: null, lane: "ui" }, "ArrowRight", { status: "done", above: "d", lane: "ui" }],
    ["not above the first", { status: "todo", above: null, lane: "api" }, "ArrowUp", { status: "todo", above: null, lane: "api" }],
  ])("a lifted one goes %s", (_, from, key, to) => expect(steppedInLanes(lanes, "a", from, key)).toEqual(to));

  test("it starts where it lies", () => expect(placeInLane(lanes, tasks[1] as Task)).toEqual({ status: "todo", above: null, lane: "ui" }));
});

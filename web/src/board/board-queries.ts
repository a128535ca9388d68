/** What the board reads, each key with its fetcher. All of it is stale as soon as a task changes. */
import { queryOptions } from "@tanstack/react-query";
import { api, body } from "@/client/api";
import type { Schemas } from "@/client/api";
import { ordersQuery } from "@/client/queries";
import type { AiReview } from "@/client/reviews";

export type Task = Schemas["TaskModel"];
export type TaskStatus = Schemas["TaskStatus"];
export type TaskPriority = Schemas["TaskPriority"];
export type Session = Schemas["TaskSessionModel"];
export type TaskComment = Schemas["TaskCommentModel"];
export type Moves = Schemas["BoardMovesResponse"]["moves"];

const MOST = 5000;

export const boardKeys = {
  all: ["board"] as const,
  tasks: (project: string, archived = false) => ["board", project, archived ? "archived" : "tasks"] as const,
  task: (project: string, task: string) => ["board", project, "task", task] as const,
};

const at = (project_id: string, task_id: string) => ({ path: { project_id, task_id } });

export const tasksQuery = (project: string, archived = false) =>
  queryOptions({
    queryKey: boardKeys.tasks(project, archived),
    queryFn: async ({ signal }): Promise<Task[]> => {
      const params = { path: { project_id: project }, query: { archived, limit: MOST } };
      return (await body(api.GET("/api/projects/{project_id}/tasks", { params, signal }))).tasks;
    },
  });

export const taskQuery = (project: string, task: string) =>
  queryOptions({
    queryKey: boardKeys.task(project, task),
    queryFn: ({ signal }) => body(api.GET("/api/projects/{project_id}/tasks/{task_id}", { params: at(project, task), signal })),
  });

export const sessionsQuery = (project: string, task: string) =>
  queryOptions({
    queryKey: [...boardKeys.task(project, task), "sessions"],
    queryFn: async ({ signal }): Promise<Session[]> =>
      (await body(api.GET("/api/projects/{project_id}/tasks/{task_id}/sessions", { params: at(project, task), signal }))).sessions,
  });

export const commentsQuery = (project: string, task: string) =>
  queryOptions({
    queryKey: [...boardKeys.task(project, task), "comments"],
    queryFn: async ({ signal }): Promise<TaskComment[]> =>
      (await body(api.GET("/api/projects/{project_id}/tasks/{task_id}/comments", { params: at(project, task), signal }))).comments,
  });

export const reviewsQuery = (project: string, task: string) =>
  queryOptions({
    queryKey: [...boardKeys.task(project, task), "reviews"],
    queryFn: async ({ signal }): Promise<AiReview[]> =>
      (await body(api.GET("/api/projects/{project_id}/tasks/{task_id}/reviews", { params: at(project, task), signal }))).reviews,
  });

export const movesQuery = queryOptions({
  queryKey: ["board-moves"],
  queryFn: async ({ signal }): Promise<Moves> => (await body(api.GET("/api/board/moves", { signal }))).moves,
  staleTime: Infinity,
});

/** The orders behind the cards: what is live now and what they changed. */
export const boardOrdersQuery = (project: string) => ordersQuery({ project_id: project, sort: "-updated_at", limit: 500 });

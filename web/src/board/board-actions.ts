/** What can be done to a task, each one request. */
import { api, body } from "@/client/api";
import type { Schemas } from "@/client/api";
import type { Place } from "./columns";

const at = (project_id: string, task_id: string) => ({ params: { path: { project_id, task_id } } });

export const createTask = (project_id: string, request: Partial<Schemas["CreateTaskRequest"]> & { title: string }) =>
  body(api.POST("/api/projects/{project_id}/tasks", { params: { path: { project_id } }, body: { description: "", status: "todo", priority: "none", ...request } }));

/** Those issues, or all that are open. What is on the board already is left alone. */
export const importIssues = (project_id: string, numbers: number[] | null) =>
  body(api.POST("/api/projects/{project_id}/tasks/import-issues", { params: { path: { project_id } }, body: numbers ? { numbers } : {} }));

export const updateTask = (project: string, task: string, changes: Schemas["UpdateTaskRequest"]) =>
  body(api.PATCH("/api/projects/{project_id}/tasks/{task_id}", { ...at(project, task), body: changes }));

export const deleteTask = (project: string, task: string) => body(api.DELETE("/api/projects/{project_id}/tasks/{task_id}", at(project, task)));

/** `below`: the card at the end of the column as it is shown, where the card comes to its end. */
export const moveTask = (project: string, task: string, { status, above }: Place, below: string | null = null) =>
  body(
    api.POST("/api/projects/{project_id}/tasks/{task_id}/move", {
      ...at(project, task),
      body: { status, ...(above ? { above_task_id: above } : below ? { below_task_id: below } : {}) },
    }),
  );

export type Attempt = Schemas["AttemptRequest"];

export const executeTask = (project: string, task: string, attempts: Attempt[] = []) =>
  body(api.POST("/api/projects/{project_id}/tasks/{task_id}/execute", { ...at(project, task), body: attempts.length ? { attempts } : {} }));

export const stopTask = (project: string, task: string) => body(api.POST("/api/projects/{project_id}/tasks/{task_id}/stop", at(project, task)));

export const sendTaskBack = (project: string, task: string, comments: string) =>
  body(api.POST("/api/projects/{project_id}/tasks/{task_id}/send-back", { ...at(project, task), body: { comments } }));

/** null: whom the project has set for it. */
export const startReview = (project: string, task: string) =>
  body(api.POST("/api/projects/{project_id}/tasks/{task_id}/reviews", { ...at(project, task), body: {} }));

export const archiveDone = (project_id: string) =>
  body(api.POST("/api/projects/{project_id}/tasks/archive-done", { params: { path: { project_id } } }));

export const addComment = (project: string, task: string, text: string) =>
  body(api.POST("/api/projects/{project_id}/tasks/{task_id}/comments", { ...at(project, task), body: { text } }));

export const deleteComment = (project_id: string, task_id: string, comment_id: string) =>
  body(api.DELETE("/api/projects/{project_id}/tasks/{task_id}/comments/{comment_id}", { params: { path: { project_id, task_id, comment_id } } }));

export const chooseSession = (project_id: string, task_id: string, session_id: string) =>
  body(api.POST("/api/projects/{project_id}/tasks/{task_id}/sessions/{session_id}/choose", { params: { path: { project_id, task_id, session_id } } }));

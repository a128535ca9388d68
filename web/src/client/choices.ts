/** What can be chosen when filing an order. */
import { queryOptions } from "@tanstack/react-query";
import { api, body, bodyIfFound } from "./api";
import type { Schemas } from "./api";

export type Sandbox = Schemas["SandboxModel"];
export type Workflow = Schemas["WorkflowModel"];
export type Issue = Schemas["IssueModel"];

const FOR_LONG = 5 * 60_000;

export const sandboxesQuery = queryOptions({
  queryKey: ["sandboxes"],
  queryFn: async ({ signal }) => (await body(api.GET("/api/sandboxes", { signal }))).sandboxes,
  staleTime: FOR_LONG,
});

export const workflowsQuery = queryOptions({
  queryKey: ["workflows"],
  queryFn: async ({ signal }) => (await body(api.GET("/api/workflows", { signal }))).workflows,
  staleTime: FOR_LONG,
});

export const recentRepositoriesQuery = queryOptions({
  queryKey: ["repositories", "recent"],
  queryFn: async ({ signal }) => (await body(api.GET("/api/repositories/recent", { params: { query: { limit: 20 } }, signal }))).repositories,
});

/** Whether it can be used, asked while the user types. */
export const verifiedQuery = (repository_url: string) =>
  queryOptions({
    queryKey: ["repositories", "verified", repository_url],
    queryFn: ({ signal }) => body(api.POST("/api/github/verify-repository", { body: { repository_url }, signal })),
    enabled: repository_url.length > 1,
    staleTime: 60_000,
    retry: false,
  });

export const branchesQuery = (repository_url: string, q: string) =>
  queryOptions({
    queryKey: ["repositories", "branches", repository_url, q],
    queryFn: ({ signal }) => body(api.GET("/api/repositories/branches", { params: { query: { repository_url, ...(q ? { q } : {}), limit: 20 } }, signal })),
    enabled: repository_url.length > 1,
    staleTime: 30_000,
    retry: false,
  });

export const filesQuery = (repository_url: string, q: string, ref: string) =>
  queryOptions({
    queryKey: ["repositories", "files", repository_url, ref, q],
    queryFn: async ({ signal }) =>
      (await body(api.GET("/api/repositories/files", { params: { query: { repository_url, q, ...(ref ? { ref } : {}), limit: 8 } }, signal }))).files,
    enabled: repository_url.length > 1,
    staleTime: 30_000,
    retry: false,
  });

export const commandsQuery = (repository_url: string) =>
  queryOptions({
    queryKey: ["repositories", "commands", repository_url],
    queryFn: async ({ signal }) => (await body(api.GET("/api/repositories/commands", { params: { query: { repository_url } }, signal }))).commands,
    enabled: repository_url.length > 1,
    staleTime: 60_000,
    retry: false,
  });

/** Only a forge on the network has issues. */
export const hasIssues = (repository_url: string): boolean => /^(https?:\/\/|ssh:\/\/|[^/\s]+@[^/\s]+:)/.test(repository_url);

export const issuesQuery = (repository_url: string, q: string) =>
  queryOptions({
    queryKey: ["issues", repository_url, q],
    queryFn: async ({ signal }) => {
      const params = { query: { repository_url, q, limit: 8 } };
      return (await bodyIfFound(api.GET("/api/github/issues", { params, signal })))?.issues ?? [];
    },
    enabled: hasIssues(repository_url),
    staleTime: 60_000,
    retry: false,
  });

export const issueQuery = (repository_url: string, number: string) =>
  queryOptions({
    queryKey: ["issues", repository_url, "number", number],
    queryFn: ({ signal }) => {
      const params = { path: { number: Number(number) }, query: { repository_url } };
      return bodyIfFound(api.GET("/api/github/issues/{number}", { params, signal }));
    },
    enabled: hasIssues(repository_url) && /^\d+$/.test(number),
    staleTime: 60_000,
    retry: false,
  });

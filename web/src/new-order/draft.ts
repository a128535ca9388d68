/** What is being filed: kept in this browser until it is. */
import { useStored } from "@/lib/stored";
import { repositoryName } from "@/lib/format";

export interface Draft {
  repository: string;
  prompt: string;
  issue: string;
  workflow: string;
  agent: string;
  model: string;
  effort: string;
  mode: string;
  base: string;
  branch: string;
  sandbox: string;
  policy: string;
  maxCost: string;
  minutes: string;
}

export const EMPTY: Draft = {
  repository: "",
  prompt: "",
  issue: "",
  workflow: "",
  agent: "",
  model: "",
  effort: "",
  mode: "",
  base: "",
  branch: "",
  sandbox: "",
  policy: "",
  maxCost: "",
  minutes: "",
};

export const useDraft = () => useStored<Draft>("shopfloor.draft", EMPTY);

/** The title the server will make of the prompt, about. */
export function titleOf(draft: Draft, issueTitle: string | null): string {
  const line = draft.prompt.split("\n").map((each) => each.trim()).find(Boolean);
  if (!line) return issueTitle ?? "";
  const sentence = line.replace(/[`*_#]/g, "").split(/(?<=[.!?:])\s/)[0] ?? line;
  return sentence.length > 72 ? `${sentence.slice(0, 70).trimEnd()}…` : sentence.replace(/[.:]$/, "");
}

export const isIssueNumber = (text: string): boolean => /^#?\d+$/.test(text.trim());

export interface Problems {
  repository?: string;
  issue?: string;
  prompt?: string;
  maxCost?: string;
  minutes?: string;
}

export function problemsOf(draft: Draft): Problems {
  const problems: Problems = {};
  if (!draft.repository.trim()) problems.repository = "Name a repository: a URL, or a path on the server.";
  if (!draft.prompt.trim() && !draft.issue.trim()) problems.prompt = "Say what should be done, or name an issue.";
  if (draft.issue.trim() && !isIssueNumber(draft.issue)) problems.issue = "Choose an issue, or give its number.";
  if (draft.maxCost && !(Number(draft.maxCost) > 0)) problems.maxCost = "An amount in dollars, such as 5.00.";
  if (draft.minutes && !(Number(draft.minutes) > 0)) problems.minutes = "A number of minutes.";
  return problems;
}

interface Known {
  project_id: string;
  repository_url: string;
}

export function requestOf(draft: Draft, projects: Known[]): Record<string, unknown> {
  const project = projects.find((each) => each.repository_url === draft.repository.trim());
  const limits = {
    ...(draft.maxCost ? { max_cost_usd: Number(draft.maxCost) } : {}),
    ...(draft.minutes ? { turn_seconds: Math.round(Number(draft.minutes) * 60) } : {}),
  };
  const fields: Record<string, string> = {
    initial_prompt: draft.prompt.trim(),
    github_issue_number: draft.issue.replace(/^#/, "").trim(),
    workflow_type: draft.workflow,
    agent: draft.agent,
    model: draft.model,
    reasoning_effort: draft.effort,
    mode: draft.mode,
    base_branch: draft.base.trim(),
    git_branch_name: draft.branch.trim(),
    sandbox_type: draft.sandbox,
    permission_policy: draft.policy,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return {
    ...(project ? { project_id: project.project_id } : { repository_url: draft.repository.trim() }),
    ...Object.fromEntries(given),
    ...(Object.keys(limits).length ? { limits } : {}),
  };
}

export const placeOf = (repository: string): string => repositoryName(repository) || "a repository";

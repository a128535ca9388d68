import type { PullRequest } from "@/client/models";

export interface PullRequestLook {
  readonly word: "Draft" | "Open" | "Merged" | "Closed";
  readonly tone: "t3" | "ok" | "vio" | "bad";
  readonly tag: "out" | "ok" | "vio" | "bad";
}

const DRAFT: PullRequestLook = { word: "Draft", tone: "t3", tag: "out" };

export function pullRequestState(pullRequest: Pick<PullRequest, "state" | "is_draft"> | undefined): PullRequestLook {
  if (pullRequest?.state === "merged") return { word: "Merged", tone: "vio", tag: "vio" };
  if (pullRequest?.state === "closed") return { word: "Closed", tone: "bad", tag: "bad" };
  if (pullRequest !== undefined && !pullRequest.is_draft) return { word: "Open", tone: "ok", tag: "ok" };
  return DRAFT;
}

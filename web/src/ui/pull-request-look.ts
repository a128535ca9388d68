/** Word and colour of a pull request's state. */
import type { Order, PullRequest } from "@/client/models";

export type PullRequestStanding = NonNullable<Order["pull_request_state"]>;

export interface PullRequestLook {
  readonly word: "Draft" | "Open" | "Merged" | "Closed";
  readonly tone: "t3" | "ok" | "vio" | "bad";
  readonly tag: "out" | "ok" | "vio" | "bad";
}

const LOOKS: Record<PullRequestStanding, PullRequestLook> = {
  draft: { word: "Draft", tone: "t3", tag: "out" },
  open: { word: "Open", tone: "ok", tag: "ok" },
  merged: { word: "Merged", tone: "vio", tag: "vio" },
  closed: { word: "Closed", tone: "bad", tag: "bad" },
};

export const lookOf = (standing: PullRequestStanding): PullRequestLook => LOOKS[standing];

/** What the forge says now; until it has said something, what was seen last. */
export function pullRequestLook(pullRequest: Pick<PullRequest, "state" | "is_draft"> | undefined, remembered?: Order["pull_request_state"]): PullRequestLook {
  if (pullRequest === undefined) return LOOKS[remembered ?? "draft"];
  return LOOKS[pullRequest.state === "open" && pullRequest.is_draft ? "draft" : pullRequest.state];
}

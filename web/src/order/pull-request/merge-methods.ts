/** How a pull request can be merged. */
import type { PullRequest } from "@/client/models";

export type Method = "merge" | "squash" | "rebase";
export const METHODS: Readonly<Record<Method, string>> = { merge: "Merge", squash: "Squash and merge", rebase: "Rebase and merge" };

/** Without what conflicts forbid, and what the forge has refused already. */
export function possibleMethods(pullRequest: Pick<PullRequest, "conflicts" | "mergeable">, refused: readonly Method[]): Method[] {
  const isApart = pullRequest.mergeable === false || pullRequest.conflicts.length > 0;
  const kept = (Object.keys(METHODS) as Method[]).filter((method) => !refused.includes(method) && !(method === "rebase" && isApart));
  return kept.length > 0 ? kept : ["merge"];
}

export const chosenMethod = (wanted: Method, possible: readonly Method[]): Method => (possible.includes(wanted) ? wanted : (possible[0] ?? "merge"));

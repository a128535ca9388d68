/** How a pull request can be merged. */
import type { PullRequest } from "@/client/models";

export type Method = PullRequest["merge_methods"][number];
export const METHODS: Readonly<Record<Method, string>> = { merge: "Merge", squash: "Squash and merge", rebase: "Rebase and merge" };

/** What the forge allows, without what it has refused all the same. */
export function possibleMethods(allowed: readonly Method[], refused: readonly Method[]): Method[] {
  const kept = allowed.filter((method) => !refused.includes(method));
  return kept.length > 0 ? kept : [allowed[0] ?? "merge"];
}

export const chosenMethod = (wanted: Method, possible: readonly Method[]): Method => (possible.includes(wanted) ? wanted : (possible[0] ?? "merge"));

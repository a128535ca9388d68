import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from "lucide-react";
import type { PullRequestLook } from "./pull-request-look";

const ICONS = { Draft: GitPullRequestDraft, Open: GitPullRequest, Merged: GitMerge, Closed: GitPullRequestClosed } as const;

/** Where a pull request was never looked at, its number stands with a neutral icon. */
export function PullRequestIcon({ look, size = 13 }: { readonly look: PullRequestLook | undefined; readonly size?: number }) {
  const Icon = look === undefined ? GitPullRequest : ICONS[look.word];
  return <Icon className={`i ${look?.tone ?? "t3"}`} size={size} aria-hidden />;
}

/** Commits and the pull request, as rows that follow each other in one card. */
import type { ItemList } from "./item-list";
import type { Item } from "./items";
import { type JournalEvent, numberOf, textOf } from "./journal-events";

type GitRow = Extract<Item, { kind: "git" }>["rows"][number];

export function addGitRow(list: ItemList, event: JournalEvent, row: GitRow): void {
  const last = list.last();
  if (last?.kind === "git") list.put({ ...last, version: event.seq, rows: [...last.rows, row] });
  else list.add({ kind: "git", id: `git-${event.seq}`, version: event.seq, at: event.at, rows: [row] });
}

export function commitRow(event: JournalEvent): GitRow {
  const rescued = event.type === "git_work_rescued";
  return {
    kind: "commit",
    sha: textOf(event, "git_commit_sha") ?? "",
    subject: textOf(event, "subject") ?? (rescued ? "Unfinished work, kept" : "Commit"),
    unfinished: rescued,
    files: numberOf(event, "files_changed"),
    added: numberOf(event, "lines_added"),
    removed: numberOf(event, "lines_removed"),
  };
}

export const pullRequestRow = (event: JournalEvent): GitRow => ({
  kind: "pull_request",
  number: numberOf(event, "pull_request_number") ?? 0,
  title: textOf(event, "pull_request_title") ?? "",
  url: textOf(event, "pull_request_url"),
});

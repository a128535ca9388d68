import { CircleCheck, CircleDot, ExternalLink } from "lucide-react";
import type { Issue } from "@/client/choices";
import { plural } from "@/lib/format";
import { Markdown } from "@/ui/Markdown";

/** The issue as the agent will be told it. */
export function IssuePreview({ issue }: { issue: Issue }) {
  const isOpen = issue.state === "open";
  const Icon = isOpen ? CircleDot : CircleCheck;
  return (
    <section className="card issue-preview" aria-label={`Issue #${issue.number}`}>
      <header className="row">
        <Icon className={`i ${isOpen ? "ok" : "vio"}`} size={14} aria-hidden />
        <span className="b tr">{issue.title}</span>
        <span className="t3">#{issue.number}</span>
        {issue.labels.slice(0, 3).map((label) => (
          <span key={label} className="tag hide-phone">{label}</span>
        ))}
        <span className="push xs t3 hide-phone">
          {isOpen ? "Open" : "Closed"}, by {issue.author}, {plural(issue.comment_count, "comment")}
        </span>
        <a className="btn ghost sm" href={issue.url} target="_blank" rel="noopener noreferrer" aria-label="Open the issue on GitHub">
          <ExternalLink className="i" size={13} aria-hidden />
        </a>
      </header>
      <div className="issue-text scrolls" tabIndex={0} role="group" aria-label="What the issue says">
        {issue.body.trim() ? <Markdown text={issue.body} /> : <p className="t3">It says nothing but its title.</p>}
      </div>
    </section>
  );
}

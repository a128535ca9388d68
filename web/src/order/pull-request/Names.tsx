/** Labels, and who was asked for a review. */
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PullRequest } from "@/client/models";
import { errorText } from "@/client/problem";
import { IconButton } from "@/ui/Button";
import { withNames } from "./names";
import { askReviewers, setLabels, usePullRequestChange } from "./use-pull-request-change";

export function Labels({ pullRequest }: { readonly pullRequest: PullRequest }) {
  const change = usePullRequestChange();
  const set = (labels: readonly string[], onSuccess?: () => void) => change.mutate(setLabels(labels), { onSuccess: () => onSuccess?.() });
  return (
    <Names
      title="Labels"
      add="Add a label"
      names={pullRequest.labels}
      isOpen={pullRequest.state === "open"}
      error={change.error}
      onAdd={(all, done) => set(all, done)}
      onRemove={(name) => set(pullRequest.labels.filter((each) => each !== name))}
    />
  );
}

export function Reviewers({ pullRequest }: { readonly pullRequest: PullRequest }) {
  const change = usePullRequestChange();
  const ask = (all: readonly string[], done: () => void) => {
    const reviewers = all.map((name) => name.replace(/^@/, "")).filter((name) => !pullRequest.reviewers.includes(name));
    if (reviewers.length === 0) return done();
    change.mutate(askReviewers(reviewers), { onSuccess: done });
  };
  return <Names title="Reviewers" add="Ask for a review" names={pullRequest.reviewers} isOpen={pullRequest.state === "open"} error={change.error} onAdd={ask} />;
}

interface NamesProps {
  readonly title: string;
  readonly add: string;
  readonly names: readonly string[];
  readonly isOpen: boolean;
  readonly error: Error | null;
  readonly onAdd: (all: readonly string[], done: () => void) => void;
  readonly onRemove?: (name: string) => void;
}

function Names({ title, add, names, isOpen, error, onAdd, onRemove }: NamesProps) {
  const [typed, setTyped] = useState<string>();
  if (!isOpen && names.length === 0) return undefined;
  const close = () => setTyped(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const all = withNames(names, typed ?? "");
    if (all === undefined) close();
    else onAdd(all, close);
  };
  return (
    <section aria-label={title}>
      <div className="sec-h">
        <span>{title}</span>
        {isOpen && typed === undefined && <button type="button" className="sm t3 plain" onClick={() => setTyped("")}>{add}</button>}
      </div>
      {names.length > 0 && (
        <ul className="names">
          {names.map((name) => (
            <li key={name} className="chip">
              <span className="tr">{name}</span>
              {isOpen && onRemove && <IconButton label={`Remove ${name}`} size="sm" onClick={() => onRemove(name)}><X className="i" size={12} /></IconButton>}
            </li>
          ))}
        </ul>
      )}
      {typed !== undefined && (
        <form className="pr-edit" onSubmit={submit}>
          <input
            className="input"
            aria-label={add}
            placeholder="One, or some with commas"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === "Escape") close();
            }}
          />
        </form>
      )}
      {error !== null && <p className="sm bad" role="alert">{errorText(error)}</p>}
    </section>
  );
}

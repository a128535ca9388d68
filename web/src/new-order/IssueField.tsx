import { useQuery } from "@tanstack/react-query";
import { CircleDot, X } from "lucide-react";
import { hasIssues, issueQuery, issuesQuery } from "@/client/choices";
import { plural } from "@/lib/format";
import { useDebounced } from "@/lib/hooks";
import { IconButton } from "@/ui/Button";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/fields";

export const useIssue = (repository: string, issue: string) =>
  useQuery(issueQuery(repository.trim(), useDebounced(issue.replace(/^#/, "").trim(), 250)));

export function IssueField({ repository, value, onChange }: { repository: string; value: string; onChange: (value: string) => void }) {
  const text = useDebounced(value.replace(/^#/, "").trim(), 250);
  const found = useQuery({ ...issuesQuery(repository.trim(), text), enabled: hasIssues(repository.trim()) && !/^\d+$/.test(text) });
  const issue = useIssue(repository, value);
  const isNumber = /^#?\d+$/.test(value.trim());
  const problem = value.trim() && !isNumber && !found.data?.length ? "A number, or words of its title." : isNumber && issue.data === null ? "This repository has no such issue that can be read." : null;
  const below = issue.data ? `${issue.data.title}. ${issue.data.state}, by ${issue.data.author}, ${plural(issue.data.comment_count, "comment")}. Its text is added to the prompt.` : "The issue's text is added to the prompt.";
  return (
    <Field label="GitHub issue" hint="optional" below={below} problem={problem}>
      {(ids) => (
        <Combobox
          id={ids.id}
          label="GitHub issue"
          describedBy={ids["aria-describedby"]}
          value={value}
          onChange={onChange}
          placeholder="Number or title"
          icon={<CircleDot className="i" size={15} />}
          suggestions={(found.data ?? []).map((each) => ({ value: `#${each.number}`, label: `#${each.number} ${each.title}`, hint: each.state }))}
          after={
            value && (
              <IconButton label="No issue" size="sm" onClick={() => onChange("")}>
                <X className="i" size={13} />
              </IconButton>
            )
          }
        />
      )}
    </Field>
  );
}

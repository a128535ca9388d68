import { useQuery } from "@tanstack/react-query";
import { CircleDot, X } from "lucide-react";
import { hasIssues, issueQuery, issuesQuery } from "@/client/choices";
import { errorText } from "@/client/problem";
import { useDebounced } from "@/lib/hooks";
import { IconButton } from "@/ui/Button";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/fields";
import { isIssueNumber } from "./draft";

export const useIssue = (repository: string, issue: string) =>
  useQuery(issueQuery(repository.trim(), useDebounced(issue.replace(/^#/, "").trim(), 250)));

interface IssueFieldProps {
  repository: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | null;
}

export function IssueField({ repository, value, onChange, problem: missing }: IssueFieldProps) {
  const text = useDebounced(value.replace(/^#/, "").trim(), 250);
  const found = useQuery({ ...issuesQuery(repository.trim(), text), enabled: hasIssues(repository.trim()) && !/^\d+$/.test(text) });
  const issue = useIssue(repository, value);
  const problem = missing ?? problemWith(value, issue, found.isSuccess && found.data.length === 0);
  const below = issue.data ? "Its text and its comments are added to the prompt." : "The issue's text is added to the prompt.";
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

function problemWith(value: string, issue: ReturnType<typeof useIssue>, isUnknown: boolean): string | null {
  if (!value.trim()) return null;
  if (!isIssueNumber(value)) return isUnknown ? "No issue has these words. Give its number, or words of its title." : null;
  if (issue.error) return errorText(issue.error);
  return issue.data === null ? "This repository has no such issue that can be read." : null;
}

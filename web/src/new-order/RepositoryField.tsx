import { useQuery } from "@tanstack/react-query";
import { FolderGit2 } from "lucide-react";
import { recentRepositoriesQuery, verifiedQuery } from "@/client/choices";
import type { Project } from "@/client/models";
import { errorText } from "@/client/problem";
import { plural, repositoryName } from "@/lib/format";
import { useDebounced } from "@/lib/hooks";
import { Combobox, type Suggestion } from "@/ui/Combobox";
import { Field } from "@/ui/fields";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { Spinner } from "@/ui/Button";

export function useVerified(repository: string) {
  return useQuery(verifiedQuery(useDebounced(repository.trim(), 350)));
}

interface RepositoryFieldProps {
  value: string;
  onChange: (value: string) => void;
  projects: Project[];
  problem: string | null;
}

export function RepositoryField({ value, onChange, projects, problem }: RepositoryFieldProps) {
  const recent = useQuery(recentRepositoriesQuery);
  const verified = useVerified(value);
  const text = value.toLowerCase();
  const isPicked = projects.some((each) => each.repository_url === value) || recent.data?.some((each) => each.repository_url === value);
  const known: Suggestion[] = [
    ...projects.map((project) => ({ value: project.repository_url, label: project.name, hint: project.repository_url })),
    ...(recent.data ?? []).filter((each) => !projects.some((project) => project.repository_url === each.repository_url)).map((each) => ({ value: each.repository_url, label: repositoryName(each.repository_url), hint: each.repository_url })),
  ];
  const suggestions = known.filter((each) => isPicked || `${String(each.label)} ${each.value}`.toLowerCase().includes(text));
  const refusal = verified.error ? errorText(verified.error) : verified.data && !verified.data.verification_success ? [verified.data.error_message, verified.data.hint].filter(Boolean).join(" ") : null;
  return (
    <Field label="Repository" problem={problem ?? (value.trim() ? refusal : null)} below={<Facts repository={verified.data?.repository} />}>
      {(ids) => (
        <Combobox
          id={ids.id}
          describedBy={ids["aria-describedby"]}
          label="Repository"
          value={value}
          display={projects.find((project) => project.repository_url === value)?.name}
          onChange={onChange}
          suggestions={suggestions.slice(0, 12)}
          placeholder="https://github.com/owner/name, or a path"
          icon={<FolderGit2 className="i" size={15} />}
          invalid={Boolean(problem ?? refusal)}
          autoFocus={!value}
          after={<State isPending={verified.isFetching} isGood={verified.data?.verification_success ?? null} canPush={verified.data?.repository.can_push ?? null} />}
        />
      )}
    </Field>
  );
}

function State({ isPending, isGood, canPush }: { isPending: boolean; isGood: boolean | null; canPush: boolean | null }) {
  if (isPending) return <Spinner />;
  if (isGood === null) return null;
  if (!isGood) return <StatusGlyph glyph="failed" label="Cannot be used" />;
  return (
    <span className="row g4 sm ok nw">
      <StatusGlyph glyph="done" />
      {canPush === false ? "Readable" : "Push access"}
    </span>
  );
}

type Repository = NonNullable<ReturnType<typeof useVerified>["data"]>["repository"];

function Facts({ repository }: { repository: Repository | undefined }) {
  if (!repository) return <>A project, a URL, or a path on the server.</>;
  const facts = [
    repository.visibility,
    repository.default_branch && `default branch ${repository.default_branch}`,
    repository.is_empty && "empty, the first commit is made here",
    repository.needs_fork && "no push access, a fork is used",
    repository.is_archived && "archived",
    repository.uncommitted_changes > 0 && `${plural(repository.uncommitted_changes, "uncommitted change")} there stay untouched`,
  ].filter(Boolean);
  return <>{facts.join(", ") || repository.repository_url}</>;
}

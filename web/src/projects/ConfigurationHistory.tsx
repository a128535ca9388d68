/** What the project's configuration was, what each change changed, and the way back. */
import { useQuery } from "@tanstack/react-query";
import { History, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { ConfigurationVersion, Project } from "@/client/models";
import { versionDiffQuery, versionsQuery } from "@/client/queries";
import { ago, fullTime } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Row } from "@/settings/parts";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { Select } from "@/ui/Select";
import { ErrorState } from "@/ui/states";
import { toast, toastError } from "@/ui/toasts";
import { Differences } from "./Differences";
import { fieldWords } from "./field-words";
import { useProjectActions } from "./project-actions";

const FIRST = 8;

export function ConfigurationHistory({ project }: { project: Project }) {
  const versions = useQuery(versionsQuery(project.project_id));
  const [openVersion, setOpenVersion] = useState<number>();
  const [isWhole, setWhole] = useState(false);
  const all = versions.data?.versions ?? [];
  const shown = isWhole ? all : all.slice(0, FIRST);
  return (
    <section className="card" aria-label="History">
      <Row name="History" text="Every change makes a version. An earlier one can be restored; secrets keep their values." end>
        <span className="t3 sm nw tn">Version {project.version}</span>
      </Row>
      {versions.error && <ErrorState title="The history cannot be read" error={versions.error} onRetry={() => void versions.refetch()} />}
      {shown.map((version) => (
        <Version
          key={version.version}
          project={project}
          version={version}
          all={all}
          isOpen={openVersion === version.version}
          onToggle={() => setOpenVersion(openVersion === version.version ? undefined : version.version)}
        />
      ))}
      {all.length > shown.length && (
        <div className="pcard rule">
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            Show all {all.length}
          </Button>
        </div>
      )}
    </section>
  );
}

interface VersionProps {
  project: Project;
  version: ConfigurationVersion;
  all: readonly ConfigurationVersion[];
  isOpen: boolean;
  onToggle: () => void;
}

function Version({ project, version, all, isOpen, onToggle }: VersionProps) {
  const now = useNow(60_000);
  const [isAsking, setAsking] = useState(false);
  const restore = useRestore(project);
  const isNewest = version.version === project.version;
  return (
    <div className="cfg rule">
      <div className="pcard">
        <History className="i t3" size={15} />
        <button type="button" className="col grow text-left" aria-expanded={isOpen} onClick={onToggle}>
          <span className="tr">
            <b className="font-semibold tn">Version {version.version}</b> <span className="t2">{summaryOf(version)}</span>
          </span>
          <span className="t3 sm" title={fullTime(version.created_at)}>
            {version.author ?? "Somebody"}, {agoWords(version.created_at, now)}
          </span>
        </button>
        {isNewest ? (
          <span className="tag">in force</span>
        ) : (
          <Button size="sm" icon={<RotateCcw className="i" size={13} />} aria-label={`Restore version ${version.version}`} onClick={() => setAsking(true)}>
            Restore
          </Button>
        )}
      </div>
      {isOpen && <VersionDiff project={project} version={version.version} all={all} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Restore version ${version.version}?`}
        text="What it held holds again from the next order on, as a new version. Nothing of the history is lost."
        action="Restore it"
        onConfirm={() => restore(version.version)}
      />
    </div>
  );
}

function VersionDiff({ project, version, all }: { project: Project; version: number; all: readonly ConfigurationVersion[] }) {
  const [other, setOther] = useState(version - 1);
  const [earlier, later] = other < version ? [other, version] : [version, other];
  const diff = useQuery(versionDiffQuery(project.project_id, later, earlier));
  const choices = all.filter((each) => each.version !== version).map((each) => ({ value: String(each.version), label: `Version ${each.version}${each.version === project.version ? ", in force" : ""}` }));
  return (
    <div className="cfg-b">
      {choices.length > 0 && (
        <div className="row g8 mb-2">
          <span className="t3 sm nw">Compared with</span>
          <Select label="Compared with" value={String(other)} onChange={(value) => setOther(Number(value))} groups={[{ choices: version === 1 ? [{ value: "0", label: "Nothing" }, ...choices] : choices }]} />
        </div>
      )}
      {diff.error && <p className="bad sm">{String(diff.error)}</p>}
      {diff.data && <Differences differences={diff.data.differences} />}
    </div>
  );
}

function useRestore(project: Project) {
  const { restore } = useProjectActions();
  return (version: number) =>
    restore
      .mutateAsync({ id: project.project_id, version })
      .then(({ missing_secrets: missing }) => toast({ title: `Version ${version} holds again`, text: missing.length ? `Set anew what is gone: ${missing.join(", ")}.` : "From the next order on." }))
      .catch((error: unknown) => toastError(`Version ${version} was not restored`, error));
}

function summaryOf(version: ConfigurationVersion): string {
  const fields = [...new Set(version.changed.map(fieldWords))].join(", ");
  return version.note === "Changed." ? fields : version.note.replace(/\.$/, "");
}

function agoWords(at: string, now: number): string {
  const words = ago(at, now);
  return words === "now" || /\d{4}/.test(words) ? words : `${words} ago`;
}

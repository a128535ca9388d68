/** Issues of the repository, as tasks. */
import { useQuery } from "@tanstack/react-query";
import { CircleDot, Download, Search } from "lucide-react";
import { useState } from "react";
import { hasIssues, type Issue, issuesQuery } from "@/client/choices";
import type { Project } from "@/client/models";
import { plural } from "@/lib/format";
import { useDebounced } from "@/lib/hooks";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Checkbox } from "@/ui/fields";
import { Bone, ErrorState, Skeleton } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { importIssues } from "./board-actions";
import { useBoard } from "./board-context";

export function ImportIssues({ project, known }: { project: Project; known: ReadonlySet<string> }) {
  const [isOpen, setOpen] = useState(false);
  if (!hasIssues(project.repository_url)) return null;
  return (
    <>
      <Button icon={<Download className="i" size={14} />} onClick={() => setOpen(true)}>
        Import issues
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Import issues" description="Each becomes a task that is linked with its issue." wide>
        {isOpen && <Issues project={project} known={known} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function Issues({ project, known, onDone }: { project: Project; known: ReadonlySet<string>; onDone: () => void }) {
  const { actions } = useBoard();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const issues = useQuery(issuesQuery(project.repository_url, useDebounced(text.trim())));
  const pick = ({ number }: Issue) => {
    const next = new Set(picked);
    if (!next.delete(number)) next.add(number);
    setPicked(next);
  };
  const bring = async (numbers: number[] | null) => {
    setBusy(true);
    const made = await actions.run("The issues were not imported", () => importIssues(project.project_id, numbers));
    setBusy(false);
    if (!made) return;
    toast({ title: made.tasks.length ? `${plural(made.tasks.length, "issue")} imported` : "All of them are on the board already" });
    onDone();
  };
  return (
    <div className="col gap-4">
      <div className="input">
        <Search className="i" size={13} />
        <input type="search" aria-label="Search issues" placeholder="Search issues" value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      </div>
      {issues.error && <ErrorState title="The issues cannot be listed" error={issues.error} onRetry={() => void issues.refetch()} />}
      {issues.isPending && <Skeleton><Bone height={28} /></Skeleton>}
      {issues.data?.length === 0 && <p className="t3">No open issue fits.</p>}
      <ul className="archived">
        {issues.data?.map((issue) => {
          const isKnown = known.has(String(issue.number));
          return (
            <li key={issue.number} className="row">
              {isKnown ? <CircleDot className="i t3" size={13} aria-hidden /> : <Checkbox checked={picked.has(issue.number)} onChange={() => pick(issue)} label={issue.title} />}
              <span className="tr grow">{issue.title}</span>
              <span className="t3 sm nw">{isKnown ? "On the board" : `#${issue.number}`}</span>
            </li>
          );
        })}
      </ul>
      <div className="dlg-f">
        <Button disabled={isBusy} onClick={() => void bring(null)}>Import all open</Button>
        <Button variant="primary" busy={isBusy} disabled={picked.size === 0} onClick={() => void bring([...picked])}>
          {picked.size ? `Import ${plural(picked.size, "issue")}` : "Import"}
        </Button>
      </div>
    </div>
  );
}

/** What is around the agent in a project's sandboxes. */
import type { Project } from "@/client/models";
import { linesOf, variablesOf, variablesText } from "@/lib/variables";
import { Row } from "@/settings/parts";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toasts";
import { Overtaken } from "./Overtaken";
import { TextArea } from "./TextArea";
import { useDraft } from "./use-draft";
import { useProjectChange } from "./use-project-change";

export function Surroundings({ project }: { project: Project }) {
  const change = useProjectChange(project);
  const form = useDraft({ script: project.setup_script ?? "", files: project.files_to_copy.join("\n"), variables: variablesText(project.environment) });
  const { draft, set } = form;
  const environment = variablesOf(draft.variables);
  const save = () => {
    const kept = { script: draft.script.trim(), files: linesOf(draft.files).join("\n"), variables: variablesText(environment ?? {}) };
    change({ setup_script: kept.script || null, files_to_copy: linesOf(draft.files), environment: environment ?? {} }, () => {
      form.settled(kept);
      toast({ title: "Saved", text: "It holds from the next order on." });
    });
  };
  return (
    <section className="card">
      <Row name="Setup script" text="Runs in a fresh sandbox before the agent, such as installing dependencies.">
        <TextArea label="Setup script" rows={4} value={draft.script} onChange={(script) => set({ script })} placeholder="npm ci" />
      </Row>
      <Row name="Files to copy" text="Not in git, wanted in the sandbox. One a line.">
        <TextArea label="Files to copy" rows={3} value={draft.files} onChange={(files) => set({ files })} placeholder=".env.local" />
      </Row>
      <Row name="Environment variables" text="For the agents and the setup script, one a line. Anybody who sees the project can read them: keys belong into Secrets.">
        <TextArea label="Environment variables" rows={3} value={draft.variables} onChange={(variables) => set({ variables })} placeholder="NODE_ENV=test" problem={environment === undefined ? "One variable a line, as NAME=value." : undefined} />
      </Row>
      {form.isOvertaken && <Overtaken onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />}
      <div className="srow">
        <span />
        <Button variant="primary" disabled={!form.isChanged || form.isOvertaken || environment === undefined} onClick={save}>
          Save
        </Button>
      </div>
    </section>
  );
}

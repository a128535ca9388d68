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
  const form = useDraft({ script: project.setup_script ?? "", cleanup: project.cleanup_script ?? "", files: project.files_to_copy.join("\n"), variables: variablesText(project.environment), preview: project.preview_command ?? "", port: project.preview_port?.toString() ?? "" });
  const { draft, set } = form;
  const environment = variablesOf(draft.variables);
  const isPort = /^\d{0,5}$/.test(draft.port.trim()) && Number(draft.port) < 65_536;
  const save = () => {
    const kept = { script: draft.script.trim(), cleanup: draft.cleanup.trim(), files: linesOf(draft.files).join("\n"), variables: variablesText(environment ?? {}), preview: draft.preview.trim(), port: draft.port.trim() };
    const preview = { preview_command: kept.preview || null, preview_port: Number(kept.port) || null };
    change({ setup_script: kept.script || null, cleanup_script: kept.cleanup || null, files_to_copy: linesOf(draft.files), environment: environment ?? {}, ...preview }, () => {
      form.settled(kept);
      toast({ title: "Saved", text: "It holds from the next order on." });
    });
  };
  return (
    <section className="card">
      <Row name="Setup script" text="Runs in a fresh sandbox before the agent, such as installing dependencies.">
        <TextArea label="Setup script" rows={4} value={draft.script} onChange={(script) => set({ script })} placeholder="npm ci" />
      </Row>
      <Row name="Clean-up script" text="Runs before a sandbox is taken down, once all work is saved; a minute at most. If it fails, the order's log says so.">
        <TextArea label="Clean-up script" rows={3} value={draft.cleanup} onChange={(cleanup) => set({ cleanup })} placeholder="docker compose down" />
      </Row>
      <Row name="Files to copy" text="Not in git, wanted in the sandbox. One a line.">
        <TextArea label="Files to copy" rows={3} value={draft.files} onChange={(files) => set({ files })} placeholder=".env.local" />
      </Row>
      <Row
        name={
          <>
            Environment variables <span className="tag">readable</span>
          </>
        }
        text="For the agents and scripts, one a line. Everybody who sees the project can read them: keys belong into the secrets below."
      >
        <TextArea label="Environment variables" rows={3} value={draft.variables} onChange={(variables) => set({ variables })} placeholder="NODE_ENV=test" problem={environment === undefined ? "One variable a line, as NAME=value." : undefined} />
      </Row>
      <Row name="Preview command" text="Starts the development server in an order's sandbox when somebody wants to see it. A free port is offered as $PORT.">
        <TextArea label="Preview command" rows={1} value={draft.preview} onChange={(preview) => set({ preview })} placeholder="npm run dev -- --port $PORT" />
      </Row>
      <Row name="Preview port" text="Where it listens, if it always is the same. Empty: found out.">
        <TextArea label="Preview port" rows={1} value={draft.port} onChange={(port) => set({ port })} placeholder="found out" problem={isPort ? undefined : "A number up to 65535, or nothing."} />
      </Row>
      {form.isOvertaken && <Overtaken onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />}
      <div className="srow">
        <span />
        <Button variant="primary" disabled={!form.isChanged || form.isOvertaken || environment === undefined || !isPort} onClick={save}>
          Save
        </Button>
      </div>
    </section>
  );
}

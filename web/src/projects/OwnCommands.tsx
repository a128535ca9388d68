/** The project's own text for the commands that drive its phases. */
import { FileText } from "lucide-react";
import { useState } from "react";
import type { Project } from "@/client/models";
import { errorText } from "@/client/problem";
import { Row } from "@/settings/parts";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useProjectActions } from "./project-actions";
import { TextArea } from "./TextArea";

const COMMANDS = [
  { name: "plan", words: "Plan" },
  { name: "build", words: "Build" },
  { name: "test", words: "Test" },
  { name: "review", words: "Review" },
] as const;

export function OwnCommands({ project }: { project: Project }) {
  const [editing, setEditing] = useState<(typeof COMMANDS)[number]>();
  return (
    <section className="card" aria-label="Commands">
      <Row name="Commands" text="What the agent is told in each phase. A text written here wins over the repository's .claude/commands, which wins over Shopfloor's own." end>
        <span />
      </Row>
      {COMMANDS.map((command) => {
        const text = project.commands[command.name];
        return (
          <div key={command.name} className="pcard rule">
            <FileText className="i t3" size={15} />
            <span className="col grow">
              <b className="font-semibold">{command.words}</b>
              <span className="t3 sm tr">{text ? firstLine(text) : "The repository's, else Shopfloor's own"}</span>
            </span>
            {text && <span className="tag">own text</span>}
            <Button size="sm" aria-label={`Edit the ${command.name} command`} onClick={() => setEditing(command)}>
              Edit
            </Button>
          </div>
        );
      })}
      <Dialog open={editing !== undefined} onOpenChange={(open) => !open && setEditing(undefined)} title={`${editing?.words ?? ""} command of this project`} description="$ARGUMENTS is what the order asks for. Empty leaves it to the repository." wide>
        {editing && <CommandForm project={project} name={editing.name} onDone={() => setEditing(undefined)} />}
      </Dialog>
    </section>
  );
}

function CommandForm({ project, name, onDone }: { project: Project; name: string; onDone: () => void }) {
  const { update } = useProjectActions();
  const [text, setText] = useState(project.commands[name] ?? "");
  const save = () => update.mutate({ id: project.project_id, changes: { commands: { ...project.commands, [name]: text.trim() ? text : null } } }, { onSuccess: onDone });
  return (
    <div className="col gap-3">
      <TextArea label="Text of the command" rows={14} value={text} onChange={setText} placeholder={"---\ndescription: How we build\n---\nBuild this:\n\n$ARGUMENTS"} problem={update.error ? errorText(update.error) : undefined} />
      <div className="dlg-f">
        <Button onClick={onDone}>Close</Button>
        <Button variant="primary" busy={update.isPending} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

const firstLine = (text: string): string =>
  text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .trim()
    .split("\n", 1)[0] ?? "";

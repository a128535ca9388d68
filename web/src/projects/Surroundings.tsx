/** What is around the agent in a project's sandboxes. */
import { useState } from "react";
import type { Project } from "@/client/models";
import { linesOf, variablesOf, variablesText } from "@/lib/variables";
import { Row } from "@/settings/parts";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toasts";
import { useProjectChange } from "./use-project-change";

export function Surroundings({ project }: { project: Project }) {
  const change = useProjectChange(project);
  const saved = { script: project.setup_script ?? "", files: project.files_to_copy.join("\n"), variables: variablesText(project.environment) };
  const [script, setScript] = useState(saved.script);
  const [files, setFiles] = useState(saved.files);
  const [variables, setVariables] = useState(saved.variables);
  const environment = variablesOf(variables);
  const isChanged = script !== saved.script || linesOf(files).join("\n") !== saved.files || environment === undefined || variablesText(environment) !== saved.variables;
  const save = () =>
    change({ setup_script: script.trim() || null, files_to_copy: linesOf(files), environment: environment ?? {} }, () => toast({ title: "Saved", text: "It holds from the next order on." }));
  return (
    <section className="card">
      <Row name="Setup script" text="Runs in a fresh sandbox before the agent, such as installing dependencies.">
        <TextArea label="Setup script" rows={4} value={script} onChange={setScript} placeholder="npm ci" />
      </Row>
      <Row name="Files to copy" text="Not in git, wanted in the sandbox. One a line.">
        <TextArea label="Files to copy" rows={3} value={files} onChange={setFiles} placeholder=".env.local" />
      </Row>
      <Row name="Environment variables" text="For the agents and the setup script, one a line. Anybody who sees the project can read them: keys belong into Secrets.">
        <TextArea label="Environment variables" rows={3} value={variables} onChange={setVariables} placeholder="NODE_ENV=test" problem={environment === undefined ? "One variable a line, as NAME=value." : undefined} />
      </Row>
      <div className="srow">
        <span />
        <Button variant="primary" disabled={!isChanged || environment === undefined} onClick={save}>
          Save
        </Button>
      </div>
    </section>
  );
}

interface TextAreaProps {
  label: string;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  problem?: string | undefined;
}

function TextArea({ label, rows, value, onChange, placeholder, problem }: TextAreaProps) {
  return (
    <div>
      <div className="input area">
        <textarea aria-label={label} aria-invalid={problem !== undefined} className="mono" rows={rows} value={value} onChange={(event) => onChange(event.target.value)} placeholder={placeholder} spellCheck={false} />
      </div>
      {problem !== undefined && (
        <p className="xs bad below" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

import type { Workflow } from "@/client/choices";
import { Line } from "@/ui/Line";
import { OptionCard } from "@/ui/OptionCard";
import { PHASE_WORDS, workflowWords } from "@/ui/order-status";

const ALIASES = new Set(["agent_workflow_implement", "agent_workflow_validate"]);

export function WorkflowField({ workflows, value, onChange }: { workflows: Workflow[]; value: string; onChange: (value: string) => void }) {
  const shown = workflows.filter((workflow) => !ALIASES.has(workflow.workflow_type)).toSorted((one, other) => one.phases.length - other.phases.length);
  return (
    <fieldset>
      <legend className="fl">
        Workflow <span className="h">Each phase leaves commits that carry its name</span>
      </legend>
      <div className="opts flows">
        {shown.map((workflow) => (
          <OptionCard
            key={workflow.workflow_type}
            name="workflow"
            value={workflow.workflow_type}
            checked={value === workflow.workflow_type}
            onChange={() => onChange(workflow.workflow_type)}
            title={
              <>
                <Line stations={workflow.phases.map((phase) => ({ phase, word: PHASE_WORDS[phase] ?? phase, state: "done" }))} />
                {workflowWords(workflow.workflow_type)}
              </>
            }
            text={workflow.description}
          />
        ))}
      </div>
    </fieldset>
  );
}

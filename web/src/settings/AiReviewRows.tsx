/** Whether another agent reviews finished tasks, and what an approval does: for the floor and for a project. */
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@/client/api";
import { agentsQuery } from "@/client/queries";
import { agentGroups, ModelSelect } from "@/ui/AgentFields";
import { Switch } from "@/ui/fields";
import { Select } from "@/ui/Select";
import { Row, TextSetting } from "./parts";

export type AiReviewRules = Schemas["AiReviewRulesModel"];
export type OnApprove = Schemas["OnApprove"];

const roundsProblem = (text: string) => (/^(\d|10)$/.test(text) ? null : "A whole number from 0 to 10.");

interface AiReviewRowsProps {
  rules: AiReviewRules;
  /** Whose models are meant where no agent is chosen. */
  builder: string;
  onChange: (rules: AiReviewRules) => void;
}

export function AiReviewRows({ rules, builder, onChange }: AiReviewRowsProps) {
  const agents = useQuery(agentsQuery);
  const set = (changes: Partial<AiReviewRules>) => onChange({ ...rules, ...changes });
  return (
    <>
      <Row name="Review by an agent" text="Another agent reads what was built, before a person does. It can change nothing." end>
        <Switch label="Review by an agent" checked={rules.enabled ?? false} onChange={(enabled) => set({ enabled })} />
      </Row>
      {rules.enabled && (
        <>
          <Row name="Reviewing agent">
            <Select label="Reviewing agent" value={rules.agent ?? ""} onChange={(agent) => set({ agent: agent || null, model: null })} groups={agentGroups(agents.data ?? [], "The one that built it, in a fresh session")} />
          </Row>
          <Row name="Its model">
            <ModelSelect agent={rules.agent ?? builder} value={rules.model ?? ""} onChange={(model) => set({ model: model || null })} any="Its usual model" />
          </Row>
          <Row name="Rounds" text="How often the building agent gets the findings before a person is asked.">
            <TextSetting label="Rounds" inputMode="numeric" value={String(rules.rounds ?? 2)} problemOf={roundsProblem} onSave={(rounds) => set({ rounds: Number(rounds) })} />
          </Row>
        </>
      )}
    </>
  );
}

export const ON_APPROVE: { value: OnApprove; label: string }[] = [
  { value: "nothing", label: "Leave the pull request as it is" },
  { value: "ready", label: "Mark the pull request ready" },
  { value: "merge", label: "Merge it" },
  { value: "squash", label: "Squash and merge it" },
  { value: "rebase", label: "Rebase and merge it" },
];

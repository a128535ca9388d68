/** Agent, model, effort and mode: what is really offered here. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Agent } from "@/client/models";
import { agentModelsQuery } from "@/client/queries";
import { type Choice, type ChoiceGroup, Select } from "./Select";
import { AgentMonogram } from "./Monogram";
import { StatusGlyph } from "./StatusGlyph";

export const canWork = (agent: Agent): boolean => agent.is_installed && agent.signed_in !== "no" && !agent.unavailable_reason;

export function agentGroups(agents: Agent[], any?: string): ChoiceGroup[] {
  const choice = (agent: Agent): Choice => ({
    value: agent.name,
    text: agent.display_name,
    label: (
      <span className="row">
        <AgentMonogram name={agent.name} title={agent.display_name} small />
        {agent.display_name}
      </span>
    ),
    hint: agent.is_installed ? (agent.signed_in === "no" ? "Not signed in" : undefined) : "Not installed",
    disabled: !agent.is_installed,
  });
  const ready = agents.filter(canWork);
  const others = agents.filter((agent) => !canWork(agent));
  return [
    ...(any ? [{ choices: [{ value: "", label: any }] }] : []),
    { label: "Ready here", choices: ready.map(choice) },
    ...(others.length ? [{ label: "Not ready", choices: others.map(choice) }] : []),
  ];
}

export function AgentState({ agent }: { agent: Agent | undefined }) {
  if (!agent) return null;
  if (canWork(agent))
    return (
      <span className="row g4 ok">
        <StatusGlyph glyph="done" size={12} />
        {agent.signed_in === "yes" ? "Signed in" : "Ready"}
      </span>
    );
  return (
    <Link to="/settings/$section" params={{ section: "agents" }} className="row g4 warn">
      <StatusGlyph glyph="needs" size={12} />
      {agent.is_installed ? "Sign in" : "Install"}
    </Link>
  );
}

interface ModelSelectProps {
  agent: string;
  value: string;
  onChange: (value: string) => void;
  any: string;
  id?: string;
}

export function ModelSelect({ agent, value, onChange, any, id }: ModelSelectProps) {
  const offer = useQuery({ ...agentModelsQuery(agent), enabled: agent !== "" });
  const models = offer.data?.models ?? [];
  const providers = [...new Set(models.map((model) => model.provider ?? ""))];
  const known = models.some((model) => model.model_id === value) || value === "";
  return (
    <Select
      {...(id ? { id } : {})}
      label="Model"
      value={value}
      onChange={onChange}
      disabled={!agent}
      groups={[
        { choices: [{ value: "", label: any }, ...(known ? [] : [{ value, label: value, hint: "not offered now" }])] },
        ...providers.map((provider) => ({
          ...(provider ? { label: provider } : {}),
          choices: models.filter((model) => (model.provider ?? "") === provider).map((model) => ({ value: model.model_id, label: model.name, hint: model.model_id === model.name ? undefined : model.model_id })),
        })),
      ]}
    />
  );
}

interface OfferedSelectProps extends ModelSelectProps {
  kind: "efforts" | "modes";
}

/** Nothing where the agent has no such choice. */
export function OfferedSelect({ agent, kind, value, onChange, any, id }: OfferedSelectProps) {
  const offer = useQuery({ ...agentModelsQuery(agent), enabled: agent !== "" });
  const choices = offer.data?.[kind] ?? [];
  return (
    <Select
      {...(id ? { id } : {})}
      label={kind === "efforts" ? "Effort" : "Mode"}
      value={value}
      onChange={onChange}
      disabled={choices.length === 0}
      groups={[{ choices: [{ value: "", label: choices.length ? any : "No choice here" }, ...choices.map((each) => ({ value: each.id, label: each.name }))] }]}
    />
  );
}

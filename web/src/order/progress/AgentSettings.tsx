import { useQuery } from "@tanstack/react-query";
import { agentModelsQuery } from "@/client/queries";
import { Select } from "@/ui/Select";
import { useOrderPage } from "../order-context";

interface Offered {
  readonly id: string;
  readonly name: string;
}

/** Effort and mode, where the agent offers them. They can be changed between turns. */
export function AgentSettings() {
  const { order } = useOrderPage();
  const { data } = useQuery(agentModelsQuery(order.agent));
  return (
    <>
      <Setting name="Effort" field="reasoning_effort" value={order.reasoning_effort ?? ""} offered={data?.efforts ?? []} />
      <Setting name="Mode" field="mode" value={order.mode ?? ""} offered={data?.modes ?? []} />
    </>
  );
}

interface SettingProps {
  readonly name: string;
  readonly field: "reasoning_effort" | "mode";
  readonly value: string;
  readonly offered: readonly Offered[];
}

function Setting({ name, field, value, offered }: SettingProps) {
  const { order, actions } = useOrderPage();
  if (offered.length === 0) return undefined;
  const isWorking = order.status === "running" || order.status === "waiting" || order.status === "cancelled";
  const chosen = offered.find((each) => each.id === value)?.name ?? "As the agent has it";
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {isWorking ? (
          chosen
        ) : (
          <Select
            small
            label={name}
            value={value}
            onChange={(next) => void actions.change({ [field]: next === "" ? null : next })}
            groups={[{ choices: [{ value: "", label: "As the agent has it" }, ...offered.map((each) => ({ value: each.id, label: each.name }))] }]}
          />
        )}
      </dd>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { agentModelsQuery } from "@/client/queries";
import { AgentMonogram } from "@/ui/Monogram";
import { Select } from "@/ui/Select";
import { Tooltip } from "@/ui/Tooltip";
import { useOrderPage } from "../order-context";

/** The agent and its model. The model can be changed between turns. */
export function AgentChoice() {
  const { order, agentName, actions } = useOrderPage();
  const isWorking = order.status === "running" || order.status === "waiting";
  const { data } = useQuery({ ...agentModelsQuery(order.agent), enabled: !isWorking });
  const models = data?.models ?? [];
  const name = models.find((model) => model.model_id === order.model)?.name ?? order.model;
  const canChoose = !isWorking && order.status !== "cancelled" && models.length > 0;
  return (
    <span className="meta agent-choice">
      <AgentMonogram name={order.agent} title={agentName} />
      <span>{agentName}</span>
      {canChoose ? (
        <Select
          small
          label="Model"
          value={order.model ?? ""}
          onChange={(model) => void actions.change({ model: model === "" ? null : model })}
          groups={[{ choices: [{ value: "", label: "Default model" }, ...models.map((model) => ({ value: model.model_id, label: model.name }))] }]}
        />
      ) : (
        <>
          {name !== null && <span className="t3 tr">{name}</span>}
          {isWorking && (
            <Tooltip text="The model can be changed when the turn ends">
              <Lock className="i" size={11} aria-label="The model can be changed when the turn ends" />
            </Tooltip>
          )}
        </>
      )}
    </span>
  );
}

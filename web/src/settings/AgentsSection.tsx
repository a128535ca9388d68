import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { liveOrdersQuery } from "@/client/floor";
import type { Agent } from "@/client/models";
import { agentModelsQuery, agentsQuery, keys, settingsQuery } from "@/client/queries";
import { ago, plural } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { canWork } from "@/ui/AgentFields";
import { Button } from "@/ui/Button";
import { AgentMonogram } from "@/ui/Monogram";
import { Bone, ErrorState, Skeleton } from "@/ui/states";
import { type Glyph, StatusGlyph } from "@/ui/StatusGlyph";
import { CopyLine, Heading } from "./parts";

export function AgentsSection() {
  const agents = useQuery(agentsQuery);
  const now = useNow(10_000);
  const checked = agents.dataUpdatedAt ? `Checked ${ago(agents.dataUpdatedAt, now)}${Date.now() - agents.dataUpdatedAt > 10_000 ? " ago" : ""}` : "";
  return (
    <>
      <Heading
        title="Agents"
        text="Programs found on this server, each with its own sign-in."
        aside={
          <span className="row">
            <span className="xs t3 nw hide-phone">{checked}</span>
            <Button icon={<RotateCw className="i" size={13} />} busy={agents.isFetching} onClick={() => void agents.refetch()}>
              Check again
            </Button>
          </span>
        }
      />
      {agents.error && <ErrorState title="The agents cannot be listed" error={agents.error} onRetry={() => void agents.refetch()} />}
      {agents.isPending && (
        <Skeleton label="Loading agents">
          <Bone height={220} />
        </Skeleton>
      )}
      {agents.data && (
        <div className="card">
          {agents.data.map((agent) => (
            <AgentRow key={agent.name} agent={agent} />
          ))}
        </div>
      )}
    </>
  );
}

function AgentRow({ agent }: { agent: Agent }) {
  const [isOpen, setOpen] = useState(false);
  const settings = useQuery(settingsQuery);
  const live = useQuery(liveOrdersQuery);
  const running = live.data?.orders.filter((order) => order.agent === agent.name).length ?? 0;
  const action = canWork(agent) ? "Models" : agent.is_installed ? "Sign in" : "How to install";
  return (
    <>
      <div className="ar">
        <AgentMonogram name={agent.name} title={agent.display_name} />
        <div className="col">
          <span className="row">
            <b className="font-semibold">{agent.display_name}</b>
            {settings.data?.default_agent === agent.name && <span className="tag accent">Default</span>}
            {agent.version && <span className="mono t3 xs">{agent.version}</span>}
          </span>
          <AgentStateLine agent={agent} />
        </div>
        <span className="row acts-r">
          {running > 0 && <span className="xs t3 nw">{running} running</span>}
          <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Close" : action}
          </Button>
        </span>
      </div>
      {isOpen && <div className="ar-x">{canWork(agent) ? <Models agent={agent} /> : <Help agent={agent} />}</div>}
    </>
  );
}

function AgentStateLine({ agent }: { agent: Agent }) {
  const [glyph, tone, words] = stateOf(agent);
  return (
    <span className="st-line">
      <StatusGlyph glyph={glyph} />
      <span className={tone}>{words}</span>
      <span className="t3 tr hide-phone">{agent.description}</span>
    </span>
  );
}

function stateOf(agent: Agent): [Glyph, string, string] {
  if (!agent.is_installed) return ["queued", "t2", "Not installed on this server"];
  if (agent.unavailable_reason) return ["failed", "bad", agent.unavailable_reason];
  if (agent.signed_in === "no") return ["needs", "warn", "Not signed in"];
  return ["done", "", agent.signed_in === "yes" ? "Signed in" : "Ready"];
}

const inCode = (hint: string): string | null => hint.match(/`([^`]+)`/)?.[1] ?? null;

function Help({ agent }: { agent: Agent }) {
  const client = useQueryClient();
  const hint = (agent.is_installed ? agent.sign_in_hint : agent.install_hint) ?? agent.hint ?? agent.unavailable_reason;
  const command = hint ? inCode(hint) : null;
  return (
    <div className="col gap-2">
      <b className="font-semibold">{agent.is_installed ? "Sign in" : "Install"}</b>
      <p className="t2 sm">{hint ?? "Nothing is known about how."}</p>
      {command && <CopyLine text={command} />}
      <div className="row">
        <Button size="sm" onClick={() => void client.invalidateQueries({ queryKey: keys.agents })}>
          I did, look again
        </Button>
        {agent.is_installed && (
          <Link to="/settings/$section" params={{ section: "secrets" }} className="link sm">
            Use an API key
          </Link>
        )}
      </div>
    </div>
  );
}

function Models({ agent }: { agent: Agent }) {
  const offer = useQuery(agentModelsQuery(agent.name));
  if (offer.isPending) return <span className="t3 sm">Asking {agent.display_name} …</span>;
  if (offer.error) return <span className="bad sm">{offer.error.message}</span>;
  if (!offer.data || offer.data.models.length === 0) return <span className="t3 sm">{offer.data?.message ?? "This agent offers no choice of models."}</span>;
  return (
    <div className="col gap-2">
      <span className="sm t2">{plural(offer.data.models.length, "model")}</span>
      <ul className="row g6 flex-wrap">
        {offer.data.models.map((model) => (
          <li key={model.model_id} className="chip" title={model.model_id}>
            {model.name}
            {model.model_id === offer.data?.current_model && <span className="tag accent">Default</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

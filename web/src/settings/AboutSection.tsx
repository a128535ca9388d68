import { useQuery } from "@tanstack/react-query";
import { api, body } from "@/client/api";
import { errorText } from "@/client/problem";
import { agentsQuery } from "@/client/queries";
import { useConnection } from "@/live";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { Heading, Row } from "./parts";

export function AboutSection() {
  const health = useQuery({ queryKey: ["health"], queryFn: ({ signal }) => body(api.GET("/api/health", { signal })), refetchInterval: 15_000 });
  const ready = useQuery({ queryKey: ["ready"], queryFn: ({ signal }) => body(api.GET("/api/ready", { signal })), refetchInterval: 15_000, retry: false });
  const agents = useQuery(agentsQuery);
  const connection = useConnection();
  return (
    <>
      <Heading title="About and health" text="What runs here, and whether it is well." />
      <section className="card">
        <Row name="Shopfloor" end>
          <span className="mono">{health.data?.version ?? "–"}</span>
        </Row>
        <Row name="Server" end>
          <Health isGood={health.data?.status === "ok"} words={health.error ? errorText(health.error) : healthWord(health.data?.status)} />
        </Row>
        {Object.entries(ready.data?.checks ?? {}).map(([name, state]) => (
          <Row key={name} name={name[0]?.toUpperCase() + name.slice(1)} end>
            <Health isGood={state === "ok"} words={healthWord(state)} />
          </Row>
        ))}
        <Row name="Live connection" end>
          <Health isGood={connection.name === "open" || connection.name === "polling"} words={CONNECTION_WORDS[connection.name]} />
        </Row>
      </section>
      <section className="card">
        {agents.data
          ?.filter((agent) => agent.is_installed)
          .map((agent) => (
            <Row key={agent.name} name={agent.display_name} end>
              <span className="mono">{agent.version ?? "built in"}</span>
            </Row>
          ))}
      </section>
      <p className="sm t2 row">
        <a className="link" href="/api/docs">
          API
        </a>
        <a className="link" href="/api/openapi.json">
          OpenAPI
        </a>
      </p>
    </>
  );
}

const healthWord = (state: string | undefined) => (state === undefined ? "Asking" : state === "ok" ? "Well" : state);

const CONNECTION_WORDS: Record<ReturnType<typeof useConnection>["name"], string> = {
  connecting: "Connecting",
  open: "Open",
  polling: "Streams are blocked: asks every 3 s",
  waiting: "Lost, tries again",
  refused: "Refused",
  closed: "Closed",
};

const Health = ({ isGood, words }: { isGood: boolean; words: string }) => (
  <span className={isGood ? "row g6 ok" : "row g6 warn"}>
    <StatusGlyph glyph={isGood ? "done" : "needs"} />
    {words}
  </span>
);

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cost, count, duration } from "@/lib/format";
import { AgentMonogram } from "@/ui/Monogram";
import { type Figures, type Stretch, sumOf, type UsageGroup, type UsageSum, usageQuery } from "./figures";
import { Panel } from "./Panel";

export function AgentsCompared({ figures, nameOf }: { figures: Figures; nameOf: (agent: string) => string }) {
  return (
    <Panel title="Agents compared" className="wide">
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Orders</th>
            <th scope="col">Succeeded</th>
            <th scope="col">Median</th>
            <th scope="col">Cost an order</th>
          </tr>
        </thead>
        <tbody>
          {figures.agents.map((agent) => {
            const spent = sumOf(figures.spent.filter((each) => each.agent === agent.agent).map((each) => each.cost_usd));
            const rate = agent.success_rate;
            return (
              <tr key={agent.agent}>
                <td>
                  <span className="row"><AgentMonogram name={agent.agent} />{nameOf(agent.agent)}</span>
                </td>
                <td>{agent.filed}</td>
                <td>
                  <span className="row share">
                    {rate !== null && <span className="meter" aria-hidden><i style={{ width: `${rate * 100}%` }} /></span>}
                    {rate === null ? "–" : `${Math.round(rate * 100)} %`}
                  </span>
                </td>
                <td>{agent.median_seconds === null ? "–" : duration(agent.median_seconds * 1000)}</td>
                <td>{spent === null ? "–" : cost(spent / agent.filed)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {figures.agents.length === 0 && <Nothing />}
    </Panel>
  );
}

export function Failures({ figures }: { figures: Figures }) {
  const most = figures.failures[0]?.count ?? 1;
  return (
    <Panel title="Why orders fail">
      {figures.failures.length === 0 && <p className="t3 sm">No order failed.</p>}
      <ul className="why">
        {figures.failures.slice(0, 6).map((failure) => (
          <li key={failure.code}>
            <span className="row"><span className="tr">{codeWords(failure.code)}</span><b className="push num">{failure.count}</b></span>
            <span className="meter bad" aria-hidden><i style={{ width: `${(failure.count / most) * 100}%` }} /></span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface SpentProps {
  group: UsageGroup;
  title: string;
  stretch: Stretch;
  project: string;
  nameOf?: (row: UsageSum) => ReactNode;
  className: string;
}

/** What was spent on each of something, the dearest first. */
export function SpentOn({ group, title, stretch, project, className, nameOf = (row) => row.name ?? "Not said" }: SpentProps) {
  const { data } = useQuery(usageQuery(group, stretch, project));
  return (
    <Panel title={title} className={className}>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">{WORDS[group]}</th>
            <th scope="col">Turns</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {data?.usage.map((row) => (
            <tr key={row.key ?? ""}>
              <td className="tr">{nameOf(row)}</td>
              <td>{row.turns}</td>
              <td>{row.total_tokens === null ? "–" : count(row.total_tokens)}</td>
              <td>{cost(row.cost_usd) ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data?.usage.length === 0 && <Nothing />}
    </Panel>
  );
}

export const orderLink = (row: UsageSum): ReactNode =>
  row.key === null || row.name === row.key ? (row.name ?? "Not said") : <Link to="/orders/$orderId" params={{ orderId: row.key }}>{row.name}</Link>;

const WORDS: Record<UsageGroup, string> = { agent: "Agent", model: "Model", project: "Project", order: "Order", turn: "Turn" };

const Nothing = () => <p className="t3 sm">Nothing in these days.</p>;

const codeWords = (code: string): string => {
  const words = code.replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

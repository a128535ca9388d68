import { Link, useNavigate } from "@tanstack/react-router";
import { memo } from "react";
import type { Agent, Order, Project } from "@/client/models";
import { cx } from "@/lib/classes";
import { ago, cost, duration, fullTime, repositoryName } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { useActivity } from "@/live";
import { Checkbox } from "@/ui/fields";
import { Line } from "@/ui/Line";
import { AgentMonogram } from "@/ui/Monogram";
import { isEnded, shownOrder, stationsOf } from "@/ui/order-status";
import { PullRequestIcon } from "@/ui/PullRequestIcon";
import { lookOf } from "@/ui/pull-request-look";
import { StatusGlyph } from "@/ui/StatusGlyph";

interface OrderTableProps {
  orders: Order[];
  projects: Project[];
  agents: Agent[];
  selected: ReadonlySet<string>;
  current: string | null;
  onToggle: (id: string) => void;
  onToggleAll: (on: boolean) => void;
}

export function OrderTable({ orders, projects, agents, selected, current, onToggle, onToggleAll }: OrderTableProps) {
  const all = selected.size === orders.length;
  const projectOf = new Map(projects.map((project) => [project.project_id, project.name]));
  const agentOf = new Map(agents.map((agent) => [agent.name, agent.display_name]));
  return (
    <table className="lt">
      <colgroup>
        <col className="c-check" />
        <col className="c-status" />
        <col />
        <col className="c-line" />
        <col className="c-agent" />
        <col className="c-pr" />
        <col className="c-lines" />
        <col className="c-cost" />
        <col className="c-time" />
        <col className="c-last" />
      </colgroup>
      <thead>
        <tr>
          <th>
            <Checkbox checked={all ? true : selected.size ? "indeterminate" : false} onChange={onToggleAll} label="Select all" />
          </th>
          <th>Status</th>
          <th>Order</th>
          <th>Phases</th>
          <th>Agent</th>
          <th>Pull request</th>
          <th className="r">Lines</th>
          <th className="r">Cost</th>
          <th className="r">Time</th>
          <th className="r">Last activity</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow
            key={order.agent_work_order_id}
            order={order}
            place={(order.project_id && projectOf.get(order.project_id)) || repositoryName(order.repository_url)}
            agentName={agentOf.get(order.agent) ?? order.agent}
            isSelected={selected.has(order.agent_work_order_id)}
            isCurrent={current === order.agent_work_order_id}
            onToggle={onToggle}
          />
        ))}
      </tbody>
    </table>
  );
}

interface OrderRowProps {
  order: Order;
  place: string;
  agentName: string;
  isSelected: boolean;
  isCurrent: boolean;
  onToggle: (id: string) => void;
}

const OrderRow = memo(function OrderRow({ order, place, agentName, isSelected, isCurrent, onToggle }: OrderRowProps) {
  const id = order.agent_work_order_id;
  const navigate = useNavigate();
  const shown = shownOrder(order);
  const open = (event: React.MouseEvent) => {
    if ((event.target as HTMLElement).closest("a, button") || window.getSelection()?.toString()) return;
    void navigate({ to: "/orders/$orderId", params: { orderId: id } });
  };
  return (
    <tr className={cx(isSelected && "on", isCurrent && "cur")} data-order={id} onClick={open} aria-selected={isSelected}>
      <td className="d-check">
        <Checkbox checked={isSelected} onChange={() => onToggle(id)} label={`Select ${order.title}`} />
      </td>
      <td className="d-status">
        <span className={cx("row b", shown.tone)}>
          <StatusGlyph glyph={shown.glyph} />
          {shown.word}
        </span>
      </td>
      <td className="d-title">
        <Link to="/orders/$orderId" params={{ orderId: id }} className="ti tr block" title={order.title} preload={false}>
          {order.title}
        </Link>
        <div className="su tr">
          <span className="t2">{place}</span> · <Detail order={order} />
        </div>
      </td>
      <td className="d-line">
        <Line stations={stationsOf(order)} />
      </td>
      <td className="d-agent">
        <span className="row">
          <AgentMonogram name={order.agent} title={agentName} />
          <span className="tr">{order.model ?? agentName}</span>
        </span>
      </td>
      <td className="d-pr">
        <PullRequestCell order={order} />
      </td>
      <td className="r d-lines">
        {order.git_files_changed ? (
          <>
            <span className="plus">+{order.git_lines_added}</span> <span className="minus">−{order.git_lines_removed}</span>
          </>
        ) : (
          "0"
        )}
      </td>
      <td className="r d-cost">{cost(order.usage.cost_usd) ?? <span className="t3" title="The agent does not say">–</span>}</td>
      <td className="r d-time">
        <Elapsed order={order} />
      </td>
      <td className="r d-last">
        <LastActivity at={order.updated_at} />
      </td>
    </tr>
  );
});

function Detail({ order }: { order: Order }) {
  const activity = useActivity(order.agent_work_order_id);
  if (order.status === "failed") return <span className="bad">{order.error_message ?? "Failed"}</span>;
  if (order.status === "waiting") return <span className="warn">{activity ?? "Waits for your answer"}</span>;
  if (order.status === "running") return <span className="acc">{activity ?? "At work"}</span>;
  if (order.status === "pending") return order.queue_position ? `Queued, number ${order.queue_position} in line` : "Waiting for a sandbox";
  return (
    <>
      <span className="mono">{order.agent_work_order_id}</span>
      {order.git_branch_name && <span className="mono">, {order.git_branch_name.replace(`${order.agent_work_order_id}/`, "")}</span>}
    </>
  );
}

function PullRequestCell({ order }: { order: Order }) {
  if (!order.pull_request_number) return <span className="t3">{isEnded(order) ? "None" : "None yet"}</span>;
  const look = order.pull_request_state ? lookOf(order.pull_request_state) : undefined;
  return (
    <Link to="/orders/$orderId" params={{ orderId: order.agent_work_order_id }} search={{ tab: "pull-request" }} className="row g6" preload={false}>
      <PullRequestIcon look={look} size={14} />
      <span className="b">#{order.pull_request_number}</span>
      {look && <span className={look.word === "Closed" ? "bad" : "t3"}>{look.word}</span>}
    </Link>
  );
}

function Elapsed({ order }: { order: Order }) {
  const now = useNow(1000);
  if (!order.execution_started_at) return "0:00";
  const end = order.execution_completed_at ?? (isEnded(order) || order.status === "paused" ? order.updated_at : null);
  return duration((end ? Date.parse(end) : now) - Date.parse(order.execution_started_at));
}

function LastActivity({ at }: { at: string }) {
  const now = useNow(10_000);
  const text = ago(at, now);
  return (
    <span className={text === "now" ? "acc b" : undefined} title={fullTime(at)}>
      {text}
    </span>
  );
}

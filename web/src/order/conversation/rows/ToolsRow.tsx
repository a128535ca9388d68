import { useQuery } from "@tanstack/react-query";
import {
  ArrowRightLeft, ChevronDown, ChevronRight, FilePen, FileText, Globe, Lightbulb, Search, SquareTerminal, Trash2, Wrench, type LucideIcon,
} from "lucide-react";
import { memo, useState, type ReactNode } from "react";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { useOrderPage } from "../../order-context";
import { eventQuery } from "../../order-queries";
import { LineCounts } from "../../text/LineCounts";
import type { ToolsItem } from "../items";
import { toolDetailOf, type ToolCall, type ToolDetail, type ToolKind } from "../tool-calls";
import { AgentRow } from "./AgentRows";
import { EditView } from "./EditView";
import { Output } from "./Output";

const ICONS: Readonly<Record<ToolKind, LucideIcon>> = {
  read: FileText, edit: FilePen, delete: Trash2, move: ArrowRightLeft, search: Search, execute: SquareTerminal, think: Lightbulb, fetch: Globe, other: Wrench,
};

export function ToolsRow({ item }: { readonly item: ToolsItem }) {
  return (
    <AgentRow>
      <div className="card tools">
        {item.calls.map((call) => <Tool key={call.id} call={call} />)}
      </div>
    </AgentRow>
  );
}

const Tool = memo(function Tool({ call }: { readonly call: ToolCall }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div className="tool">
      <button type="button" className="tool-h" aria-expanded={open} disabled={!call.hasDetail} onClick={() => setOpen(!open)}>
        <ToolIcon call={call} />
        {call.verb !== "" && <span className="v">{call.verb}</span>}
        <span className={`tr ${call.kind === "other" ? "" : "mono"}`} title={call.target}>{call.target}</span>
        <span className="res num">
          <Result call={call} />
          {call.hasDetail && <Chevron className="i" size={12} aria-hidden />}
        </span>
      </button>
      {open && <ToolBody call={call} />}
    </div>
  );
});

function ToolIcon({ call }: { readonly call: ToolCall }) {
  const { order } = useOrderPage();
  const Icon = ICONS[call.kind];
  const isRunning = (call.state === "running" || call.state === "pending") && order.status === "running";
  return isRunning ? <StatusGlyph glyph="running" label="running" /> : <Icon className="i" size={14} aria-hidden />;
}

function Result({ call }: { readonly call: ToolCall }): ReactNode {
  return (
    <>
      {call.tests !== undefined && <Tests passed={call.tests.passed} failed={call.tests.failed} />}
      {call.tests === undefined && call.exitCode !== undefined && call.exitCode !== 0 && <span className="bad">{`exit ${call.exitCode}`}</span>}
      {call.state === "failed" && call.exitCode === undefined && <span className="bad">failed</span>}
      {call.added === 0 && call.removed === 0 ? <span>unchanged</span> : <LineCounts added={call.added} removed={call.removed} />}
      {call.lines !== undefined && <span className="wide-only">{`${call.lines} lines`}</span>}
      {call.seconds !== undefined && call.seconds >= 0.05 && <span className="wide-only">{`${call.seconds.toFixed(1)} s`}</span>}
    </>
  );
}

function Tests({ passed, failed }: { readonly passed: number; readonly failed: number }) {
  return (
    <span className="row g4">
      {passed > 0 && <span className="ok">{`${passed} passed`}</span>}
      {failed > 0 && <span className="bad">{`${failed} failed`}</span>}
    </span>
  );
}

function ToolBody({ call }: { readonly call: ToolCall }) {
  return call.detail === undefined ? <FetchedBody call={call} /> : <Detail call={call} detail={call.detail} />;
}

/** What was let go to save memory is in the journal. */
function FetchedBody({ call }: { readonly call: ToolCall }) {
  const { order } = useOrderPage();
  const { data, isPending } = useQuery(eventQuery(order.agent_work_order_id, call.seq));
  if (isPending) return <div className="tool-b"><pre>Loading</pre></div>;
  return data === undefined ? <div className="tool-b"><pre>No longer in the journal</pre></div> : <Detail call={call} detail={toolDetailOf(data)} />;
}

function Detail({ call, detail }: { readonly call: ToolCall; readonly detail: ToolDetail }) {
  const input = call.kind === "execute" && detail.input === call.target && !call.target.includes("\n") ? undefined : detail.input;
  return (
    <div className="tool-b">
      {input !== undefined && <Output text={input} label="Input" />}
      {detail.edits.map((edit, index) => <EditView key={index} edit={edit} />)}
      {detail.output !== undefined && <Output text={detail.output} label="Output" />}
      {detail.truncated && <p className="cut">The journal keeps the beginning of long output.</p>}
    </div>
  );
}

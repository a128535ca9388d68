import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronRight, CircleDollarSign, Copy, GitBranch, MoreHorizontal, Search, Timer } from "lucide-react";
import { cost, duration, repositoryName } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { Stations } from "@/ui/Line";
import { isEnded, sandboxWords, shownStatus, stationsOf } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { toast } from "@/ui/toasts";
import { useOrderPage } from "../order-context";
import { ActivityLine } from "./ActivityLine";
import { AgentChoice } from "./AgentChoice";
import { MoveButtons, OrderMenu } from "./Controls";
import { PullRequestLink } from "./PullRequestLink";
import { SandboxIcon } from "./SandboxIcon";
import { Title } from "./Title";

interface OrderHeaderProps {
  readonly onFind: () => void;
  readonly stopping: boolean;
  readonly onStopping: (asking: boolean) => void;
}

export function OrderHeader({ onFind, stopping, onStopping }: OrderHeaderProps) {
  const { order, actions } = useOrderPage();
  const status = shownStatus(order.status);
  const project = repositoryName(order.repository_url);
  const price = cost(order.usage.cost_usd);
  return (
    <header className={`oh ${order.status === "waiting" ? "needs" : ""}`}>
      <div className="oh-1">
        <Link to="/" className="btn ghost touch narrow-only" aria-label="Back to orders"><ArrowLeft className="i" size={16} aria-hidden /></Link>
        <nav className="crumb" aria-label="Where you are">
          <span className="tr">{project}</span>
          <ChevronRight className="i" size={12} aria-hidden />
          <Link to="/">Orders</Link>
          <ChevronRight className="i" size={12} aria-hidden />
          <span className="mono">{order.agent_work_order_id}</span>
          <IconButton label="Copy order id" size="sm" onClick={() => void copy(order.agent_work_order_id)}><Copy className="i" size={12} /></IconButton>
        </nav>
        <div className="push row g4">
          <IconButton label="Find in conversation" keys="mod+f" onClick={onFind}><Search className="i" size={15} /></IconButton>
          <span className="sep wide-only" />
          <MoveButtons onStop={() => onStopping(true)} />
          <OrderMenu trigger={<IconButton label="More actions"><MoreHorizontal className="i" size={16} /></IconButton>} onStop={() => onStopping(true)} />
        </div>
      </div>
      <div className="oh-2">
        <Title />
        <span className={`pill ${status.pill}`} role="status"><StatusGlyph glyph={status.glyph} />{status.word}</span>
        <ActivityLine />
      </div>
      <div className="oh-3">
        <Stations stations={stationsOf(order)} />
        <span className="sep" />
        <AgentChoice />
        {order.git_branch_name !== null && (
          <span className="meta mono branch" title={order.git_branch_name}>
            <GitBranch className="i" size={13} aria-hidden />
            <span className="tr">{order.git_branch_name}</span>
          </span>
        )}
        <PullRequestLink />
        <span className="meta sandbox"><SandboxIcon type={order.sandbox_type} />{sandboxWords(order.sandbox_type)}</span>
        <span className="push row g12">
          <span className="meta num elapsed" title="Time since it started"><Timer className="i" size={13} aria-hidden /><Elapsed /></span>
          {price !== null && <span className="meta num" title="Cost so far"><CircleDollarSign className="i" size={13} aria-hidden />{price}</span>}
        </span>
      </div>
      <ConfirmDialog
        open={stopping}
        onOpenChange={onStopping}
        title="Stop this order for good?"
        text="The agent is ended now. What it has done so far is committed and stays on the branch. To go on later, pause it instead."
        action="Stop"
        danger
        onConfirm={() => void actions.move("cancel")}
      />
    </header>
  );
}

function Elapsed() {
  const { order } = useOrderPage();
  const now = useNow();
  if (order.execution_started_at === null) return "0:00";
  const end = order.execution_completed_at ?? (isEnded(order) || order.status === "paused" ? order.updated_at : undefined);
  return duration((end === undefined ? now : Date.parse(end)) - Date.parse(order.execution_started_at));
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  toast({ title: "Copied", text });
}

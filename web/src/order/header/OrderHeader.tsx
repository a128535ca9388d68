import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronRight, CircleDollarSign, Copy, GitBranch, MoreHorizontal, Search } from "lucide-react";
import { usePlace } from "@/client/use-place";
import { cost } from "@/lib/format";
import { IconButton } from "@/ui/Button";
import { Stations } from "@/ui/Line";
import { sandboxWords, stationsOf } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { toast } from "@/ui/toasts";
import { TerminalButton } from "../drawer/TerminalButton";
import { EditorButton } from "../editor/EditorButton";
import { useOrderPage } from "../order-context";
import { ActivityLine } from "./ActivityLine";
import { AgentChoice } from "./AgentChoice";
import { MoveButtons, OrderMenu } from "./Controls";
import { Elapsed } from "./Elapsed";
import { PullRequestLink } from "./PullRequestLink";
import { SandboxIcon } from "./SandboxIcon";
import { StopDialog } from "./StopDialog";
import { Title } from "./Title";
import { useShownStatus } from "./use-review-under-way";

interface OrderHeaderProps {
  readonly onFind: () => void;
  readonly stopping: boolean;
  readonly onStopping: (asking: boolean) => void;
}

export function OrderHeader({ onFind, stopping, onStopping }: OrderHeaderProps) {
  const { order } = useOrderPage();
  const status = useShownStatus();
  const place = usePlace(order);
  const price = cost(order.usage.cost_usd);
  return (
    <header className={`oh ${order.status === "waiting" ? "needs" : ""}`}>
      <div className="oh-1">
        <nav className="crumb" aria-label="Where you are">
          {place.projectId === null ? (
            <span className="tr">{place.name}</span>
          ) : (
            <Link to="/projects/$projectId/board" params={{ projectId: place.projectId }} className="tr" title="The project's board">{place.name}</Link>
          )}
          <ChevronRight className="i" size={12} aria-hidden />
          {place.projectId === null ? <Link to="/">Orders</Link> : <Link to="/projects/$projectId" params={{ projectId: place.projectId }}>Orders</Link>}
          <ChevronRight className="i" size={12} aria-hidden />
          <span className="mono">{order.agent_work_order_id}</span>
          <IconButton label="Copy order id" size="sm" onClick={() => void copy(order.agent_work_order_id)}><Copy className="i" size={12} /></IconButton>
        </nav>
        <div className="push row g4">
          <span className="row g4 wide-only">
            <IconButton label="Find in conversation" keys="mod+f" onClick={onFind}><Search className="i" size={15} /></IconButton>
            <TerminalButton />
            <EditorButton />
          </span>
          <span className="sep wide-only" />
          <MoveButtons onStop={() => onStopping(true)} />
          <OrderMenu trigger={<IconButton label="More actions"><MoreHorizontal className="i" size={16} /></IconButton>} onStop={() => onStopping(true)} onFind={onFind} />
        </div>
      </div>
      <div className="oh-2">
        <Link to="/" className="btn ghost touch narrow-only" aria-label="Back to orders"><ArrowLeft className="i" size={16} aria-hidden /></Link>
        <div className="heading">
          <Title />
          <span className="sub xs t3 tr">{place.name} <span className="mono">{order.agent_work_order_id}</span></span>
        </div>
        <span className={`pill ${status.pill}`} role="status"><StatusGlyph glyph={status.glyph} />{status.word}</span>
        <ActivityLine />
      </div>
      <div className="oh-3">
        <span className={`pill narrow-only ${status.pill}`} aria-hidden><StatusGlyph glyph={status.glyph} />{status.word}</span>
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
          <Elapsed />
          {price !== null && <span className="meta num" title="Cost so far"><CircleDollarSign className="i" size={13} aria-hidden />{price}</span>}
        </span>
      </div>
      <StopDialog open={stopping} onOpenChange={onStopping} />
    </header>
  );
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  toast({ title: "Copied", text });
}

import { ChevronRight, CircleDollarSign, Square } from "lucide-react";
import { usePlace } from "@/client/use-place";
import { cost } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Stations } from "@/ui/Line";
import { AgentMonogram } from "@/ui/Monogram";
import { canCancel, stationsOf } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { TerminalButton } from "../drawer/TerminalButton";
import { useOrderPage } from "../order-context";
import { Elapsed } from "./Elapsed";
import { PullRequestLink } from "./PullRequestLink";
import { StopDialog } from "./StopDialog";
import { useShownStatus } from "./use-review-under-way";

interface CompactHeaderProps {
  readonly stopping: boolean;
  readonly onStopping: (asking: boolean) => void;
}

/** One row, where the panel has the whole page. */
export function CompactHeader({ stopping, onStopping }: CompactHeaderProps) {
  const { order, agentName, actions } = useOrderPage();
  const status = useShownStatus();
  const place = usePlace(order);
  const price = cost(order.usage.cost_usd);
  return (
    <header className={`topbar compact ${order.status === "waiting" ? "needs" : ""}`}>
      <div className="crumb"><span>{place.name}</span><ChevronRight className="i" size={12} aria-hidden /></div>
      <h1 className="tr">{order.title}</h1>
      <span className={`pill ${status.pill}`} role="status"><StatusGlyph glyph={status.glyph} />{status.word}</span>
      <Stations stations={stationsOf(order)} />
      <span className="push row g12">
        <span className="meta"><AgentMonogram name={order.agent} title={agentName} />{agentName}</span>
        <TerminalButton />
        <PullRequestLink />
        <Elapsed />
        {price !== null && <span className="meta num"><CircleDollarSign className="i" size={13} aria-hidden />{price}</span>}
        {canCancel(order) && (
          <Button variant="danger" icon={<Square className="i" size={12} aria-hidden />} busy={actions.moving === "cancel"} onClick={() => onStopping(true)}>
            {actions.moving === "cancel" ? "Stopping" : "Stop"}
          </Button>
        )}
      </span>
      <StopDialog open={stopping} onOpenChange={onStopping} />
    </header>
  );
}

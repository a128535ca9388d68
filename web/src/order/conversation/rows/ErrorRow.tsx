import { Link } from "@tanstack/react-router";
import { LogIn, RotateCw } from "lucide-react";
import { spoken } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/Button";
import { PHASE_WORDS } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { clock } from "@/lib/format";
import { useOrderPage } from "../../order-context";
import { Fold } from "../../text/Fold";
import type { ErrorCategory, ErrorItem } from "../items";
import { AgentRow } from "./AgentRows";

const CATEGORY: Readonly<Record<ErrorCategory, string>> = {
  transient: "Transient",
  persistent: "Persistent",
  "user-action": "Needs your action",
  fatal: "Fatal",
};

export function ErrorRow({ item }: { readonly item: ErrorItem }) {
  return <AgentRow>{item.attempt === undefined ? <Failure item={item} /> : <TriedAgain item={item} />}</AgentRow>;
}

function TriedAgain({ item }: { readonly item: ErrorItem }) {
  return (
    <div className="card err transient" role="status">
      <div className="in tight">
        <div className="row wrap">
          <RotateCw className="i warn" size={14} aria-hidden />
          <h3>
            {item.message}
            {!item.past && <Countdown until={item.retryAt} />}
          </h3>
          <span className="tag warn">{CATEGORY.transient}</span>
          <span className="push xs t3 num">{`attempt ${item.attempt}`}</span>
        </div>
      </div>
    </div>
  );
}

function Countdown({ until }: { readonly until: number | undefined }) {
  const left = (until ?? 0) - useNow();
  return left > 500 ? `, trying again in ${spoken(left)}` : ", trying again";
}

function Failure({ item }: { readonly item: ErrorItem }) {
  return (
    <div className={`card err ${item.category === "transient" ? "transient" : ""}`} role={item.past ? undefined : "alert"}>
      <div className="in">
        <div className="row wrap">
          <StatusGlyph glyph="failed" />
          <h3>{item.message}</h3>
          <span className={`tag ${item.category === "transient" ? "warn" : "bad"}`}>{CATEGORY[item.category]}</span>
          <span className="push xs t3 num">{clock(item.at)}</span>
        </div>
        {item.hint !== undefined && <p className="t2">{item.hint}</p>}
        {!item.past && <p className="t2">{"Commits so far are on the branch; nothing of them is lost."}</p>}
        {!item.past && <Remedies item={item} />}
      </div>
    </div>
  );
}

const SIGN_IN = /auth|sign|login|credential|token|forbidden|key/i;

/** The actions that help with this error. */
function Remedies({ item }: { readonly item: ErrorItem }) {
  const { order, actions, showTab } = useOrderPage();
  const phase = order.current_phase === null ? undefined : PHASE_WORDS[order.current_phase];
  const wantsSignIn = item.category === "user-action" && SIGN_IN.test(`${item.code ?? ""} ${item.message}`);
  const canRetry = item.category !== "fatal" && item.retryable && order.status === "failed";
  return (
    <div className="acts">
      {wantsSignIn && (
        <Link to="/settings/$section" params={{ section: "agents" }} className="btn primary sm">
          <LogIn className="i" size={13} aria-hidden /> Sign in
        </Link>
      )}
      {canRetry && (
        <Button variant={wantsSignIn ? "plain" : "primary"} size="sm" icon={<RotateCw className="i" size={13} aria-hidden />} busy={actions.moving === "retry"} onClick={() => void actions.move("retry")}>
          {actions.moving === "retry" ? "Retrying" : phase === undefined ? "Retry" : `Retry from ${phase.toLowerCase()}`}
        </Button>
      )}
      {item.category === "fatal" && (
        <Link to="/new" search={{ repository: order.repository_url }} className="btn sm">New work order</Link>
      )}
      <Button variant="ghost" size="sm" onClick={() => showTab("logs")}>Show log</Button>
      {item.code !== undefined && <span className="push"><Fold title="Details">{() => <p className="xs t3 mono">{item.code}</p>}</Fold></span>}
    </div>
  );
}

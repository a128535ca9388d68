import { useState } from "react";
import { cost, count, duration } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { LIMIT_FIELDS, limitProblem, limitText, withLimit } from "@/lib/limits";
import { TextSetting } from "@/settings/parts";
import { isLive } from "@/ui/order-status";
import { useConversation, useOrderPage } from "../order-context";

/** How near the limits are, and what they are. They can be changed at any time, and hold from the next turn on. */
export function Limits() {
  const { order } = useOrderPage();
  const { turn } = useConversation();
  const [isEditing, setEditing] = useState(false);
  const { max_cost_usd, turn_seconds, max_tokens } = order.limits ?? {};
  const isMetered = [max_cost_usd, turn_seconds, max_tokens].some((limit) => limit != null) || turn?.contextSize !== undefined;
  return (
    <section aria-label="Limits">
      <div className="sec-h">
        <span>Limits <span className="t3">of a turn</span></span>
        {order.status !== "cancelled" && (
          <button type="button" className="sm acc plain" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>{isEditing ? "Close" : "Change"}</button>
        )}
      </div>
      {isEditing ? <Editor /> : isMetered ? <Meters /> : <p className="sm t3">As the settings have them.</p>}
    </section>
  );
}

function Editor() {
  const { order, actions } = useOrderPage();
  return (
    <div className="limit-fields">
      {LIMIT_FIELDS.map((field) => (
        <div key={field.name} className="limit-field">
          <span className="sm t2">{field.word}</span>
          <TextSetting
            label={field.word}
            inputMode={field.isWhole ? "numeric" : "decimal"}
            value={limitText(order.limits, field)}
            placeholder="Default"
            suffix={field.unit}
            problemOf={(text) => limitProblem(field, text)}
            onSave={(text) => void actions.change({ limits: withLimit(order.limits, field, text) ?? {} })}
          />
        </div>
      ))}
      <p className="xs t3">They hold from the next turn on.</p>
    </div>
  );
}

/** The turn under way, or the last one: what the order has used in all its turns stands in its header. */
function Meters() {
  const { order } = useOrderPage();
  const { turn } = useConversation();
  const now = useNow();
  const { max_cost_usd, turn_seconds, max_tokens } = order.limits ?? {};
  const passed = turn === undefined ? 0 : (turn.endedAt === undefined && isLive(order) ? now : Date.parse(turn.endedAt ?? order.updated_at)) - Date.parse(turn.startedAt);
  const spent = turn?.costUsd ?? 0;
  const tokens = turn?.tokens ?? turn?.contextTokens ?? 0;
  const which = turn?.endedAt === undefined && isLive(order) ? "this turn" : "last turn";
  return (
    <div className="col limits">
      {max_cost_usd != null && <Meter name="Cost" which={which} value={cost(spent) ?? "$0.00"} of={`$${max_cost_usd.toFixed(2)}`} share={spent / max_cost_usd} />}
      {turn_seconds != null && <Meter name="Time" which={which} value={duration(passed)} of={duration(turn_seconds * 1000)} share={passed / 1000 / turn_seconds} />}
      {max_tokens != null && <Meter name="Tokens" which={which} value={count(tokens)} of={count(max_tokens)} share={tokens / max_tokens} />}
      {turn?.contextSize !== undefined && <Meter name="Context" value={count(turn.contextTokens ?? 0)} of={`${count(turn.contextSize)} tokens`} share={(turn.contextTokens ?? 0) / turn.contextSize} />}
    </div>
  );
}

interface MeterProps {
  readonly name: string;
  /** Of which turn it tells; the context is the agent's. */
  readonly which?: string;
  readonly value: string;
  readonly of: string;
  readonly share: number;
}

function Meter({ name, which, value, of, share }: MeterProps) {
  return (
    <div>
      <div className="row sm">
        <span className="t2">{name}{which !== undefined && <span className="t3">{`, ${which}`}</span>}</span>
        <span className="push num"><span className="b">{value}</span> <span className="t3">{`of ${of}`}</span></span>
      </div>
      <div className="meter" role="meter" aria-label={which === undefined ? name : `${name}, ${which}`} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(Math.min(1, share) * 100)}>
        <i style={{ width: `${Math.min(100, share * 100)}%` }} className={share >= 1 ? "over" : ""} />
      </div>
    </div>
  );
}

import { useState } from "react";
import { cost, count, duration } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { LIMIT_FIELDS, limitProblem, limitText, withLimit } from "@/lib/limits";
import { TextSetting } from "@/settings/parts";
import { useConversation, useOrderPage } from "../order-context";

/** How near the limits are, and what they are. They can be changed at any time, and hold from the next turn on. */
export function Limits() {
  const { order } = useOrderPage();
  const { usage } = useConversation();
  const [isEditing, setEditing] = useState(false);
  const { max_cost_usd, turn_seconds, max_tokens } = order.limits ?? {};
  const isMetered = [max_cost_usd, turn_seconds, max_tokens].some((limit) => limit != null) || (usage.contextSize !== undefined && usage.tokens !== undefined);
  return (
    <section aria-label="Limits">
      <div className="sec-h">
        <span>Limits</span>
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

function Meters() {
  const { order } = useOrderPage();
  const { usage } = useConversation();
  const now = useNow();
  const { limits } = order;
  const spent = order.usage.cost_usd ?? 0;
  const tokens = order.usage.total_tokens ?? 0;
  const started = order.execution_started_at === null ? now : Date.parse(order.execution_started_at);
  const passed = (order.execution_completed_at === null ? now : Date.parse(order.execution_completed_at)) - started;
  return (
    <div className="col limits">
      {limits?.max_cost_usd != null && <Meter name="Cost" value={cost(spent) ?? "$0.00"} of={`$${limits.max_cost_usd.toFixed(2)}`} share={spent / limits.max_cost_usd} />}
      {limits?.turn_seconds != null && <Meter name="Time" value={duration(passed)} of={duration(limits.turn_seconds * 1000)} share={passed / 1000 / limits.turn_seconds} />}
      {limits?.max_tokens != null && <Meter name="Tokens" value={count(tokens)} of={count(limits.max_tokens)} share={tokens / limits.max_tokens} />}
      {usage.contextSize !== undefined && usage.tokens !== undefined && <Meter name="Context" value={count(usage.tokens)} of={`${count(usage.contextSize)} tokens`} share={usage.tokens / usage.contextSize} />}
    </div>
  );
}

function Meter({ name, value, of, share }: { readonly name: string; readonly value: string; readonly of: string; readonly share: number }) {
  return (
    <div>
      <div className="row sm">
        <span className="t2">{name}</span>
        <span className="push num"><span className="b">{value}</span> <span className="t3">{`of ${of}`}</span></span>
      </div>
      <div className="meter" role="meter" aria-label={name} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(Math.min(1, share) * 100)}>
        <i style={{ width: `${Math.min(100, share * 100)}%` }} className={share >= 1 ? "over" : ""} />
      </div>
    </div>
  );
}

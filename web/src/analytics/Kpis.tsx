import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cost, count, duration, spoken } from "@/lib/format";
import { type Figures, sumOf } from "./figures";

export function Kpis({ now, before }: { now: Figures; before: Figures | undefined }) {
  const spent = sumOf(now.spent.map((each) => each.cost_usd));
  const tokens = sumOf(now.spent.map((each) => each.total_tokens));
  const { total } = now;
  const rate = total.success_rate;
  return (
    <dl className="pn kpi">
      <Kpi name="Orders filed" value={String(total.filed)}>
        <Change by={before && total.filed - before.total.filed} words={(by) => `${Math.abs(by)} ${by > 0 ? "more" : "fewer"}`} />
      </Kpi>
      <Kpi name="Succeeded" value={rate === null ? "–" : `${Math.round(rate * 100)} %`}>
        <Change by={difference(rate, before?.total.success_rate, 100)} words={(by) => `${Math.abs(by)} points`} none="of those that ended" />
      </Kpi>
      <Kpi name="Start to done, median" value={total.median_seconds === null ? "–" : duration(total.median_seconds * 1000)}>
        <Change by={difference(total.median_seconds, before?.total.median_seconds)} words={(by) => `${spoken(Math.abs(by) * 1000)} ${by > 0 ? "slower" : "faster"}`} />
      </Kpi>
      <Kpi name="Cost" value={cost(spent) ?? "–"}>
        <span className="dl">{spent === null ? "No agent says" : total.filed > 0 && `${cost(spent / total.filed) ?? ""} an order`}</span>
      </Kpi>
      <Kpi name="Tokens" value={tokens === null ? "–" : count(tokens)}>
        <span className="dl">{tokens !== null && total.filed > 0 && `${count(Math.round(tokens / total.filed))} an order`}</span>
      </Kpi>
    </dl>
  );
}

function Kpi({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="v">{value}</span>
        {children}
      </dd>
    </div>
  );
}

/** Against the stretch of time before. */
function Change({ by, words, none = "" }: { by: number | undefined; words: (by: number) => string; none?: string }) {
  if (!by) return <span className="dl">{none}</span>;
  const Arrow = by > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="dl">
      <Arrow className="i" size={11} aria-hidden />
      {words(by)}
    </span>
  );
}

const difference = (now: number | null, before: number | null | undefined, scale = 1): number | undefined =>
  now === null || before === null || before === undefined ? undefined : Math.round((now - before) * scale);

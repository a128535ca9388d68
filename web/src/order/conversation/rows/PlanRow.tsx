import { ListChecks } from "lucide-react";
import { StatusGlyph, type Glyph } from "@/ui/StatusGlyph";
import type { PlanItem, PlanState } from "../items";
import { AgentRow } from "./AgentRows";

const LOOKS: Readonly<Record<PlanState, readonly [className: string, glyph: Glyph, word: string]>> = {
  completed: ["d", "done", "done"],
  in_progress: ["r", "running", "under way"],
  pending: ["p", "queued", "to do"],
};

export function PlanRow({ item }: { readonly item: PlanItem }) {
  const done = item.entries.filter((entry) => entry.state === "completed").length;
  return (
    <AgentRow>
      <section className="card" aria-label={`Plan, ${done} of ${item.entries.length} done`}>
        <div className="card-h">
          <ListChecks className="i" size={14} aria-hidden />
          Plan
          <span className="t3 num plain">{`${done} of ${item.entries.length}`}</span>
          <span className="push meter short" aria-hidden>
            <i style={{ width: `${(100 * done) / item.entries.length}%` }} />
          </span>
        </div>
        <ul className="plan">
          {item.entries.map((entry, index) => {
            const [className, glyph, word] = LOOKS[entry.state];
            return (
              <li key={index} className={`plan-i ${className}`}>
                <StatusGlyph glyph={glyph} label={word} />
                <span>{entry.text}</span>
              </li>
            );
          })}
        </ul>
      </section>
    </AgentRow>
  );
}

import { cost } from "@/lib/format";
import { dayWords, type DayFigures, type Figures, isLabelled, sumOf, ticksOf } from "./figures";
import { Axis } from "./OrdersByDay";
import { ChartPanel } from "./Panel";

const MOST = 3;

interface Line {
  readonly agent: string;
  readonly values: readonly number[];
  readonly total: number;
}

export function CostByDay({ figures, nameOf }: { figures: Figures; nameOf: (agent: string) => string }) {
  const lines = linesOf(figures);
  const ticks = ticksOf(Math.max(0, ...lines.flatMap((line) => line.values)));
  const top = ticks.at(-1) ?? 1;
  const { days } = figures;
  return (
    <ChartPanel
      title="Cost a day by agent"
      head={["Day", ...lines.map((line) => nameOf(line.agent))]}
      rows={days.map((day, index) => [dayWords(day.date), ...lines.map((line) => cost(line.values[index]) ?? "")])}
      legend={lines.map((line, index) => (
        <span key={line.agent}>
          <svg width="16" height="8" aria-hidden><path d="M0 4H16" className={`cl cl-${index}`} /></svg>
          {nameOf(line.agent)}
        </span>
      ))}
    >
      <Axis ticks={ticks} words={(tick) => `$${tick}`} />
      <svg className="lines" viewBox="0 0 100 100" preserveAspectRatio="none">
        {lines.map((line, index) => (
          <path key={line.agent} d={pathOf(line.values, top)} className={`cl cl-${index}`} />
        ))}
      </svg>
      <Days days={days} />
    </ChartPanel>
  );
}

function Days({ days }: { days: readonly DayFigures[] }) {
  return (
    <div className="days">
      {days.map((day, index) => <span key={day.date} className="day">{isLabelled(index, days.length) ? dayWords(day.date) : ""}</span>)}
    </div>
  );
}

/** The dearest agents; a day on which nothing is known costs nothing in the picture. */
function linesOf({ days, spent }: Figures): Line[] {
  const agents = [...new Set(spent.map((each) => each.agent))];
  const lines = agents.map((agent): Line => {
    const mine = new Map(spent.filter((each) => each.agent === agent).map((each) => [each.date, each.cost_usd ?? 0]));
    const values = days.map((day) => mine.get(day.date) ?? 0);
    return { agent, values, total: sumOf(values) ?? 0 };
  });
  return lines.filter((line) => line.total > 0).toSorted((one, other) => other.total - one.total).slice(0, MOST);
}

function pathOf(values: readonly number[], top: number): string {
  const x = (index: number) => ((index + 0.5) / values.length) * 100;
  return values.map((value, index) => `${index ? "L" : "M"}${x(index).toFixed(2)} ${(100 - (value / top) * 100).toFixed(2)}`).join("");
}

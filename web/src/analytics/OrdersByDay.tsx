import type { DayFigures } from "./figures";
import { dayWords, isLabelled, ticksOf } from "./figures";
import { ChartPanel } from "./Panel";

const SERIES = [
  { name: "merged", word: "Merged" },
  { name: "completed", word: "Done" },
  { name: "open", word: "Open" },
  { name: "cancelled", word: "Cancelled" },
  { name: "failed", word: "Failed" },
] as const;

export function OrdersByDay({ days }: { days: readonly DayFigures[] }) {
  const ticks = ticksOf(Math.max(0, ...days.map((day) => day.filed)));
  const top = ticks.at(-1) ?? 1;
  return (
    <ChartPanel
      title="Orders a day"
      className="wide"
      head={["Day", ...SERIES.map(({ word }) => word)]}
      rows={days.map((day) => [dayWords(day.date), ...SERIES.map(({ name }) => String(day[name]))])}
      legend={SERIES.map(({ name, word }) => (
        <span key={name}>
          <i className={`o-${name}`} />
          {word}
        </span>
      ))}
    >
      <Axis ticks={ticks} words={String} />
      <div className="bars">
        {days.map((day, index) => (
          <div key={day.date} className="bar" title={titleOf(day)}>
            <div className="stack">
              {SERIES.filter(({ name }) => day[name] > 0).map(({ name }) => (
                <i key={name} className={`o-${name}`} style={{ height: `${(day[name] / top) * 100}%` }} />
              ))}
            </div>
            <span className="day">{isLabelled(index, days.length) ? dayWords(day.date) : ""}</span>
          </div>
        ))}
      </div>
    </ChartPanel>
  );
}

const titleOf = (day: DayFigures): string => {
  const parts = SERIES.filter(({ name }) => day[name] > 0).map(({ name, word }) => `${day[name]} ${word.toLowerCase()}`);
  return `${dayWords(day.date)}: ${parts.join(", ") || "none"}`;
};

/** Lines with their numbers, behind what is drawn. */
export function Axis({ ticks, words }: { ticks: readonly number[]; words: (tick: number) => string }) {
  const top = ticks.at(-1) ?? 1;
  return (
    <div className="axis">
      {ticks.map((tick) => (
        <div key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
          <span>{words(tick)}</span>
        </div>
      ))}
    </div>
  );
}

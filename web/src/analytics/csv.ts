import type { Figures } from "./figures";

const OUTCOMES = ["filed", "merged", "completed", "open", "cancelled", "failed"] as const;

/** One line a day. What is unknown stays empty. */
export function csvOf({ days, spent }: Figures): string {
  const agents = [...new Set(spent.map((each) => each.agent))].toSorted();
  const of = (date: string, agent: string) => spent.find((each) => each.date === date && each.agent === agent);
  const head = ["date", ...OUTCOMES, ...agents.flatMap((agent) => [`cost_usd ${agent}`, `total_tokens ${agent}`])];
  const lines = days.map((day) => [
    day.date,
    ...OUTCOMES.map((name) => day[name]),
    ...agents.flatMap((agent) => [of(day.date, agent)?.cost_usd ?? "", of(day.date, agent)?.total_tokens ?? ""]),
  ]);
  return [head, ...lines].map((line) => line.map(quoted).join(",")).join("\n") + "\n";
}

const quoted = (value: string | number): string => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

/** The figures of a stretch of days, and of the stretch before it. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, body } from "@/client/api";
import type { Schemas } from "@/client/api";

export type Figures = Schemas["FloorFiguresResponse"];
export type DayFigures = Schemas["DayFiguresModel"];
export type UsageSum = Schemas["UsageSumModel"];
export type UsageGroup = Schemas["UsageGroup"];

export const STRETCHES = [7, 14, 90] as const;

export interface Stretch {
  readonly since: Date;
  readonly until: Date;
}

/** Whole days up to the end of today; `back` whole stretches earlier. */
export function stretchOf(days: number, now: number, back = 0): Stretch {
  const at = (offset: number): Date => {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() + offset);
    return day;
  };
  return { since: at(1 - days * (back + 1)), until: at(1 - days * back) };
}

const OFTEN = 20_000;

const spell = ({ since, until }: Stretch) => ({ since: since.toISOString(), until: until.toISOString() });

export const figuresQuery = (stretch: Stretch, project: string) =>
  queryOptions({
    queryKey: ["analytics", "orders", spell(stretch), project],
    queryFn: ({ signal }) => {
      const query = { ...spell(stretch), ...(project ? { project_id: project } : {}), utc_offset_minutes: -stretch.since.getTimezoneOffset() };
      return body(api.GET("/api/analytics/orders", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: OFTEN,
  });

export const usageQuery = (group_by: UsageGroup, stretch: Stretch, project: string) =>
  queryOptions({
    queryKey: ["analytics", "usage", group_by, spell(stretch), project],
    queryFn: ({ signal }) => {
      const query = { group_by, ...spell(stretch), ...(project ? { project_id: project } : {}), limit: 6 };
      return body(api.GET("/api/analytics/usage", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: OFTEN,
  });

export const sumOf = (numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter((number) => number !== null);
  return known.length > 0 ? known.reduce((sum, number) => sum + number, 0) : null;
};

/** A round number the highest value fits under, in at most four even steps. */
export function ticksOf(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * size).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

export const dayWords = (date: string): string => new Date(`${date}T12:00`).toLocaleDateString(undefined, { day: "numeric", month: "short" });

/** Which days get a word below them, so that words do not touch. */
export const isLabelled = (index: number, count: number): boolean => {
  const every = Math.max(1, Math.ceil(count / 8));
  return (count - 1 - index) % every === 0;
};

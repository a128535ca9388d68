/** The list's filter, as it stands in the address. */
import type { OrderStatus } from "@/client/models";
import type { OrderFilter } from "@/client/queries";

export type View = "all" | "live" | "needs" | "failed" | "done";
export type Sort = NonNullable<OrderFilter["sort"]>;

export interface OrdersSearch {
  view?: View;
  status?: OrderStatus;
  project?: string;
  agent?: string;
  q?: string;
  sort?: Sort;
  page?: number;
  archived?: boolean;
}

export const PAGE_SIZE = 50;
export const VIEWS: Record<View, OrderStatus[] | null> = {
  all: null,
  live: ["pending", "running", "waiting"],
  needs: ["waiting"],
  failed: ["failed"],
  done: ["completed"],
};
const STATUSES: OrderStatus[] = ["pending", "running", "waiting", "paused", "completed", "failed", "cancelled"];
const SORTS: Sort[] = ["-updated_at", "updated_at", "-created_at", "created_at", "title", "-title"];
export const DEFAULT_SORT: Sort = "-updated_at";

const oneOf = <T extends string>(value: unknown, of: readonly T[]): T | undefined => of.find((each) => each === value);
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value.slice(0, 200) : typeof value === "number" ? String(value) : undefined;

/** Whatever an address says, only what the list understands remains. */
export function parseSearch(raw: Record<string, unknown>): OrdersSearch {
  const page = Number(raw["page"]);
  const view = oneOf(raw["view"], Object.keys(VIEWS) as View[]);
  const found: { [name in keyof OrdersSearch]: OrdersSearch[name] | undefined } = {
    view: view === "all" ? undefined : view,
    status: oneOf(raw["status"], STATUSES),
    project: text(raw["project"]),
    agent: text(raw["agent"]),
    q: text(raw["q"]),
    sort: oneOf(raw["sort"], SORTS),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    archived: raw["archived"] === true || raw["archived"] === "true" ? true : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

export function filterOf(search: OrdersSearch): OrderFilter & { archived?: boolean } {
  const status = search.status ? [search.status] : VIEWS[search.view ?? "all"];
  return {
    ...(status ? { status } : {}),
    ...(search.project ? { project_id: search.project } : {}),
    ...(search.agent ? { agent: search.agent } : {}),
    ...(search.q ? { q: search.q } : {}),
    ...(search.archived ? { archived: true } : {}),
    sort: search.sort ?? DEFAULT_SORT,
    limit: PAGE_SIZE,
    offset: ((search.page ?? 1) - 1) * PAGE_SIZE,
  };
}

export const isFiltered = (search: OrdersSearch): boolean =>
  Boolean(search.view ?? search.status ?? search.project ?? search.agent ?? search.q ?? search.archived);

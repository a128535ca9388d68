/** A served program of an order (its preview, its editor) as the server tells of it. */
import { queryOptions } from "@tanstack/react-query";
import { request, type Schemas } from "@/client/api";

export type Served = Schemas["ServedProgramModel"];
export type ServedKind = "preview" | "editor";

const LOOK_AGAIN = 5_000;

export const servedPath = (orderId: string, kind: ServedKind): string => `/api/agent-work-orders/${encodeURIComponent(orderId)}/${kind}`;
export const servedKey = (orderId: string, kind: ServedKind): readonly string[] => ["order", orderId, kind];

/** Somebody else may start it: asked for now and then while it does not run. While it runs, its stream tells. */
export const servedQuery = (orderId: string, kind: ServedKind) =>
  queryOptions({
    queryKey: servedKey(orderId, kind),
    queryFn: ({ signal }) => request<Served>("GET", servedPath(orderId, kind), undefined, signal),
    refetchInterval: ({ state }) => (isAlive(state.data) ? false : LOOK_AGAIN),
  });

export const isAlive = (served: Served | undefined): boolean => served?.state === "starting" || served?.state === "running";

export const startServed = (orderId: string, kind: ServedKind, command?: string): Promise<Served> =>
  request<Served>("POST", servedPath(orderId, kind), command === undefined ? {} : { command });

export const stopServed = (orderId: string, kind: ServedKind): Promise<void> => request("DELETE", servedPath(orderId, kind));

/** An address that lets this browser in, once: it has another origin than this page. */
export async function addressOf(orderId: string, kind: ServedKind, path: string): Promise<string> {
  const { url } = await request<Schemas["VisitResponse"]>("POST", `${servedPath(orderId, kind)}/visits`, { path });
  return url;
}

/** What somebody typed as a way inside the previewed page. */
export function asPath(typed: string): string {
  const text = typed.trim();
  try {
    const { pathname, search, hash } = new URL(text);
    return pathname + search + hash;
  } catch {
    return `/${text.replace(/^[/\\]+/, "")}`;
  }
}

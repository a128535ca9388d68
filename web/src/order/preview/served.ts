/** A served program of an order (its preview, its editor) as the server tells of it. */
import { queryOptions } from "@tanstack/react-query";
import { api, body, type Schemas } from "@/client/api";

export type Served = Schemas["ServedProgramModel"];
export type ServedKind = "preview" | "editor";

const LOOK_AGAIN = 5_000;

const ADDRESSES = {
  preview: "/api/agent-work-orders/{agent_work_order_id}/preview",
  editor: "/api/agent-work-orders/{agent_work_order_id}/editor",
} as const;
const VISITS = {
  preview: "/api/agent-work-orders/{agent_work_order_id}/preview/visits",
  editor: "/api/agent-work-orders/{agent_work_order_id}/editor/visits",
} as const;
const of = (orderId: string) => ({ params: { path: { agent_work_order_id: orderId } } });

export const servedPath = (orderId: string, kind: ServedKind): string => `/api/agent-work-orders/${encodeURIComponent(orderId)}/${kind}`;
export const servedKey = (orderId: string, kind: ServedKind): readonly string[] => ["order", orderId, kind];

/** Somebody else may start it: asked for now and then while it does not run. While it runs, its stream tells. */
export const servedQuery = (orderId: string, kind: ServedKind) =>
  queryOptions({
    queryKey: servedKey(orderId, kind),
    queryFn: ({ signal }) => body(api.GET(ADDRESSES[kind], { ...of(orderId), signal })),
    refetchInterval: ({ state }) => (isAlive(state.data) ? false : LOOK_AGAIN),
  });

export const isAlive = (served: Served | undefined): boolean => served?.state === "starting" || served?.state === "running";

export const startPreview = (orderId: string, command: string): Promise<Served> => body(api.POST(ADDRESSES.preview, { ...of(orderId), body: { command } }));

export const startEditor = (orderId: string): Promise<Served> => body(api.POST(ADDRESSES.editor, of(orderId)));

export const stopServed = (orderId: string, kind: ServedKind): Promise<unknown> => api.DELETE(ADDRESSES[kind], of(orderId));

/** An address that lets this browser in, once: it has another origin than this page. */
export async function addressOf(orderId: string, kind: ServedKind, path: string): Promise<string> {
  const { url } = await body(api.POST(VISITS[kind], { ...of(orderId), body: { path } }));
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

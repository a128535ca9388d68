/** The files of an order's sandbox. */
import { queryOptions } from "@tanstack/react-query";
import { api, body, type Schemas } from "@/client/api";
import { keyHeaders } from "@/client/key";
import { problemOf, unreachable } from "@/client/problem";
import { inOrder } from "./tree";

export type SandboxFile = Schemas["FileModel"];
export type FoundFiles = Schemas["FileSearchResponse"];

export type FileContent =
  | { readonly kind: "text"; readonly text: string; readonly etag: string; readonly isMasked: boolean }
  | { readonly kind: "image"; readonly blob: Blob; readonly etag: string }
  | { readonly kind: "binary"; readonly size: number; readonly etag: string };

const params = (id: string) => ({ path: { agent_work_order_id: id } });
const base = (id: string) => `/api/agent-work-orders/${encodeURIComponent(id)}`;
export const fileAddress = (id: string, path: string) => `${base(id)}/files/${path.split("/").map(encodeURIComponent).join("/")}`;
export const filesKey = (id: string) => ["order", id, "files"] as const;

export const folderQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: [...filesKey(id), path],
    retry: false,
    queryFn: async ({ signal }) =>
      inOrder((await body(api.GET("/api/agent-work-orders/{agent_work_order_id}/files", { params: { ...params(id), query: { path } }, signal }))).files),
  });

export const searchQuery = (id: string, q: string, inContent: boolean) =>
  queryOptions({
    queryKey: ["order", id, "file-search", q, inContent],
    enabled: q !== "",
    queryFn: ({ signal }): Promise<FoundFiles> =>
      body(api.GET("/api/agent-work-orders/{agent_work_order_id}/file-search", { params: { ...params(id), query: { q, content: inContent } }, signal })),
  });

async function send(address: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { ...init, headers: { ...keyHeaders(), ...(init.headers as Record<string, string> | undefined) } });
  } catch {
    throw unreachable();
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function readFile(id: string, path: string): Promise<FileContent> {
  const response = await send(fileAddress(id, path), { cache: "no-cache" });
  const etag = response.headers.get("etag") ?? "";
  if (response.headers.get("content-type")?.startsWith("image/")) return { kind: "image", blob: await response.blob(), etag };
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = asText(bytes);
  if (text === undefined) return { kind: "binary", size: bytes.length, etag };
  return { kind: "text", text, etag, isMasked: response.headers.get("x-shopfloor-masked") === "true" };
}

/** undefined where it is not text: then an editor would destroy it. */
export function asText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What must be true of the file: the version it has, that it is new, or nothing. */
export type Expected = { readonly etag: string } | "new" | "anything";

export async function writeFile(id: string, path: string, content: BodyInit, expected: Expected): Promise<string> {
  const condition = expected === "new" ? { "if-none-match": "*" } : expected === "anything" ? {} : { "if-match": expected.etag };
  const headers: Record<string, string> = { "content-type": "application/octet-stream", ...(condition as Record<string, string>) };
  const response = await send(fileAddress(id, path), { method: "PUT", body: content, headers });
  return ((await response.json()) as SandboxFile).etag;
}

const change = (id: string, what: Schemas["ChangeFilesRequest"]) =>
  body(api.POST("/api/agent-work-orders/{agent_work_order_id}/files", { params: params(id), body: what }));
export const makeFolder = (id: string, path: string) => change(id, { action: "make_folder", path });
export const moveFile = (id: string, path: string, to: string) => change(id, { action: "move", path, to });
export const removeFile = async (id: string, path: string): Promise<void> => void (await send(fileAddress(id, path), { method: "DELETE" }));

export async function downloadFile(id: string, path: string): Promise<void> {
  const blob = await (await send(`${fileAddress(id, path)}?download=true`, {})).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = path.split("/").at(-1) ?? "file";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const commitByHand = (id: string, message: string | null) =>
  body(api.POST("/api/agent-work-orders/{agent_work_order_id}/commits", { params: params(id), body: { message } }));

/** The typed client, generated from the server's OpenAPI. */
import createClient from "openapi-fetch";
import { keyHeaders } from "./key";
import { ApiError, problemOf, unreachable } from "./problem";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
}

export const api = createClient<paths>({ baseUrl: globalThis.location?.origin ?? "", fetch: send });

api.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(keyHeaders())) request.headers.set(name, value);
  },
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
});

/** The body of an answer; what is not a success was thrown before. */
export async function body<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  return data as T;
}

/** For addresses the description does not have yet. */
export async function request<T>(method: string, path: string, content?: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { accept: "application/json", "content-type": "application/json", ...keyHeaders() };
  const init: RequestInit = { method, headers, signal: signal ?? null };
  if (content !== undefined) init.body = JSON.stringify(content);
  const response = await send(new Request(new URL(path, location.origin), init));
  if (!response.ok) throw await problemOf(response);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** null where this server does not offer it. */
export async function optional<T>(path: string, signal?: AbortSignal): Promise<T | null> {
  try {
    return await request<T>("GET", path, undefined, signal);
  } catch (error) {
    if (error instanceof ApiError && [404, 405, 501].includes(error.status)) return null;
    throw error;
  }
}

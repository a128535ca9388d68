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

/** null where there is no such thing. */
export async function bodyIfFound<T>(answer: Promise<{ data?: T }>): Promise<T | null> {
  try {
    return await body(answer);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

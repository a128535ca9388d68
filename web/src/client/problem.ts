import type { components } from "./schema";

export type Problem = components["schemas"]["ProblemModel"];

/** What the server said is wrong, or that it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? "The request failed.");
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code ?? "unknown";
  }

  get hint(): string | null {
    return this.problem.hint ?? null;
  }

  get requestId(): string | null {
    return this.problem.request_id ?? null;
  }

  get isUnreachable(): boolean {
    return this.status === 0;
  }
}

export const unreachable = (): ApiError =>
  new ApiError(0, { code: "unreachable", detail: "The server does not answer.", retryable: true });

export async function problemOf(response: Response): Promise<ApiError> {
  const fallback = { code: `http_${response.status}`, detail: response.statusText || `HTTP ${response.status}` };
  try {
    const body: unknown = await response.json();
    return new ApiError(response.status, typeof body === "object" && body !== null ? body : fallback);
  } catch {
    return new ApiError(response.status, fallback);
  }
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/client/problem";

const ATTEMPTS = 2;

/** The live layer says when something changed; until then what was read is true. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < ATTEMPTS && isWorthRetrying(error),
    },
  },
});

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isUnreachable || error.status >= 500;

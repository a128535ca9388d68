import type { InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/** What is asked for the first time goes on as it is, and may have been answered before the change: it is asked again. */
export function refetch(client: QueryClient, filters: InvalidateQueryFilters = {}): void {
  const first = client.getQueryCache().findAll({ ...filters, predicate: ({ state }) => state.fetchStatus === "fetching" && state.data === undefined });
  void client.invalidateQueries(filters);
  for (const query of first) {
    void query.promise?.then(
      () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      () => undefined,
    );
  }
}

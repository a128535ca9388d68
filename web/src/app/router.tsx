/** Addresses and the pages behind them. Each page is loaded when it is first shown. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";

const root = createRootRoute({ component: Outlet });

const order = createRoute({
  getParentRoute: () => root,
  path: "/orders/$orderId",
  validateSearch: (search: Record<string, unknown>): { tab?: string } =>
    typeof search["tab"] === "string" ? { tab: search["tab"] } : {},
  component: lazyRouteComponent(() => import("@/order/OrderRoute"), "OrderRoute"),
});

const orders = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: () => <main className="p-6">Shopfloor</main>,
});

export const router = createRouter({
  routeTree: root.addChildren([orders, order]),
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

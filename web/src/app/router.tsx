/** Addresses and the pages behind them. Each page is loaded when it is first shown. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { parseBoardSearch } from "@/board/search";
import { arriving } from "@/lib/arriving";
import { parseSearch } from "@/orders/search";
import { Shell } from "@/shell/Shell";
import { NotFound, PageError } from "./PageError";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageError });
const text = (value: unknown): string | undefined => (typeof value === "string" && value ? value : typeof value === "number" ? String(value) : undefined);

const orders = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => arriving(() => import("@/orders/OrdersPage")), "OrdersPage"),
});

const order = createRoute({
  getParentRoute: () => root,
  path: "/orders/$orderId",
  validateSearch: (search: Record<string, unknown>): { tab?: string } => {
    const tab = text(search["tab"]);
    return tab ? { tab } : {};
  },
  component: lazyRouteComponent(() => arriving(() => import("@/order/OrderRoute")), "OrderRoute"),
});

interface NewOrderSearch {
  prompt?: string;
  project?: string;
  repository?: string;
  issue?: string;
}

const newOrder = createRoute({
  getParentRoute: () => root,
  path: "/new",
  validateSearch: (search: Record<string, unknown>): NewOrderSearch => {
    const known = ["prompt", "project", "repository", "issue"].map((name) => [name, text(search[name])]);
    return Object.fromEntries(known.filter(([, value]) => value));
  },
  component: lazyRouteComponent(() => arriving(() => import("@/new-order/NewOrderPage")), "NewOrderPage"),
});

const projects = createRoute({
  getParentRoute: () => root,
  path: "/projects",
  validateSearch: (search: Record<string, unknown>): { add?: boolean } => (search["add"] ? { add: true } : {}),
  component: lazyRouteComponent(() => arriving(() => import("@/projects/ProjectsPage")), "ProjectsPage"),
});

const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId",
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => arriving(() => import("@/projects/ProjectPage")), "ProjectPage"),
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/board",
  validateSearch: parseBoardSearch,
  component: lazyRouteComponent(() => arriving(() => import("@/board/BoardPage")), "BoardPage"),
});

const projectSettings = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/settings",
  component: lazyRouteComponent(() => arriving(() => import("@/projects/ProjectSettingsPage")), "ProjectSettingsPage"),
});

const analytics = createRoute({
  getParentRoute: () => root,
  path: "/analytics",
  validateSearch: (search: Record<string, unknown>): { days?: number; project?: string } => {
    const days = [7, 90].find((each) => each === Number(search["days"]));
    const project = text(search["project"]);
    return { ...(days ? { days } : {}), ...(project ? { project } : {}) };
  },
  component: lazyRouteComponent(() => arriving(() => import("@/analytics/AnalyticsPage")), "AnalyticsPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings/$section",
  component: lazyRouteComponent(() => arriving(() => import("@/settings/SettingsPage")), "SettingsPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([orders, order, newOrder, projects, project, board, projectSettings, analytics, settings]),
  defaultPreload: "intent",
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

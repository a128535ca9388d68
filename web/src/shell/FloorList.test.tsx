import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FloorNow } from "@/client/floor";
import type { Order } from "@/client/models";
import type { ReviewUnderWay } from "@/client/reviews";
import { FloorList } from "./FloorList";

const started = new Date(Date.now() - 5 * 60_000).toISOString();
const order = (id: string, status: Order["status"]): Order =>
  ({ agent_work_order_id: id, title: `Order ${id}`, status, current_phase: "implementing", execution_started_at: started }) as Order;
const review = (id: string, fields: Partial<ReviewUnderWay>): ReviewUnderWay =>
  ({ review_id: `rv-${id}`, agent_work_order_id: id, title: `Order ${id}`, number: 2, ...fields }) as ReviewUnderWay;

async function show(live: Order[], reviews: ReviewUnderWay[]): Promise<HTMLElement[]> {
  const floor: FloorNow = { live, liveCount: live.length, needsYou: [], reviews, total: null };
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: "/", component: () => <FloorList floor={floor} /> });
  const one = createRoute({ getParentRoute: () => root, path: "/orders/$orderId" });
  const router = createRouter({ routeTree: root.addChildren([page, one]), history: createMemoryHistory() });
  render(<RouterProvider router={router as never} />);
  await screen.findByText("On the floor");
  return screen.getAllByRole("link");
}

test("reviews under way stand between what runs and what waits, and lead to their order", async () => {
  const links = await show(
    [order("wo-run", "running"), order("wo-wait", "pending")],
    [review("wo-read", { status: "running", started_at: started }), review("wo-next", { status: "queued", started_at: null })],
  );
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/orders/wo-run", "/orders/wo-read", "/orders/wo-next", "/orders/wo-wait"]);
  expect(links[1]).toHaveTextContent("AI review, round 2, 5 min");
  expect(links[2]).toHaveTextContent("AI review is queued");
  expect(screen.getByText("4")).toBeInTheDocument();
});

test("a floor on which only reviews run is not empty, and what is too much is counted", async () => {
  const links = await show([], Array.from({ length: 14 }, (_, index) => review(`wo-${index}`, { status: "running", started_at: started })));
  expect(links).toHaveLength(13);
  expect(links.at(-1)).toHaveTextContent("2 more");
});

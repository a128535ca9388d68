import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Order } from "@/client/models";
import { TooltipProvider } from "@/ui/Tooltip";
import { OrderTable } from "./OrderTable";

const order = (fields: Partial<Order>): Order =>
  ({
    agent_work_order_id: "wo-1",
    title: "Rate-limit the login endpoint",
    status: "running",
    current_phase: "implementing",
    workflow_type: "agent_workflow_plan_build_test",
    agent: "demo",
    repository_url: "https://example.org/acme/checkout.git",
    usage: { cost_usd: 1.84 },
    git_files_changed: 2,
    git_lines_added: 214,
    git_lines_removed: 4,
    pull_request_number: 482,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    execution_started_at: "2026-01-01T00:00:00Z",
    execution_completed_at: "2026-01-01T00:12:48Z",
    ...fields,
  }) as Order;

async function show(orders: Order[], onToggle = vi.fn()) {
  const root = createRootRoute();
  const table = <OrderTable orders={orders} projects={[]} agents={[]} selected={new Set()} current={null} onToggle={onToggle} onToggleAll={vi.fn()} />;
  const page = createRoute({ getParentRoute: () => root, path: "/", component: () => table });
  const one = createRoute({ getParentRoute: () => root, path: "/orders/$orderId", component: () => <p>The order</p> });
  const router = createRouter({ routeTree: root.addChildren([page, one]), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <RouterProvider router={router as never} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole("table");
}

test("a row says what a person wants to know", async () => {
  await show([order({})]);
  const row = within(screen.getAllByRole("row")[1] as HTMLElement);
  for (const text of ["Running", "Rate-limit the login endpoint", "acme/checkout", "#482", "+214", "$1.84", "12:48"]) expect(row.getByText(text)).toBeInTheDocument();
  expect(row.getByRole("img", { name: "Plan: done, Build: running, Test: not started" })).toBeInTheDocument();
});

test("what is unknown is not shown as nothing", async () => {
  await show([order({ usage: { cost_usd: null } as Order["usage"], pull_request_number: null })]);
  expect(screen.queryByText("$0.00")).toBeNull();
  expect(screen.getByText("None yet")).toBeInTheDocument();
});

test("a failed order says why, as text", async () => {
  await show([order({ status: "failed", error_message: "<img src=x onerror=alert(1)>" })]);
  expect(screen.getByText("<img src=x onerror=alert(1)>")).toBeInTheDocument();
  expect(document.querySelector("td img[src]")).toBeNull();
});

test("ticking a row does not open it, clicking it does", async () => {
  const onToggle = vi.fn();
  await show([order({})], onToggle);
  await userEvent.click(screen.getByRole("checkbox", { name: /Select Rate-limit/ }));
  expect(onToggle).toHaveBeenCalledWith("wo-1");
  await userEvent.click(screen.getByText("$1.84"));
  expect(await screen.findByText("The order")).toBeInTheDocument();
});

/** All orders, live. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { agentsQuery, ordersQuery, projectsQuery } from "@/client/queries";
import { useTitle } from "@/lib/title";
import { ErrorState } from "@/ui/states";
import { BulkBar } from "./BulkBar";
import { FilterBar } from "./FilterBar";
import { ListFoot } from "./ListFoot";
import { OrdersEmpty, OrdersSkeleton } from "./OrdersStates";
import { OrderTable } from "./OrderTable";
import { filterOf, type OrdersSearch } from "./search";
import { TopBar } from "./TopBar";
import { useListKeys } from "./useListKeys";

const route = getRouteApi("/");

export function OrdersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useTitle(search.view === "needs" ? "Needs you" : "Orders");
  const change = (next: OrdersSearch) => void navigate({ search: next, replace: true });
  return <OrderList search={search} onChange={change} top={<TopBar search={search} onChange={change} />} />;
}

interface OrderListProps {
  search: OrdersSearch;
  onChange: (next: OrdersSearch) => void;
  top: ReactNode;
  isInProject?: boolean;
}

export function OrderList({ search, onChange, top, isInProject }: OrderListProps) {
  const page = useQuery({ ...ordersQuery(filterOf(search)), placeholderData: keepPreviousData });
  const projects = useQuery(projectsQuery);
  const agents = useQuery(agentsQuery);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const orders = page.data?.orders ?? [];
  const shown = new Set(orders.map((order) => order.agent_work_order_id));
  const chosen = new Set([...selected].filter((id) => shown.has(id)));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const current = useListKeys(orders, toggle, () => setSelected(new Set()));
  return (
    <>
      {top}
      <FilterBar search={search} onChange={onChange} projects={projects.data ?? []} agents={agents.data ?? []} isInProject={isInProject ?? false} />
      <div className="list-scroll scrolls">
        {page.error && !page.data && <ErrorState title="The orders cannot be shown" error={page.error} onRetry={() => void page.refetch()} />}
        {page.isPending && <OrdersSkeleton />}
        {page.data && orders.length === 0 && <OrdersEmpty search={search} isInProject={isInProject ?? false} onClear={() => onChange(isInProject && search.project ? { project: search.project } : {})} />}
        {orders.length > 0 && (
          <OrderTable
            orders={orders}
            projects={projects.data ?? []}
            agents={agents.data ?? []}
            selected={chosen}
            current={current}
            onToggle={toggle}
            onToggleAll={(on) => setSelected(on ? shown : new Set())}
          />
        )}
      </div>
      {page.data && page.data.total > 0 && <ListFoot search={search} total={page.data.total} count={orders.length} onChange={onChange} />}
      {chosen.size > 0 && <BulkBar orders={orders.filter((order) => chosen.has(order.agent_work_order_id))} onDone={() => setSelected(new Set())} />}
    </>
  );
}

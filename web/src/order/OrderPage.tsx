/** One work order. */
import { useQuery } from "@tanstack/react-query";
import { orderQuery } from "@/client/queries";
import { useTitle } from "@/lib/hooks";
import { ErrorState } from "@/ui/states";
import { shownStatus } from "@/ui/order-status";

export function OrderPage({ id }: { id: string }) {
  const order = useQuery(orderQuery(id));
  useTitle(order.data?.title ?? id);
  if (order.error) return <ErrorState title="This work order cannot be shown" error={order.error} onRetry={() => void order.refetch()} />;
  if (!order.data) return null;
  return (
    <header className="topbar">
      <h1>{order.data.title}</h1>
      <span className="t2">{shownStatus(order.data.status).word}</span>
    </header>
  );
}

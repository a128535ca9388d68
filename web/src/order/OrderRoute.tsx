import { getRouteApi } from "@tanstack/react-router";
import { OrderPage } from "./OrderPage";
import type { PaneTab } from "./panes";
import { isPaneTab } from "./panes";

const route = getRouteApi("/orders/$orderId");

export function OrderRoute() {
  const { orderId } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const setTab = (next: PaneTab) => void navigate({ search: next === "chat" ? {} : { tab: next }, replace: true });
  return <OrderPage key={orderId} id={orderId} tab={isPaneTab(tab) ? tab : undefined} onTab={setTab} />;
}

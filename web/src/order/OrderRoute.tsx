import { getRouteApi } from "@tanstack/react-router";
import { OrderPage } from "./OrderPage";

const route = getRouteApi("/orders/$orderId");

export function OrderRoute() {
  const { orderId } = route.useParams();
  return <OrderPage key={orderId} id={orderId} />;
}

import { lazy, Suspense } from "react";
import { arriving } from "@/lib/arriving";
import { useOrderPage } from "../order-context";
import { useDrawerOpen } from "./drawer-state";

const TerminalDrawer = lazy(async () => ({ default: (await arriving(() => import("./TerminalDrawer"))).TerminalDrawer }));

/** Nothing of it is loaded before it is opened first. */
export function Drawer() {
  const { order } = useOrderPage();
  const [isOpen, setIsOpen] = useDrawerOpen(order.agent_work_order_id);
  if (!isOpen) return undefined;
  return (
    <Suspense fallback={<div className="drawer" aria-busy />}>
      <TerminalDrawer onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

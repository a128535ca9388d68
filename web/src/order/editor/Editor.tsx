import { lazy, Suspense } from "react";
import { arriving } from "@/lib/arriving";
import { useOrderPage } from "../order-context";
import { useEditorOpen } from "./editor-state";

const EditorDrawer = lazy(async () => ({ default: (await arriving(() => import("./EditorDrawer"))).EditorDrawer }));

/** Nothing of it is loaded before it is opened first. */
export function Editor() {
  const { order } = useOrderPage();
  const [isOpen, setIsOpen] = useEditorOpen(order.agent_work_order_id);
  if (!isOpen) return undefined;
  return (
    <Suspense fallback={<div className="drawer" aria-busy />}>
      <EditorDrawer onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

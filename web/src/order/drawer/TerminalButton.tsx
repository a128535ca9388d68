import { SquareTerminal } from "lucide-react";
import { useShortcut } from "@/lib/shortcuts";
import { Button } from "@/ui/Button";
import { useOrderPage } from "../order-context";
import { useDrawerOpen } from "./drawer-state";

export function TerminalButton() {
  const { order } = useOrderPage();
  const [isOpen, setIsOpen] = useDrawerOpen(order.agent_work_order_id);
  useShortcut("t", isOpen ? "Hide the terminal" : "Terminal", "This order", () => setIsOpen(!isOpen));
  return (
    <Button variant="ghost" className={`terminal-button ${isOpen ? "on" : ""}`} keys="t" aria-pressed={isOpen} icon={<SquareTerminal className="i" size={15} aria-hidden />} onClick={() => setIsOpen(!isOpen)}>
      <span className="terminal-word">Terminal</span>
    </Button>
  );
}

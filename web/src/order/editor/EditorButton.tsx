import { SquareCode } from "lucide-react";
import { useShortcut } from "@/lib/shortcuts";
import { Button } from "@/ui/Button";
import { useOrderPage } from "../order-context";
import { useEditorOpen } from "./editor-state";

export function EditorButton() {
  const { order } = useOrderPage();
  const [isOpen, setIsOpen] = useEditorOpen(order.agent_work_order_id);
  useShortcut("shift+e", isOpen ? "Hide the editor" : "Editor", "This order", () => setIsOpen(!isOpen));
  return (
    <Button variant="ghost" className={`terminal-button ${isOpen ? "on" : ""}`} keys="shift+e" aria-pressed={isOpen} icon={<SquareCode className="i" size={15} aria-hidden />} onClick={() => setIsOpen(!isOpen)}>
      <span className="terminal-word">Editor</span>
    </Button>
  );
}

import { useState } from "react";
import { useBoard } from "./board-context";

/** Enter creates and waits for the next one, Escape closes. */
export function QuickCreate({ onClose }: { onClose: () => void }) {
  const { actions } = useBoard();
  const [title, setTitle] = useState("");
  const create = async () => {
    const text = title.trim();
    if (!text) return onClose();
    setTitle("");
    if (!(await actions.create({ title: text }))) setTitle(text);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) void create();
    else if (event.key === "Escape") onClose();
  };
  return (
    <div className="bk quick">
      <input aria-label="Title of the new task" placeholder="What should be done?" value={title} maxLength={200} autoFocus onChange={(event) => setTitle(event.target.value)} onBlur={() => !title.trim() && onClose()} onKeyDown={onKeyDown} />
      <span className="t3 xs">Enter to add, Esc to close</span>
    </div>
  );
}

import { Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { Segmented } from "@/ui/fields";
import { Markdown } from "@/ui/Markdown";
import type { Task } from "../board-queries";
import { useBoard } from "../board-context";

export function Description({ task }: { task: Task }) {
  const { actions } = useBoard();
  const [text, setText] = useState<string | null>(null);
  const [view, setView] = useState<"write" | "preview">("write");
  const keep = () => {
    if (text !== null && text !== task.description) void actions.update(task, { description: text });
    setText(null);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keep();
    if (event.key !== "Escape") return;
    event.preventDefault();
    setText(null);
  };
  if (text === null)
    return (
      <section className="tp-s" aria-label="Description">
        <div className="tp-sh">
          <h3>Description</h3>
          <Button variant="ghost" size="sm" icon={<Pencil className="i" size={12} />} onClick={() => setText(task.description)}>
            Edit
          </Button>
        </div>
        {task.description ? <Markdown text={task.description} /> : <p className="t3 sm">The agent gets the title, and what is written here.</p>}
      </section>
    );
  return (
    <section className="tp-s" aria-label="Description">
      <div className="tp-sh">
        <h3>Description</h3>
        <Segmented label="View" value={view} onChange={setView} choices={[{ value: "write", label: "Write" }, { value: "preview", label: "Preview" }]} />
      </div>
      {view === "write" ? (
        <div className="input area">
          <textarea aria-label="Description" rows={8} value={text} autoFocus maxLength={100_000} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown} />
        </div>
      ) : (
        <Markdown text={text} />
      )}
      <div className="row g6">
        <Button variant="primary" size="sm" keys="mod+enter" onClick={keep}>Save</Button>
        <Button variant="ghost" size="sm" onClick={() => setText(null)}>Discard</Button>
      </div>
    </section>
  );
}

import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/ui/Button";
import { Markdown } from "@/ui/Markdown";
import { Avatar } from "@/ui/Monogram";
import { placeOf, type ReviewComment } from "./review";
import type { LineRange } from "./DiffBody";

interface WriteCommentProps {
  readonly range: LineRange;
  readonly initial?: string;
  readonly onKeep: (text: string) => void;
  readonly onCancel: () => void;
}

export function WriteComment({ range, initial = "", onKeep, onCancel }: WriteCommentProps) {
  const [text, setText] = useState(initial);
  const keep = () => {
    if (text.trim() !== "") onKeep(text.trim());
  };
  const place = placeOf(range);
  return (
    <div className="cmt writing">
      <textarea
        aria-label={`Comment on ${place}`}
        placeholder="What should the agent change here?"
        value={text}
        rows={3}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !event.shiftKey) {
            event.preventDefault();
            keep();
          }
          if (event.key === "Escape") onCancel();
          event.stopPropagation();
        }}
      />
      <div className="row">
        <span className="sm t3">{`${place[0]?.toUpperCase() ?? ""}${place.slice(1)}, markdown`}</span>
        <span className="push row g6">
          <Button variant="ghost" size="sm" keys="esc" onClick={onCancel}>Cancel</Button>
          <Button size="sm" keys="mod+enter" disabled={text.trim() === ""} onClick={keep}>{initial === "" ? "Add to review" : "Save"}</Button>
        </span>
      </div>
    </div>
  );
}

interface SavedCommentProps {
  readonly comment: ReviewComment;
  readonly onChange: (text: string) => void;
  readonly onRemove: () => void;
}

export function SavedComment({ comment, onChange, onRemove }: SavedCommentProps) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    return <WriteComment range={comment} initial={comment.text} onKeep={(text) => { onChange(text); setEditing(false); }} onCancel={() => setEditing(false)} />;
  }
  return (
    <div className="cmt">
      <div className="hd">
        <Avatar name="You" />
        <b>You</b>
        <span className="t3 tr">{comment.from === 0 && comment.path ? comment.path : placeOf(comment)}</span>
        <span className="push row g4">
          <span className="tag out">In this review</span>
          <IconButton label="Edit comment" size="sm" onClick={() => setEditing(true)}><Pencil className="i" size={12} /></IconButton>
          <IconButton label="Remove comment" size="sm" onClick={onRemove}><Trash2 className="i" size={12} /></IconButton>
        </span>
      </div>
      <div className="tx"><Markdown text={comment.text} /></div>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ago, fullTime } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button, IconButton } from "@/ui/Button";
import { Markdown } from "@/ui/Markdown";
import { Avatar } from "@/ui/Monogram";
import { addComment, deleteComment } from "../board-actions";
import { commentsQuery, type Task, type TaskComment } from "../board-queries";
import { useBoard } from "../board-context";

export function Comments({ task }: { task: Task }) {
  const { project, actions } = useBoard();
  const comments = useQuery(commentsQuery(project, task.task_id)).data ?? [];
  const [text, setText] = useState("");
  const add = async () => {
    if (text.trim() && (await actions.run("The comment was not kept", () => addComment(project, task.task_id, text.trim())))) setText("");
  };
  return (
    <section className="tp-s" aria-label="Comments">
      <div className="tp-sh">
        <h3>Comments</h3>
        <span className="t3 sm">The agent reads them</span>
      </div>
      {comments.map((comment) => (
        <Comment key={comment.comment_id} comment={comment} onRemove={() => void actions.run("The comment is still there", () => deleteComment(project, task.task_id, comment.comment_id))} />
      ))}
      <div className="input area">
        <textarea aria-label="Comment" className="short" placeholder="Say something" value={text} onChange={(event) => setText(event.target.value)} onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && void add()} />
      </div>
      {text.trim() && (
        <div className="row">
          <Button size="sm" keys="mod+enter" onClick={() => void add()}>Comment</Button>
        </div>
      )}
    </section>
  );
}

function Comment({ comment, onRemove }: { comment: TaskComment; onRemove: () => void }) {
  const now = useNow(30_000);
  const author = comment.author ?? "Somebody";
  return (
    <div className="tc">
      <Avatar name={author} />
      <div className="grow">
        <div className="row g6">
          <span className="b">{author}</span>
          {comment.github_comment_id && <span className="t3 xs">on the issue</span>}
          <time className="t3 xs" dateTime={comment.created_at} title={fullTime(comment.created_at)}>{ago(comment.created_at, now)}</time>
          <span className="push">
            <IconButton label="Take the comment back" size="sm" onClick={onRemove}><Trash2 className="i" size={12} /></IconButton>
          </span>
        </div>
        <Markdown text={comment.text} />
      </div>
    </div>
  );
}

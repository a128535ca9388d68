/** One task beside the board: what it says, what was tried, what people said. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive, Link2, MoreHorizontal, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isReviewing } from "@/client/reviews";
import { IconButton } from "@/ui/Button";
import { Menu, MenuItem } from "@/ui/Menu";
import { Bone, ErrorState, Skeleton } from "@/ui/states";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { toast } from "@/ui/toasts";
import { type Task, taskQuery, tasksQuery } from "../board-queries";
import { useBoard } from "../board-context";
import { COLUMN_GLYPHS } from "../Column";
import { COLUMN_WORDS } from "../columns";
import { Actions } from "./Actions";
import { Comments } from "./Comments";
import { Description } from "./Description";
import { Fields } from "./Fields";
import { History } from "./History";
import { Reviews } from "./Reviews";

interface TaskPanelProps {
  task: string;
  labels: string[];
  assignees: string[];
  onClose: () => void;
}

export function TaskPanel({ task: id, labels, assignees, onClose }: TaskPanelProps) {
  const { project } = useBoard();
  const client = useQueryClient();
  const panel = useRef<HTMLElement>(null);
  const found = useQuery({
    ...taskQuery(project, id),
    placeholderData: () => client.getQueryData(tasksQuery(project).queryKey)?.find((each) => each.task_id === id),
  });
  useEffect(() => panel.current?.focus(), []);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <aside className="tp" ref={panel} tabIndex={-1} aria-label="Task" onKeyDown={onKeyDown}>
      {found.data ? (
        <>
          <Head task={found.data} onClose={onClose} />
          <div className="tp-b scrolls" tabIndex={-1}>
            <Title key={found.data.title} task={found.data} />
            <Actions task={found.data} />
            <Fields task={found.data} labels={labels} assignees={assignees} />
            <Description task={found.data} />
            <Reviews task={found.data} />
            <History task={found.data} />
            <Comments task={found.data} />
          </div>
        </>
      ) : (
        <Missing error={found.error} onRetry={() => void found.refetch()} onClose={onClose} />
      )}
    </aside>
  );
}

function Missing({ error, onRetry, onClose }: { error: unknown; onRetry: () => void; onClose: () => void }) {
  return (
    <>
      <div className="tp-h">
        <CloseButton onClose={onClose} />
      </div>
      {error ? <ErrorState title="The task cannot be shown" error={error} onRetry={onRetry} /> : <Skeleton><div className="tp-b"><Bone width="70%" height={18} /><Bone /><Bone width="80%" /></div></Skeleton>}
    </>
  );
}

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <span className="push">
    <IconButton label="Close" keys="esc" size="sm" onClick={onClose}>
      <X className="i" size={15} />
    </IconButton>
  </span>
);

function Head({ task, onClose }: { task: Task; onClose: () => void }) {
  const { actions, askDelete } = useBoard();
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    toast({ title: "Link copied" });
  };
  const trigger = (
    <IconButton label="More" size="sm">
      <MoreHorizontal className="i" size={15} />
    </IconButton>
  );
  const isAtWork = task.status === "in_progress" || isReviewing(task.review);
  return (
    <div className="tp-h">
      <StatusGlyph glyph={COLUMN_GLYPHS[task.status]} />
      <span className="b">{COLUMN_WORDS[task.status]}</span>
      <span className="t3 mono sm tr">{task.task_id}</span>
      <span className="push row g4">
        <Menu trigger={trigger}>
          <MenuItem icon={<Link2 className="i" size={13} />} onSelect={() => void copy()}>Copy link</MenuItem>
          <MenuItem icon={<Archive className="i" size={13} />} disabled={isAtWork} onSelect={() => void actions.update(task, { archived: !task.archived }).then(onClose)}>{task.archived ? "Take back" : "Archive"}</MenuItem>
          <MenuItem icon={<Trash2 className="i" size={13} />} danger disabled={isAtWork} onSelect={() => { onClose(); askDelete([task]); }}>Delete</MenuItem>
        </Menu>
        <CloseButton onClose={onClose} />
      </span>
    </div>
  );
}

function Title({ task }: { task: Task }) {
  const { actions } = useBoard();
  const [title, setTitle] = useState(task.title);
  const keep = () => {
    const text = title.trim();
    if (text && text !== task.title) void actions.update(task, { title: text });
    else setTitle(task.title);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.currentTarget.blur();
    }
  };
  return <textarea className="tp-t" aria-label="Title" rows={1} maxLength={300} value={title} onChange={(event) => setTitle(event.target.value.replaceAll("\n", " "))} onBlur={keep} onKeyDown={onKeyDown} />;
}

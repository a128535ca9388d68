import { ExternalLink, X } from "lucide-react";
import { useId, useState } from "react";
import { Select } from "@/ui/Select";
import type { Task, TaskPriority } from "../board-queries";
import { useBoard } from "../board-context";
import { IssueMark } from "../IssueMark";
import { PRIORITY_WORDS, PriorityBars } from "../PriorityBars";

interface FieldsProps {
  task: Task;
  labels: string[];
  assignees: string[];
}

const PRIORITIES: TaskPriority[] = ["none", "low", "medium", "high", "urgent"];

export function Fields({ task, labels, assignees }: FieldsProps) {
  const { actions } = useBoard();
  const priorities = PRIORITIES.map((value) => ({ value, text: PRIORITY_WORDS[value], label: <span className="row g6"><PriorityBars priority={value} />{PRIORITY_WORDS[value]}</span> }));
  return (
    <dl className="tp-f">
      <dt>Priority</dt>
      <dd>
        <Select small label="Priority" value={task.priority} onChange={(priority) => void actions.update(task, { priority: priority as TaskPriority })} groups={[{ choices: priorities }]} />
      </dd>
      <dt>Labels</dt>
      <dd>
        <Labels task={task} known={labels} />
      </dd>
      <dt>Assignee</dt>
      <dd>
        <TextField key={task.assignee} label="Assignee" value={task.assignee ?? ""} placeholder="Nobody" known={assignees} onKeep={(name) => void actions.update(task, { assignee: name || null })} />
      </dd>
      <dt>Issue</dt>
      <dd>
        <TextField key={task.github_issue_number} label="GitHub issue" value={task.github_issue_number ?? ""} placeholder="Number" known={[]} onKeep={(number) => void actions.update(task, { github_issue_number: number.replace(/^#/, "") || null })} />
        {task.issue?.url && (
          <a className="row g4 sm" href={task.issue.url} target="_blank" rel="noreferrer" title={task.issue.title ?? undefined}>
            <IssueMark task={task} />
            <ExternalLink className="i t3" size={11} aria-label="on GitHub" />
          </a>
        )}
      </dd>
    </dl>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  placeholder: string;
  known: string[];
  onKeep: (value: string) => void;
}

function TextField({ label, value, placeholder, known, onKeep }: TextFieldProps) {
  const [text, setText] = useState(value);
  const list = useId();
  const keep = () => text.trim() !== value && onKeep(text.trim());
  return (
    <div className="input sm">
      <input aria-label={label} list={list} placeholder={placeholder} value={text} maxLength={100} onChange={(event) => setText(event.target.value)} onBlur={keep} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} />
      <Known id={list} values={known} />
    </div>
  );
}

function Labels({ task, known }: { task: Task; known: string[] }) {
  const { actions } = useBoard();
  const [text, setText] = useState("");
  const list = useId();
  const set = (labels: string[]) => void actions.update(task, { labels });
  const add = () => {
    const label = text.trim();
    setText("");
    if (label && !task.labels.includes(label)) set([...task.labels, label]);
  };
  return (
    <div className="input sm labels-in">
      {task.labels.map((label) => (
        <span key={label} className="tag">
          {label}
          <button type="button" aria-label={`Remove label ${label}`} onClick={() => set(task.labels.filter((each) => each !== label))}>
            <X className="i" size={11} />
          </button>
        </span>
      ))}
      <input aria-label="Add a label" list={list} placeholder={task.labels.length ? "" : "None"} value={text} maxLength={100} onChange={(event) => setText(event.target.value)} onBlur={add} onKeyDown={(event) => event.key === "Enter" && add()} />
      <Known id={list} values={known.filter((each) => !task.labels.includes(each))} />
    </div>
  );
}

const Known = ({ id, values }: { id: string; values: string[] }) => (
  <datalist id={id}>
    {values.map((each) => (
      <option key={each} value={each} />
    ))}
  </datalist>
);

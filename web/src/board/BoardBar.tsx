import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, List, Plus, Rows3, Search, Settings2, SquareKanban, Tag, User, X } from "lucide-react";
import { type Ref, useRef } from "react";
import type { Project } from "@/client/models";
import { cx } from "@/lib/classes";
import { useShortcut } from "@/lib/shortcuts";
import { Button } from "@/ui/Button";
import { Segmented } from "@/ui/fields";
import { Kbd } from "@/ui/Kbd";
import { Menu, MenuItem } from "@/ui/Menu";
import { ImportIssues } from "./ImportIssues";
import type { BoardSearch } from "./search";

interface BoardBarProps {
  project: Project | undefined;
  search: BoardSearch;
  onSearch: (next: BoardSearch) => void;
  labels: string[];
  assignees: string[];
  running: number;
  needYou: number;
  /** Numbers of the issues that are on the board already. */
  issues: ReadonlySet<string>;
  onCreate: () => void;
}

export function BoardBar({ project, search, onSearch, labels, assignees, running, needYou, issues, onCreate }: BoardBarProps) {
  const box = useRef<HTMLInputElement>(null);
  useShortcut("/", "Filter tasks", "Board", () => box.current?.focus());
  const set = (name: keyof BoardSearch, value: string | undefined) => onSearch({ ...search, [name]: value || undefined });
  return (
    <header className="topbar board-bar">
      <nav className="crumb" aria-label="Breadcrumb">
        {project ? <Link to="/projects/$projectId" params={{ projectId: project.project_id }} className="tr">{project.name}</Link> : <Link to="/projects">Projects</Link>}
        <ChevronRight className="i" size={12} />
      </nav>
      <h1>Board</h1>
      <span className="row g4 sm t3 nw hide-narrow" role="status">
        {running > 0 && <span><b className="acc num">{running}</b> running</span>}
        {needYou > 0 && <span><b className="warn num">{needYou}</b> {needYou === 1 ? "needs you" : "need you"}</span>}
      </span>
      <span className="push row g6 board-tools">
        <TextFilter box={box} value={search.q ?? ""} onChange={(q) => set("q", q)} />
        <Chooser icon={<Tag className="i" size={13} />} word="Label" choices={labels} value={search.label} onChange={(label) => set("label", label)} />
        <Chooser icon={<User className="i" size={13} />} word="Assignee" choices={assignees} value={search.assignee} onChange={(assignee) => set("assignee", assignee)} />
        <Segmented
          label="Layout"
          value={search.lanes ? "lanes" : "columns"}
          onChange={(layout) => set("lanes", layout === "lanes" ? "label" : undefined)}
          choices={[
            { value: "columns", label: <><SquareKanban className="i" size={13} aria-hidden /><span className="sr-only">Columns</span></> },
            { value: "lanes", label: <><Rows3 className="i" size={13} aria-hidden /><span className="sr-only">Lanes by label</span></> },
          ]}
        />
        {project && (
          <>
            <Link to="/projects/$projectId" params={{ projectId: project.project_id }} className="btn ghost icon" aria-label="Orders of the project"><List className="i" size={14} /></Link>
            <Link to="/projects/$projectId/settings" params={{ projectId: project.project_id }} className="btn ghost icon" aria-label="Defaults of the project"><Settings2 className="i" size={14} /></Link>
          </>
        )}
        {project && <ImportIssues project={project} known={issues} />}
        <Button variant="primary" icon={<Plus className="i" size={14} />} keys="C" onClick={onCreate}>New task</Button>
      </span>
    </header>
  );
}

function TextFilter({ box, value, onChange }: { box: Ref<HTMLInputElement>; value: string; onChange: (value: string) => void }) {
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    if (value) onChange("");
    else event.currentTarget.blur();
  };
  return (
    <div className="input sm text-filter">
      <Search className="i" size={13} />
      <input ref={box} type="search" aria-label="Filter tasks" placeholder="Filter tasks" value={value} onChange={(event) => onChange(event.target.value)} onKeyDown={onKeyDown} />
      <Kbd keys="/" />
    </div>
  );
}

interface ChooserProps {
  icon: React.ReactNode;
  word: string;
  choices: string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Chooser({ icon, word, choices, value, onChange }: ChooserProps) {
  const trigger = (
    <button type="button" className={cx("chip", value && "on")} aria-label={value ? `${word}: ${value}` : word}>
      {icon}
      <span className="tr">{value ?? word}</span>
      <ChevronDown className="i" size={12} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {value && <MenuItem icon={<X className="i" size={13} />} onSelect={() => onChange(undefined)}>Any</MenuItem>}
      {choices.map((choice) => <MenuItem key={choice} onSelect={() => onChange(choice)}>{choice}</MenuItem>)}
      {choices.length === 0 && <MenuItem disabled onSelect={() => undefined}>None on this board</MenuItem>}
    </Menu>
  );
}

import { ArrowDown, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Agent, OrderStatus, Project } from "@/client/models";
import { Menu, MenuItem } from "@/ui/Menu";
import { shownStatus } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { DEFAULT_SORT, type OrdersSearch, type Sort } from "./search";
import { TextFilter } from "./TextFilter";

interface FilterBarProps {
  search: OrdersSearch;
  onChange: (next: OrdersSearch) => void;
  projects: Project[];
  agents: Agent[];
  isInProject: boolean;
}

const STATUSES: OrderStatus[] = ["pending", "running", "waiting", "paused", "completed", "failed", "cancelled"];
const SORTS: Record<Sort, string> = {
  "-updated_at": "Last activity",
  updated_at: "Oldest activity",
  "-created_at": "Newest",
  created_at: "Oldest",
  title: "Title",
  "-title": "Title, Z first",
};

export function FilterBar({ search, onChange, projects, agents, isInProject }: FilterBarProps) {
  const set = (changes: Partial<OrdersSearch>) => {
    const { page: _page, ...rest } = search;
    onChange(Object.fromEntries(Object.entries({ ...rest, ...changes }).filter(([, value]) => value !== undefined && value !== "")));
  };
  const without = (name: keyof OrdersSearch) => set({ [name]: undefined });
  const projectName = projects.find((project) => project.project_id === search.project)?.name ?? search.project;
  return (
    <div className="fbar">
      <TextFilter value={search.q ?? ""} onChange={(q) => set({ q })} />
      <Filter name="Status" value={search.status ? shownStatus(search.status).word : null} onClear={() => without("status")}>
        {STATUSES.map((status) => (
          <MenuItem key={status} icon={<StatusGlyph glyph={shownStatus(status).glyph} />} onSelect={() => set({ status })}>
            {shownStatus(status).word}
          </MenuItem>
        ))}
      </Filter>
      {!isInProject && (
        <Filter name="Project" value={projectName ?? null} onClear={() => without("project")}>
          {projects.map((project) => (
            <MenuItem key={project.project_id} onSelect={() => set({ project: project.project_id })}>
              {project.name}
            </MenuItem>
          ))}
          {projects.length === 0 && <MenuItem disabled onSelect={() => undefined}>No projects yet</MenuItem>}
        </Filter>
      )}
      <Filter name="Agent" value={search.agent ? (agents.find((agent) => agent.name === search.agent)?.display_name ?? search.agent) : null} onClear={() => without("agent")}>
        {agents.map((agent) => (
          <MenuItem key={agent.name} onSelect={() => set({ agent: agent.name })}>
            {agent.display_name}
          </MenuItem>
        ))}
      </Filter>
      {search.archived ? (
        <Filter name="Archived" value="yes" onClear={() => without("archived")}>
          {null}
        </Filter>
      ) : (
        <button type="button" className="chip hide-phone" onClick={() => set({ archived: true })}>
          <Plus className="i" size={12} />
          Archived
        </button>
      )}
      <span className="push row g6 sm t3">
        <span className="hide-phone">Sort by</span>
        <Menu
          trigger={
            <button type="button" className="chip" aria-label={`Sort by ${SORTS[search.sort ?? DEFAULT_SORT]}`}>
              {SORTS[search.sort ?? DEFAULT_SORT]}
              <ArrowDown className="i" size={12} />
            </button>
          }
        >
          {(Object.keys(SORTS) as Sort[]).map((sort) => (
            <MenuItem key={sort} onSelect={() => set({ sort: sort === DEFAULT_SORT ? undefined : sort })}>
              {SORTS[sort]}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </div>
  );
}

function Filter({ name, value, onClear, children }: { name: string; value: string | null; onClear: () => void; children: ReactNode }) {
  if (value !== null)
    return (
      <span className="chip on">
        {name} is {value}
        <button type="button" aria-label={`Remove filter ${name}`} onClick={onClear}>
          <X className="i" size={12} />
        </button>
      </span>
    );
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="chip">
          <Plus className="i" size={12} />
          {name}
        </button>
      }
    >
      {children}
    </Menu>
  );
}

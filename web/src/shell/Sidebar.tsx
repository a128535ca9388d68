import { Link, useMatchRoute, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { Bell, ChartColumn, CircleHelp, FolderGit2, List, PanelLeft, Plus, Search, Settings } from "lucide-react";
import type { ReactNode } from "react";
import type { FloorNow } from "@/client/floor";
import { projectsQuery, settingsQuery } from "@/client/queries";
import { IconButton } from "@/ui/Button";
import { Kbd } from "@/ui/Kbd";
import { Mark, type Lamp } from "@/ui/Mark";
import { Avatar } from "@/ui/Monogram";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { ConnectionWord } from "./ConnectionWord";
import { FloorList } from "./FloorList";

interface SidebarProps {
  floor: FloorNow;
  lamp: Lamp;
  onCollapse: () => void;
  onPalette: () => void;
  onHelp: () => void;
  onNavigate: () => void;
}

export function Sidebar({ floor, lamp, onCollapse, onPalette, onHelp, onNavigate }: SidebarProps) {
  return (
    <nav className="side" aria-label="Main" onClick={(event) => (event.target as HTMLElement).closest("a") && onNavigate()}>
      <div className="brand">
        <Link to="/" className="row" aria-label="Shopfloor, all orders">
          <Mark lamp={lamp} />
          <span className="wm">Shopfloor</span>
        </Link>
        <span className="push">
          <IconButton label="Collapse sidebar" keys="[" size="sm" onClick={onCollapse}>
            <PanelLeft className="i" size={15} />
          </IconButton>
        </span>
      </div>
      <div className="side-act">
        <button type="button" className="find" onClick={onPalette}>
          <Search className="i" size={14} />
          <span className="grow">Search or jump to</span>
          <Kbd keys="mod+k" />
        </button>
        <NewOrderLink />
      </div>
      <div className="side-scroll scrolls">
        <div className="nav">
          <Link to="/" search={{ view: "needs" }} activeOptions={{ exact: true, includeSearch: true }} activeProps={{ className: "on" }}>
            <Bell className="i" size={15} />
            Needs you
            {floor.needsYou.length > 0 && (
              <span className="ct need">
                <StatusGlyph glyph="needs" size={12} />
                {floor.needsYou.length}
              </span>
            )}
          </Link>
          <Link to="/" activeOptions={{ exact: true, includeSearch: true }} activeProps={{ className: "on" }}>
            <List className="i" size={15} />
            Orders
            {floor.total !== null && <span className="ct">{floor.total}</span>}
          </Link>
          <Link to="/analytics" activeProps={{ className: "on" }}>
            <ChartColumn className="i" size={15} />
            Analytics
          </Link>
        </div>
        <ProjectNav floor={floor} />
        <FloorList floor={floor} />
      </div>
      <div className="side-foot">
        <ConnectionWord />
        <span className="push row g4">
          <IconButton label="Keyboard shortcuts" keys="?" size="sm" onClick={onHelp}>
            <CircleHelp className="i" size={15} />
          </IconButton>
          <Link to="/settings/$section" params={{ section: "defaults" }} className="btn ghost icon sm" aria-label="Settings" activeProps={{ className: "on" }}>
            <Settings className="i" size={15} />
          </Link>
          <Me />
        </span>
      </div>
    </nav>
  );
}

function NewOrderLink() {
  return (
    <Link to="/new" className="btn new-order">
      <Plus className="i" size={14} />
      <span className="grow">New work order</span>
      <Kbd keys="N" />
    </Link>
  );
}

function ProjectNav({ floor }: { floor: FloorNow }) {
  const projects = useQuery(projectsQuery);
  const navigate = useNavigate();
  const liveIn = (id: string) => [...floor.live, ...floor.reviews].filter((each) => each.project_id === id).length;
  return (
    <>
      <div className="grp">
        <Link to="/projects">Projects</Link>
        <IconButton label="Connect a repository" size="sm" onClick={() => void navigate({ to: "/projects", search: { add: true } })}>
          <Plus className="i" size={14} />
        </IconButton>
      </div>
      <div className="nav">
        {projects.data?.map((project) => (
          <ProjectLink key={project.project_id} id={project.project_id} name={project.name} count={liveIn(project.project_id)} />
        ))}
        {projects.data?.length === 0 && <span className="n t3 sm">None yet</span>}
      </div>
    </>
  );
}

function ProjectLink({ id, name, count }: { id: string; name: string; count: number }): ReactNode {
  const isOpen = Boolean(useMatchRoute()({ to: "/projects/$projectId", params: { projectId: id }, fuzzy: true }));
  return (
    <>
      <Link to="/projects/$projectId/board" params={{ projectId: id }} activeProps={{ className: "on" }}>
        <FolderGit2 className="i" size={15} />
        <span className="tr">{name}</span>
        {count > 0 && <span className="ct live">{count} live</span>}
      </Link>
      {isOpen && (
        <Link to="/projects/$projectId" params={{ projectId: id }} className="nav-sub" activeOptions={{ exact: true }} activeProps={{ className: "nav-sub on" }}>
          Orders
        </Link>
      )}
    </>
  );
}

function Me() {
  const settings = useQuery(settingsQuery);
  return <Avatar name={settings.data?.author_name ?? "You"} />;
}

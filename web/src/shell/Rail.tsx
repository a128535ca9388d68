import { Link } from "@tanstack/react-router";
import { Bell, ChartColumn, FolderGit2, List, PanelLeft, Plus, Search, Settings } from "lucide-react";
import type { FloorNow } from "@/client/floor";
import { IconButton } from "@/ui/Button";
import { Mark, type Lamp } from "@/ui/Mark";
import { Tooltip } from "@/ui/Tooltip";
import { ConnectionWord } from "./ConnectionWord";

export function Rail({ floor, lamp, onExpand, onPalette }: { floor: FloorNow; lamp: Lamp; onExpand: () => void; onPalette: () => void }) {
  return (
    <nav className="rail" aria-label="Main">
      <Link to="/" aria-label="Shopfloor, all orders">
        <Mark lamp={lamp} />
      </Link>
      <IconButton label="Expand sidebar" keys="[" onClick={onExpand}>
        <PanelLeft className="i" size={16} />
      </IconButton>
      <IconButton label="Search or jump to" keys="mod+k" onClick={onPalette}>
        <Search className="i" size={16} />
      </IconButton>
      <Tooltip text="New work order" keys="N" side="right">
        <Link to="/new" aria-label="New work order" activeProps={{ className: "on" }}>
          <Plus className="i" size={16} />
        </Link>
      </Tooltip>
      <Tooltip text="Needs you" side="right">
        <Link to="/" search={{ view: "needs" }} activeOptions={{ includeSearch: true }} activeProps={{ className: "on" }} aria-label={`Needs you: ${floor.needsYou.length}`}>
          <Bell className="i" size={16} />
          {floor.needsYou.length > 0 && <span className="bdg" />}
        </Link>
      </Tooltip>
      <Tooltip text="Orders" keys="g o" side="right">
        <Link to="/" activeOptions={{ exact: true, includeSearch: true }} activeProps={{ className: "on" }} aria-label="Orders">
          <List className="i" size={16} />
        </Link>
      </Tooltip>
      <Tooltip text="Projects" keys="g p" side="right">
        <Link to="/projects" activeProps={{ className: "on" }} aria-label="Projects">
          <FolderGit2 className="i" size={16} />
        </Link>
      </Tooltip>
      <Tooltip text="Analytics" keys="g a" side="right">
        <Link to="/analytics" activeProps={{ className: "on" }} aria-label="Analytics">
          <ChartColumn className="i" size={16} />
        </Link>
      </Tooltip>
      <span className="push-down" />
      <ConnectionWord bare />
      <Tooltip text="Settings" keys="g s" side="right">
        <Link to="/settings/$section" params={{ section: "defaults" }} activeProps={{ className: "on" }} aria-label="Settings">
          <Settings className="i" size={16} />
        </Link>
      </Tooltip>
    </nav>
  );
}

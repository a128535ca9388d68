import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { ordersQuery } from "@/client/queries";
import { cx } from "@/lib/classes";
import { Kbd } from "@/ui/Kbd";
import { type Glyph, StatusGlyph } from "@/ui/StatusGlyph";
import { SavedFilters } from "./SavedFilters";
import { type OrdersSearch, type View, VIEWS } from "./search";

const TABS: { view: View; word: string; glyph?: Glyph }[] = [
  { view: "all", word: "All" },
  { view: "live", word: "Live", glyph: "running" },
  { view: "needs", word: "Needs you", glyph: "needs" },
  { view: "failed", word: "Failed", glyph: "failed" },
  { view: "done", word: "Done", glyph: "done" },
];

export function TopBar({ search, onChange }: { search: OrdersSearch; onChange: (next: OrdersSearch) => void }) {
  return (
    <header className="topbar">
      <h1>Orders</h1>
      <ViewTabs search={search} onChange={onChange} />
      <span className="push row">
        <SavedFilters search={search} onChange={onChange} />
        <Link to="/new" className="btn primary hide-narrow">
          <Plus className="i" size={14} />
          New work order
          <Kbd keys="N" />
        </Link>
      </span>
    </header>
  );
}

export function ViewTabs({ search, onChange, project }: { search: OrdersSearch; onChange: (next: OrdersSearch) => void; project?: string }) {
  const current = search.status ? null : (search.view ?? "all");
  const pick = (view: View) => {
    const { status: _status, page: _page, view: _view, ...rest } = search;
    onChange(view === "all" ? rest : { ...rest, view });
  };
  return (
    <div className="seg views" role="group" aria-label="View">
      {TABS.map(({ view, word, glyph }) => (
        <button key={view} type="button" className={cx(current === view && "on")} aria-pressed={current === view} onClick={() => pick(view)}>
          {glyph && <StatusGlyph glyph={glyph} size={13} />}
          {word}
          <ViewCount view={view} {...(project ? { project } : {})} />
        </button>
      ))}
    </div>
  );
}

function ViewCount({ view, project }: { view: View; project?: string }) {
  const status = VIEWS[view];
  const count = useQuery(ordersQuery({ ...(status ? { status } : {}), ...(project ? { project_id: project } : {}), limit: 1 }));
  return <span className="t3 num">{count.data?.total ?? ""}</span>;
}

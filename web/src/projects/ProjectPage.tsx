/** The orders of one project. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronRight, Plus, Settings2, SquareKanban } from "lucide-react";
import { allProjectsQuery } from "@/client/queries";
import { useTitle } from "@/lib/title";
import { OrderList } from "@/orders/OrdersPage";
import type { OrdersSearch } from "@/orders/search";
import { ViewTabs } from "@/orders/TopBar";
import { EmptyState } from "@/ui/states";

const route = getRouteApi("/projects/$projectId");

export function ProjectPage() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(allProjectsQuery);
  const project = projects.data?.find((each) => each.project_id === projectId);
  useTitle(project?.name ?? "Project");
  const change = ({ project: _project, ...next }: OrdersSearch) => void navigate({ search: next, replace: true });
  if (projects.data && !project) return <EmptyState title="No such project" text="It may have been removed." action={<Link to="/projects" className="btn">All projects</Link>} />;
  const top = (
    <header className="topbar">
      <nav className="crumb" aria-label="Breadcrumb">
        <Link to="/projects">Projects</Link>
        <ChevronRight className="i" size={12} />
      </nav>
      <h1 className="tr">{project?.name}</h1>
      <ViewTabs search={search} onChange={change} project={projectId} />
      <span className="push row">
        <Link to="/projects/$projectId/board" params={{ projectId }} className="btn ghost" aria-label="Board of the project">
          <SquareKanban className="i" size={14} />
          <span className="hide-narrow">Board</span>
        </Link>
        <Link to="/projects/$projectId/settings" params={{ projectId }} className="btn ghost" aria-label="Defaults of the project">
          <Settings2 className="i" size={14} />
          <span className="hide-narrow">Defaults</span>
        </Link>
        <Link to="/new" search={{ project: projectId }} className="btn primary hide-narrow">
          <Plus className="i" size={14} />
          New work order
        </Link>
      </span>
    </header>
  );
  return <OrderList search={{ ...search, project: projectId }} onChange={change} top={top} isInProject />;
}

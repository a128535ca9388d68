/** What the floor did and what it cost. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { agentsQuery, projectsQuery } from "@/client/queries";
import { download } from "@/lib/download";
import { useNow } from "@/lib/hooks";
import { useTitle } from "@/lib/title";
import { Button } from "@/ui/Button";
import { Segmented } from "@/ui/fields";
import { Select } from "@/ui/Select";
import { Bone, EmptyState, ErrorState, Skeleton } from "@/ui/states";
import "./analytics.css";
import { CostByDay } from "./CostByDay";
import { csvOf } from "./csv";
import { type Figures, figuresQuery, STRETCHES, stretchOf } from "./figures";
import { Kpis } from "./Kpis";
import { OrdersByDay } from "./OrdersByDay";
import { AgentsCompared, Failures, orderLink, SpentOn } from "./Tables";

const route = getRouteApi("/analytics");
const DAY = 60_000 * 60;

export function AnalyticsPage() {
  useTitle("Analytics");
  const { days = 14, project = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow(DAY);
  const stretch = stretchOf(days, now);
  const figures = useQuery(figuresQuery(stretch, project));
  const before = useQuery(figuresQuery(stretchOf(days, now, 1), project));
  const projects = useQuery(projectsQuery);
  const change = (next: { days?: number; project?: string }) => {
    const { days: wanted, project: chosen } = { days, project, ...next };
    void navigate({ search: { ...(wanted === 14 ? {} : { days: wanted }), ...(chosen ? { project: chosen } : {}) }, replace: true });
  };
  return (
    <>
      <header className="topbar">
        <h1>Analytics</h1>
        <Select
          small
          className="an-project"
          label="Project"
          value={project}
          onChange={(chosen) => change({ project: chosen })}
          groups={[{ choices: [{ value: "", label: "All projects" }, ...(projects.data ?? []).map((each) => ({ value: each.project_id, label: each.name }))] }]}
        />
        <span className="push row g6">
          <Segmented label="Days" value={String(days)} onChange={(wanted) => change({ days: Number(wanted) })} choices={STRETCHES.map((each) => ({ value: String(each), label: <>{each}<span className="hide-phone"> days</span></> }))} />
          <Button className="hide-phone" icon={<Download className="i" size={14} />} disabled={!figures.data} onClick={() => figures.data && download("shopfloor-analytics.csv", csvOf(figures.data), "text/csv")}>
            CSV
          </Button>
        </span>
      </header>
      <div className="an scrolls">
        {figures.error && !figures.data && <ErrorState title="The figures cannot be shown" error={figures.error} onRetry={() => void figures.refetch()} />}
        {figures.isPending && <Waiting />}
        {figures.data && <Sheet figures={figures.data} before={before.data} project={project} />}
      </div>
    </>
  );
}

function Sheet({ figures, before, project }: { figures: Figures; before: Figures | undefined; project: string }) {
  const agents = useQuery(agentsQuery);
  const nameOf = (agent: string) => agents.data?.find((each) => each.name === agent)?.display_name ?? agent;
  const stretch = { since: new Date(figures.since), until: new Date(figures.until) };
  if (figures.total.filed === 0 && figures.spent.length === 0) {
    return <EmptyState title="Nothing happened in these days" text="File a work order, or look at a longer time." />;
  }
  const share = project ? "half" : "third";
  return (
    <>
      <Kpis now={figures} before={before} />
      <OrdersByDay days={figures.days} />
      <CostByDay figures={figures} nameOf={nameOf} />
      <AgentsCompared figures={figures} nameOf={nameOf} />
      <Failures figures={figures} />
      <SpentOn className={share} group="model" title="Models" stretch={stretch} project={project} />
      {!project && <SpentOn className={share} group="project" title="Projects" stretch={stretch} project={project} nameOf={(row) => row.name ?? "No project"} />}
      <SpentOn className={share} group="order" title="Costliest orders" stretch={stretch} project={project} nameOf={orderLink} />
    </>
  );
}

const Waiting = () => (
  <Skeleton>
    <Bone height={74} />
    <Bone height={300} />
    <Bone height={200} />
  </Skeleton>
);

import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Button } from "@/ui/Button";
import { Kbd } from "@/ui/Kbd";
import { Bone, EmptyState, Skeleton } from "@/ui/states";
import { isFiltered, type OrdersSearch, type View } from "./search";

const WIDTHS = [240, 300, 190, 270, 220, 320, 250];

export const OrdersSkeleton = () => (
  <Skeleton label="Loading orders">
    {WIDTHS.map((width) => (
      <div key={width} className="sk-row">
        <Bone width={14} height={14} />
        <Bone width={84} />
        <span className="col gap-2 grow">
          <Bone width={width} />
          <Bone width={width * 0.7} height={9} />
        </span>
        <Bone width={44} />
        <Bone width={90} />
      </div>
    ))}
  </Skeleton>
);

const VIEW_WORDS: Partial<Record<View, [title: string, text: string]>> = {
  needs: ["Nothing needs you", "Orders that wait for an answer stand here."],
  live: ["Nothing is under way", "Orders that wait or run stand here."],
  failed: ["Nothing has failed", "Orders that could not go on stand here, with the reason."],
  done: ["Nothing is done yet", "Orders that came to their end stand here."],
};

export function OrdersEmpty({ search, isInProject, onClear }: { search: OrdersSearch; isInProject: boolean; onClear: () => void }) {
  const { view, project, sort: _sort, page: _page, ...others } = search;
  const words = view && Object.keys(others).length === 0 && (!project || isInProject) ? VIEW_WORDS[view] : undefined;
  if (words) return <EmptyState title={words[0]} text={words[1]} action={<Button onClick={onClear}>All orders</Button>} />;
  if (isFiltered(isInProject ? { ...search, project: undefined } : search))
    return <EmptyState title="No orders match" text={`Nothing ${isInProject ? "in this project" : "on this floor"} fits the filter.`} action={<Button onClick={onClear}>Clear the filter</Button>} />;
  return (
    <EmptyState
      title={isInProject ? "No orders in this project yet" : "Nothing on the floor yet"}
      text="File a work order and follow it here. It goes on when you close the tab."
      action={
        <Link to="/new" search={project ? { project } : {}} className="btn primary">
          <Plus className="i" size={14} />
          New work order
          <Kbd keys="N" />
        </Link>
      }
    />
  );
}

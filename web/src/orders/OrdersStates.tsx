import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Button } from "@/ui/Button";
import { Kbd } from "@/ui/Kbd";
import { Bone, EmptyState, Skeleton } from "@/ui/states";

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

export function OrdersEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return <EmptyState title="No orders match" text="Nothing on this floor fits the filter." action={<Button onClick={onClear}>Clear the filter</Button>} />;
  return (
    <EmptyState
      title="Nothing on the floor yet"
      text="File a work order and follow it here. It goes on when you close the tab."
      action={
        <Link to="/new" className="btn primary">
          <Plus className="i" size={14} />
          New work order
          <Kbd keys="N" />
        </Link>
      }
    />
  );
}

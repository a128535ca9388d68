import { Bone, Skeleton } from "@/ui/states";
import { COLUMNS } from "./columns";

export const BoardSkeleton = () => (
  <Skeleton label="Loading the board">
    <div className="bd">
      {COLUMNS.map((status, column) => (
        <div key={status} className="bc">
          <div className="bc-h"><Bone width={96} /></div>
          {Array.from({ length: 4 - Math.min(column, 3) }, (_, index) => (
            <div key={index} className="bk"><Bone width="40%" height={10} /><Bone width="90%" /><Bone width="60%" /></div>
          ))}
        </div>
      ))}
    </div>
  </Skeleton>
);

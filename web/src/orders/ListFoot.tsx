import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { Kbd } from "@/ui/Kbd";
import { type OrdersSearch, PAGE_SIZE } from "./search";

interface ListFootProps {
  search: OrdersSearch;
  total: number;
  count: number;
  onChange: (next: OrdersSearch) => void;
}

export function ListFoot({ search, total, count, onChange }: ListFootProps) {
  const page = search.page ?? 1;
  const first = (page - 1) * PAGE_SIZE + 1;
  const turn = (to: number) => {
    const { page: _page, ...rest } = search;
    onChange(to > 1 ? { ...rest, page: to } : rest);
  };
  return (
    <footer className="list-foot">
      <span className="num" role="status">
        {count ? `${first} to ${first + count - 1} of ${total}` : `${total} orders`}
      </span>
      <span className="push row hide-phone">
        Move <Kbd keys="J K" /> Select <Kbd keys="X" /> Open <Kbd keys="enter" />
      </span>
      <span className="row g4">
        <IconButton label="Previous page" variant="plain" size="sm" disabled={page <= 1} onClick={() => turn(page - 1)}>
          <ChevronLeft className="i" size={14} />
        </IconButton>
        <IconButton label="Next page" variant="plain" size="sm" disabled={first + count > total} onClick={() => turn(page + 1)}>
          <ChevronRight className="i" size={14} />
        </IconButton>
      </span>
    </footer>
  );
}

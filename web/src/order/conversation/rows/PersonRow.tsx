import { clock, fullTime } from "@/lib/format";
import { Markdown } from "@/ui/Markdown";
import { Avatar } from "@/ui/Monogram";
import { useOrderPage } from "../../order-context";
import type { PersonItem } from "../items";

export function PersonRow({ item }: { readonly item: PersonItem }) {
  const { order } = useOrderPage();
  const filedBy = item.id === "first-prompt" ? order.created_by : undefined;
  const name = item.author ?? filedBy ?? "You";
  return (
    <div className="ev">
      <div className="gut">
        <Avatar name={name} />
      </div>
      <div className="body ask">
        <div className="who">
          <span className="n">{name}</span>
          <time className="w" dateTime={item.at} title={fullTime(item.at)}>{clock(item.at)}</time>
        </div>
        <div className="prose">
          <Markdown text={item.text} />
        </div>
      </div>
    </div>
  );
}

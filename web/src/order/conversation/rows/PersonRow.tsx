import { clock, fullTime } from "@/lib/format";
import { Markdown } from "@/ui/Markdown";
import { Avatar } from "@/ui/Monogram";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { useOrderPage } from "../../order-context";
import type { PersonItem } from "../items";

/** Findings that the platform hands to the building agent carry this name. */
const REVIEWER = "AI review";

export function PersonRow({ item }: { readonly item: PersonItem }) {
  const { order } = useOrderPage();
  const filedBy = item.id === "first-prompt" ? order.created_by : undefined;
  const name = item.author ?? filedBy ?? "You";
  return (
    <div className="ev">
      <div className="gut">
        {name === REVIEWER ? <StatusGlyph glyph="review" size={18} label={REVIEWER} /> : <Avatar name={name} />}
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

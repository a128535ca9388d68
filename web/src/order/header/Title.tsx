import { useState } from "react";
import { useOrderPage } from "../order-context";

/** Click to edit. Enter keeps, Escape does not. */
export function Title() {
  const { order, actions } = useOrderPage();
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <h1 className="tr">
        <button type="button" className="title tr" title={`${order.title}: click to edit`} aria-label={`Title: ${order.title}. Edit`} onClick={() => setDraft(order.title)}>
          {order.title}
        </button>
      </h1>
    );
  }
  const keep = () => {
    const title = draft.trim();
    setDraft(undefined);
    if (title !== "" && title !== order.title) void actions.rename(title);
  };
  return (
    <input
      className="title-edit"
      aria-label="Title"
      value={draft}
      maxLength={300}
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter") keep();
        if (event.key === "Escape") setDraft(undefined);
        event.stopPropagation();
      }}
    />
  );
}

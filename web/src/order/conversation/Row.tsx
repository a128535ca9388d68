import { memo } from "react";
import type { Item } from "./items";
import { AgentHead, NoteRow, TextRow, ThoughtRow, TurnRule } from "./rows/AgentRows";
import { ErrorRow } from "./rows/ErrorRow";
import { GitRow } from "./rows/GitRow";
import { PersonRow } from "./rows/PersonRow";
import { PlanRow } from "./rows/PlanRow";
import { RequestRow } from "./rows/RequestRow";
import { ToolsRow } from "./rows/ToolsRow";

/** Items are replaced when they change, so identity says whether a row must be drawn anew. */
export const Row = memo(function Row({ item }: { readonly item: Item }) {
  switch (item.kind) {
    case "turn":
      return <TurnRule item={item} />;
    case "person":
      return <PersonRow item={item} />;
    case "agent":
      return <AgentHead item={item} />;
    case "text":
      return <TextRow item={item} />;
    case "thought":
      return <ThoughtRow item={item} />;
    case "tools":
      return <ToolsRow item={item} />;
    case "plan":
      return <PlanRow item={item} />;
    case "git":
      return <GitRow item={item} />;
    case "error":
      return <ErrorRow item={item} />;
    case "request":
      return <RequestRow item={item} />;
    case "note":
      return <NoteRow item={item} />;
  }
});

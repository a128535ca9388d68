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

const HEIGHTS: Readonly<Record<Item["kind"], number>> = {
  turn: 30, person: 84, agent: 24, text: 66, thought: 26, tools: 100, plan: 140, git: 76, error: 110, request: 150, note: 24,
};

/** A guess, for rows that were not on the screen yet. */
export function estimatedHeight(item: Item | undefined): number {
  if (item === undefined) return 200;
  if (item.kind === "text") return 22 * Math.max(1, Math.ceil(item.text.length / 95)) + 14;
  if (item.kind === "tools") return 33 * item.calls.length + 2;
  return HEIGHTS[item.kind];
}

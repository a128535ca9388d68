/** Fills a conversation from the order's stream, and says which of the other readings are out of date. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "@/client/queries";
import { followOrder } from "@/live";
import { ConversationStore } from "./conversation/conversation-store";

const CONVERSATION = new Set(["agent_message", "agent_thought", "agent_tool_call", "agent_plan", "agent_usage", "agent_update", "agent_session_started"]);
const QUIET_MS = 60;

export function useOrderStream(id: string): ConversationStore {
  const queries = useQueryClient();
  const [store] = useState(() => new ConversationStore());
  useEffect(() => {
    const refresh = refresher(queries, id);
    const stop = followOrder(id, {
      get lastSeq() {
        return store.lastSeq;
      },
      event: (event) => {
        if (store.event(event)) refresh(event.type);
      },
      delta: (delta) => store.delta(delta),
      state: (state) => {
        if (state.name === "open") store.caughtUp();
      },
    });
    return stop;
  }, [id, queries, store]);
  return store;
}

/** Many events in a row cost one reading. */
function refresher(queries: QueryClient, id: string): (type: string) => void {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    void queries.invalidateQueries({ queryKey: keys.order(id), exact: true });
    for (const what of stale) void queries.invalidateQueries({ queryKey: ["order", id, what] });
    stale.clear();
  };
  return (type) => {
    if (CONVERSATION.has(type)) return;
    if (type.startsWith("git_")) for (const what of ["commits", "diff", "pull-request"]) stale.add(what);
    if (type.startsWith("github_pull_request")) stale.add("pull-request");
    if (type.startsWith("ai_review")) stale.add("reviews");
    timer ??= setTimeout(flush, QUIET_MS);
  };
}

/** Tells about orders that are not in front of the user: a toast here, a browser notification when the tab is hidden. */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { orderQuery } from "@/client/queries";
import { type FeedEvent, onFeedEvent } from "@/live";
import type { Glyph } from "@/ui/StatusGlyph";
import { toast } from "@/ui/toasts";

interface News {
  glyph: Glyph;
  words: string;
  action: string;
}

const NEWS: Record<string, News> = {
  agent_work_order_waiting: { glyph: "needs", words: "waits for your answer", action: "Answer" },
  agent_work_order_failed: { glyph: "failed", words: "failed", action: "Look" },
  agent_work_order_completed: { glyph: "done", words: "is done", action: "Look" },
};
/** After these, the same may be news again. */
const GOES_ON = new Set(["agent_permission_answered", "agent_work_order_queued", "agent_work_order_started"]);
const TOASTED = new Set<Glyph>(["needs", "failed"]);
const FRESH_MS = 60_000;

const NAME = "shopfloor.notifications";

export const areNotificationsOn = (): boolean =>
  localStorage.getItem(NAME) === "true" && "Notification" in window && Notification.permission === "granted";

/** Asks the browser, once. false: it was refused. */
export async function switchNotifications(on: boolean): Promise<boolean> {
  if (!on || !("Notification" in window)) {
    localStorage.setItem(NAME, "false");
    return false;
  }
  const answer = await Notification.requestPermission();
  localStorage.setItem(NAME, String(answer === "granted"));
  return answer === "granted";
}

export function useNews(): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const told = new Map<string, Glyph>();
    const tell = async (event: FeedEvent) => {
      const news = NEWS[event.type];
      const id = event.agent_work_order_id;
      if (id && GOES_ON.has(event.type)) told.delete(id);
      if (!news || !id || !isFresh(event) || told.get(id) === news.glyph) return;
      told.set(id, news.glyph);
      const open = () => void router.navigate({ to: "/orders/$orderId", params: { orderId: id } });
      const order = await client.fetchQuery({ ...orderQuery(id), staleTime: 5000 }).catch(() => null);
      if (!order) return;
      if (document.hidden && areNotificationsOn()) notify(order.title, news, id, open);
      else if (TOASTED.has(news.glyph) && !router.state.location.pathname.endsWith(`/orders/${id}`))
        toast({ glyph: news.glyph, title: order.title, text: `${order.agent} ${news.words}`, actions: [{ label: news.action, onClick: open }] });
    };
    return onFeedEvent((event) => void tell(event));
  }, [client, router]);
}

/** What is replayed after an hour asleep is not news. */
const isFresh = (event: FeedEvent): boolean => Date.now() - Date.parse(String(event["at"])) < FRESH_MS;

function notify(title: string, news: News, id: string, open: () => void): void {
  const notification = new Notification(title, { body: news.words, tag: id, icon: "/mark.svg" });
  notification.onclick = () => {
    window.focus();
    open();
    notification.close();
  };
}

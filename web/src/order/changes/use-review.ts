/** The review being written and the files looked at, kept in this browser until they are sent or changed. */
import { useCallback } from "react";
import { plural } from "@/lib/format";
import { useStored } from "@/lib/stored";
import { toast } from "@/ui/toasts";
import { useOrderPage } from "../order-context";
import { reviewPrompt, type ReviewComment } from "./review";

export interface Review {
  readonly comments: readonly ReviewComment[];
  readonly add: (comment: Omit<ReviewComment, "id">) => void;
  readonly change: (id: string, text: string) => void;
  readonly remove: (id: string) => void;
  readonly send: () => Promise<void>;
}

const NO_COMMENTS: ReviewComment[] = [];

export function useReview(): Review {
  const { order, agentName, actions } = useOrderPage();
  const [comments, setComments] = useStored<ReviewComment[]>(`shopfloor.review.${order.agent_work_order_id}`, NO_COMMENTS);
  const isWorking = order.status === "running" || order.status === "waiting" || order.status === "pending";
  return {
    comments,
    add: (comment) => setComments([...comments, { ...comment, id: crypto.randomUUID() }]),
    change: (id, text) => setComments(comments.map((comment) => (comment.id === id ? { ...comment, text } : comment))),
    remove: (id) => setComments(comments.filter((comment) => comment.id !== id)),
    send: async () => {
      if (comments.length === 0 || !(await actions.send(reviewPrompt(comments)))) return;
      setComments([]);
      toast({ title: `Review sent to ${agentName}`, text: `${plural(comments.length, "comment")}${isWorking ? ", queued for the next turn" : ""}` });
    },
  };
}

export type ViewedState = "no" | "yes" | "changed";

const NONE: Record<string, string> = {};

/** A file counts as viewed as it is: once it changes, it says so. */
export function useViewed(orderId: string) {
  const [viewed, setViewed] = useStored<Record<string, string>>(`shopfloor.viewed.${orderId}`, NONE);
  const stateOf = useCallback(
    (path: string, patch: string | null): ViewedState => {
      const seen = viewed[path];
      if (seen === undefined) return "no";
      return seen === fingerprint(patch) ? "yes" : "changed";
    },
    [viewed],
  );
  const set = (path: string, patch: string | null, isViewed: boolean) => {
    const others = Object.entries(viewed).filter(([name]) => name !== path);
    setViewed(Object.fromEntries(isViewed ? [...others, [path, fingerprint(patch)]] : others));
  };
  return { stateOf, set };
}

function fingerprint(text: string | null): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < (text?.length ?? 0); i++) hash = Math.imul(hash ^ (text?.charCodeAt(i) ?? 0), 0x01000193);
  return `${(text?.length ?? 0).toString(36)}-${(hash >>> 0).toString(36)}`;
}

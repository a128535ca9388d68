import { useQuery, useQueryClient } from "@tanstack/react-query";
import { GitCommitHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { isLive } from "@/ui/order-status";
import { toast, toastError } from "@/ui/toasts";
import { sandboxQuery } from "../drawer/sandbox";
import { useOrderPage } from "../order-context";
import { commitByHand } from "./files-api";

/** A person's changes become her commit: now where the order rests, else before the agent's next turn. */
export function CommitBar({ hasSaved }: { readonly hasSaved: boolean }) {
  const { order } = useOrderPage();
  const id = order.agent_work_order_id;
  const queries = useQueryClient();
  const { data: sandbox } = useQuery(sandboxQuery(id));
  const [message, setMessage] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  if (isLive(order)) return hasSaved ? <p className="commit-bar t2 xs">What you saved is committed as yours before the agent's next turn.</p> : undefined;
  if (!sandbox?.is_dirty) return undefined;
  const commit = async () => {
    setIsBusy(true);
    try {
      const { committed, git_commit_sha: sha } = await commitByHand(id, message.trim() || null);
      toast(committed ? { title: "Committed", text: sha?.slice(0, 10) } : { title: "There was nothing to commit" });
      setMessage("");
      await queries.invalidateQueries({ queryKey: ["order", id] });
    } catch (error) {
      toastError("The changes could not be committed", error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className="commit-bar"
      onSubmit={(event) => {
        event.preventDefault();
        void commit();
      }}
    >
      <input className="input" aria-label="Message of the commit" placeholder="What you changed" maxLength={200} value={message} onChange={(event) => setMessage(event.target.value)} />
      <Button type="submit" size="sm" variant="primary" busy={isBusy} icon={<GitCommitHorizontal className="i" size={14} aria-hidden />}>Commit my changes</Button>
    </form>
  );
}

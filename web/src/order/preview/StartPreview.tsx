import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { api } from "@/client/api";
import { projectsQuery } from "@/client/queries";
import { Button } from "@/ui/Button";
import { Checkbox, Field } from "@/ui/fields";
import { toastError } from "@/ui/toasts";
import { useOrderPage } from "../order-context";
import { type Served, servedKey, startPreview } from "./served";

/** Before it runs, and after it has ended. */
export function StartPreview({ served }: { readonly served: Served }) {
  const { order } = useOrderPage();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [isKept, setIsKept] = useState(true);
  const [isStarting, setIsStarting] = useState(false);
  const id = order.agent_work_order_id;
  const command = (typed ?? served.command ?? "").trim();
  const isNew = command !== (served.command ?? "");
  const canKeep = isNew && order.project_id !== null;
  const start = async () => {
    setIsStarting(true);
    try {
      if (isNew && order.project_id !== null && isKept && command !== "") {
        await api.PATCH("/api/projects/{project_id}", { params: { path: { project_id: order.project_id } }, body: { preview_command: command } });
        void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
      }
      queries.setQueryData(servedKey(id, "preview"), await startPreview(id, command));
    } catch (problem) {
      toastError("The preview could not be started", problem);
    } finally {
      setIsStarting(false);
    }
  };
  return (
    <form
      className="served-start"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h2>{served.state === "ended" ? endWords(served) : "See it run"}</h2>
      <p className="t2 sm">The project's development server runs in this order's sandbox and is shown here, under an origin of its own.</p>
      <Field label="Command" below={<>A free port is offered as <code>$PORT</code>; any other it listens on is found as well.</>}>
        {(ids) => <input {...ids} className="input mono" spellCheck={false} placeholder="npm run dev -- --port $PORT" value={typed ?? served.command ?? ""} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      {canKeep && (
        <span className="row g6 sm">
          <Checkbox checked={isKept} onChange={setIsKept} label="Remember it for the project" />
          Remember it for the project
        </span>
      )}
      <Button type="submit" variant="primary" busy={isStarting} disabled={command === ""} icon={<Play className="i" size={13} aria-hidden />}>
        {served.state === "ended" ? "Start again" : "Start preview"}
      </Button>
    </form>
  );
}

export function endWords(served: Served): string {
  if (served.end_reason === "stopped") return "The preview was stopped";
  if (served.end_reason === "idle") return "Ended, as nobody was looking";
  return served.exit_code !== null && served.exit_code >= 0 ? `It has ended with exit code ${served.exit_code}` : "It has ended";
}

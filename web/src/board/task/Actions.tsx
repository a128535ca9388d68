/** What the task's column allows: execute, stop, approve, send back. */
import { useQuery } from "@tanstack/react-query";
import { Check, CornerUpLeft, Play, Plus, Square, X } from "lucide-react";
import { useState } from "react";
import { agentsQuery } from "@/client/queries";
import { isReviewing } from "@/client/reviews";
import { plural } from "@/lib/format";
import { agentGroups, ModelSelect } from "@/ui/AgentFields";
import { Button, IconButton } from "@/ui/Button";
import { Select } from "@/ui/Select";
import { type Attempt, sendTaskBack } from "../board-actions";
import type { Task } from "../board-queries";
import { useBoard } from "../board-context";

export function Actions({ task }: { task: Task }) {
  if (task.archived) return null;
  if (task.status === "todo") return <Execute task={task} />;
  if (task.status === "in_progress" || (task.status === "ai_review" && isReviewing(task.review))) return <Stop task={task} />;
  if (task.status === "done") return null;
  return <Review task={task} />;
}

const MOST_ATTEMPTS = 8;

function Execute({ task }: { task: Task }) {
  const { actions } = useBoard();
  const [attempts, setAttempts] = useState<{ agent: string; model: string }[]>([{ agent: "", model: "" }]);
  const [isBusy, setBusy] = useState(false);
  const set = (index: number, next: { agent: string; model: string }) => setAttempts(attempts.with(index, next));
  const run = async () => {
    setBusy(true);
    await actions.execute(task, attempts.map(chosen));
    setBusy(false);
  };
  return (
    <section className="tp-act" aria-label="Execute">
      {task.error && <p className="bad sm" role="alert">{task.error.message}{task.error.hint && ` ${task.error.hint}`}</p>}
      {attempts.map((attempt, index) => (
        <AttemptRow key={index} number={index + 1} value={attempt} onChange={(next) => set(index, next)} {...(attempts.length > 1 ? { onRemove: () => setAttempts(attempts.toSpliced(index, 1)) } : {})} />
      ))}
      <div className="row g6 wrap">
        <Button variant="primary" icon={<Play className="i" size={13} />} busy={isBusy} onClick={() => void run()}>
          {attempts.length > 1 ? `Execute ${attempts.length} attempts` : "Execute"}
        </Button>
        <Button variant="ghost" icon={<Plus className="i" size={13} />} disabled={attempts.length >= MOST_ATTEMPTS} onClick={() => setAttempts([...attempts, { agent: "", model: "" }])}>
          Another attempt beside it
        </Button>
      </div>
    </section>
  );
}

const chosen = ({ agent, model }: { agent: string; model: string }): Attempt => ({ ...(agent ? { agent } : {}), ...(model ? { model } : {}) });

interface AttemptRowProps {
  number: number;
  value: { agent: string; model: string };
  onChange: (value: { agent: string; model: string }) => void;
  onRemove?: () => void;
}

function AttemptRow({ number, value, onChange, onRemove }: AttemptRowProps) {
  const agents = useQuery(agentsQuery).data ?? [];
  return (
    <div className="attempt" role="group" aria-label={`Attempt ${number}`}>
      <Select small label="Agent" value={value.agent} onChange={(agent) => onChange({ agent, model: "" })} groups={agentGroups(agents, "The project's agent")} />
      <ModelSelect agent={value.agent} value={value.model} onChange={(model) => onChange({ ...value, model })} any="Its usual model" />
      {onRemove && (
        <IconButton label={`Remove attempt ${number}`} size="sm" onClick={onRemove}>
          <X className="i" size={13} />
        </IconButton>
      )}
    </div>
  );
}

function Stop({ task }: { task: Task }) {
  const { actions } = useBoard();
  const [isBusy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    await actions.stop(task);
    setBusy(false);
  };
  const isReview = task.status === "ai_review";
  const words = isReview ? "On to human review, without a verdict." : "Back to To do. What was done stays on its branch.";
  return (
    <section className="tp-act row" aria-label={isReview ? "Review" : "Execution"}>
      <Button variant="danger" icon={<Square className="i" size={13} />} busy={isBusy} onClick={() => void stop()}>
        {isBusy ? "Stopping" : isReview ? "Stop the review" : "Stop"}
      </Button>
      <span className="t3 sm">{!isReview && task.sessions.length > 1 ? `${plural(task.sessions.length, "attempt")} side by side` : words}</span>
    </section>
  );
}

function Review({ task }: { task: Task }) {
  const { actions, project } = useBoard();
  const [comments, setComments] = useState<string | null>(null);
  const next = task.status === "ai_review" ? ("human_review" as const) : ("done" as const);
  const sendBack = async () => {
    if (await actions.run("It was not sent back", () => sendTaskBack(project, task.task_id, comments ?? ""))) setComments(null);
  };
  return (
    <section className="tp-act" aria-label="Review">
      {task.error && <p className="bad sm" role="alert">{task.error.message}{task.error.hint && ` ${task.error.hint}`}</p>}
      <div className="row g6 wrap">
        <Button variant="primary" icon={<Check className="i" size={13} />} onClick={() => void actions.move(task, { status: next, above: null }, null)}>
          {next === "done" ? "Approve" : "To human review"}
        </Button>
        <Button icon={<CornerUpLeft className="i" size={13} />} aria-expanded={comments !== null} onClick={() => setComments(comments === null ? "" : null)}>
          Send back
        </Button>
      </div>
      {comments !== null && (
        <>
          <div className="input area">
            <textarea aria-label="What should change" placeholder="What should change?" value={comments} autoFocus onChange={(event) => setComments(event.target.value)} />
          </div>
          <div className="row">
            <Button disabled={!comments.trim()} onClick={() => void sendBack()}>
              Send to the agent
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

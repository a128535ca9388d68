/** How each phase of the workflow went, from the journal. */
import type { PhaseProgress, PhaseState } from "./items";
import { numberOf, textOf, type JournalEvent } from "./journal-events";

interface Entry {
  state: PhaseState;
  startedAt: string | undefined;
  seconds: number;
  commits: number;
}

export class PhaseLog {
  private readonly entries = new Map<string, Entry>();
  private current: string | undefined;
  private listed: readonly PhaseProgress[] | undefined;

  phases(): readonly PhaseProgress[] {
    this.listed ??= [...this.entries].map(([phase, entry]) => ({
      phase,
      state: entry.state,
      startedAt: entry.startedAt,
      seconds: entry.seconds > 0 ? entry.seconds : undefined,
      commits: entry.commits,
    }));
    return this.listed;
  }

  apply(event: JournalEvent): void {
    const phase = textOf(event, "phase");
    switch (event.type) {
      case "workflow_phase_started":
        return phase === undefined ? undefined : this.start(phase, event.at);
      case "workflow_phase_completed":
        return this.end(phase, "done", numberOf(event, "execution_duration_seconds"), event.at);
      case "workflow_phase_failed":
        return this.end(phase, "failed", undefined, event.at);
      case "agent_work_order_failed":
        return this.stopCurrent("failed", event.at);
      case "agent_work_order_paused":
      case "agent_work_order_cancelled":
        return this.stopCurrent("stopped", event.at);
      case "agent_work_order_waiting":
        return this.mark("waiting");
      case "agent_permission_answered":
        return this.mark("running");
      case "git_commit_created":
        return this.change(phase, (entry) => void entry.commits++);
    }
  }

  private start(phase: string, at: string): void {
    const before = this.entries.get(phase);
    this.entries.set(phase, { state: "running", startedAt: at, seconds: before?.seconds ?? 0, commits: before?.commits ?? 0 });
    this.current = phase;
    this.listed = undefined;
  }

  private end(phase: string | undefined, state: PhaseState, seconds: number | undefined, at: string): void {
    this.change(phase, (entry) => {
      const passed = entry.startedAt === undefined ? 0 : (Date.parse(at) - Date.parse(entry.startedAt)) / 1000;
      entry.seconds += Math.max(0, seconds ?? passed);
      entry.state = state;
      entry.startedAt = undefined;
    });
    if (phase === this.current) this.current = undefined;
  }

  private stopCurrent(state: PhaseState, at: string): void {
    if (this.current !== undefined) this.end(this.current, state, undefined, at);
  }

  private mark(state: PhaseState): void {
    this.change(this.current, (entry) => void (entry.state = state));
  }

  private change(phase: string | undefined, change: (entry: Entry) => void): void {
    const entry = phase === undefined ? undefined : this.entries.get(phase);
    if (entry === undefined) return;
    change(entry);
    this.listed = undefined;
  }
}

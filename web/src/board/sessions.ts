import type { Session, Task } from "./board-queries";

export const isUnderWay = (session: Session): boolean => ["pending", "running", "waiting", "paused"].includes(session.status);

/** The attempt a card speaks of: the chosen one, else one that needs a person, is under way, or came last. */
export function mainSession(task: Task): Session | undefined {
  const { sessions } = task;
  return sessions.find((each) => each.is_winner) ?? sessions.find((each) => each.status === "waiting") ?? sessions.find(isUnderWay) ?? sessions.find((each) => each.status === "completed") ?? sessions[0];
}

/** null where no attempt knows what it cost. */
export function spent(sessions: readonly Session[]): number | null {
  const known = sessions.flatMap(({ usage }) => (usage.cost_usd === null || usage.cost_usd === undefined ? [] : [usage.cost_usd]));
  return known.length ? known.reduce((sum, each) => sum + each, 0) : null;
}

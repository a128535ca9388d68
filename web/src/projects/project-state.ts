import type { Project } from "@/client/models";

type State = Project["state"];

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** What becomes of what a project has, should it be forgotten. */
export function becomesOf(state: State): string {
  const underWay = state.queued + state.running + state.needs_you;
  const kept = state.orders === 0 ? "It has no work orders." : `Its ${counted(state.orders, "work order")} ${state.orders === 1 ? "is" : "are"} kept, with branches and pull requests.`;
  const running = underWay === 0 ? "" : ` ${underWay} under way ${underWay === 1 ? "goes" : "go"} on to the end, then with the floor's defaults.`;
  return `${kept}${running} Its board (${counted(state.tasks, "task")}), secrets and history are gone.`;
}

export interface StateWord {
  readonly text: string;
  readonly look: "acc" | "warn" | "bad" | "t3";
}

/** How a project stands, loudest first. */
export function stateWords(state: State): StateWord[] {
  const words: StateWord[] = [];
  if (state.needs_you) words.push({ text: `${state.needs_you} ${state.needs_you === 1 ? "needs" : "need"} you`, look: "warn" });
  if (state.running) words.push({ text: `${state.running} running`, look: "acc" });
  if (state.queued) words.push({ text: `${state.queued} queued`, look: "t3" });
  if (state.failed) words.push({ text: `${state.failed} failed`, look: "bad" });
  return words.length ? words : [{ text: "Quiet", look: "t3" }];
}

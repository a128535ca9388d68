/** What every card of a board needs. */
import { createContext, useContext } from "react";
import type { Order } from "@/client/models";
import type { Moves, Task } from "./board-queries";
import type { BoardActions } from "./use-board-actions";

export interface BoardFloor {
  project: string;
  moves: Moves | undefined;
  /** The orders behind the cards, by id. */
  orders: ReadonlyMap<string, Order>;
  actions: BoardActions;
  selected: ReadonlySet<string>;
  select: (id: string) => void;
  open: (id: string) => void;
  opened: string | undefined;
  askDelete: (tasks: Task[]) => void;
  /** By key. */
  lift: (task: Task) => void;
  lifted: string | undefined;
}

const Context = createContext<BoardFloor | null>(null);

export const BoardProvider = Context.Provider;

export function useBoard(): BoardFloor {
  const board = useContext(Context);
  if (!board) throw new Error("Cards live on a board.");
  return board;
}

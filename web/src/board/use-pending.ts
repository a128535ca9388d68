/** Changes on their way: shown over what the server says, and sent one after the other. */
import { useCallback, useMemo, useRef, useState } from "react";
import type { Task } from "./board-queries";

type Change = (tasks: readonly Task[]) => Task[];

export interface Pending {
  /** The tasks as they are once everything on its way has arrived. */
  over: (tasks: readonly Task[]) => Task[];
  /** Shows the change until it is sent and `seen` is over. Throws what sending throws, once the change is taken back. */
  carry: (change: Change, send: () => Promise<unknown>, seen: () => Promise<unknown>) => Promise<void>;
}

export function usePending(): Pending {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const carry = useCallback<Pending["carry"]>(async (change, send, seen) => {
    setChanges((all) => [...all, change]);
    const sent = line.current.then(send);
    line.current = sent.catch(() => undefined);
    try {
      await sent;
      await seen();
    } finally {
      setChanges((all) => all.filter((each) => each !== change));
    }
  }, []);
  const over = useCallback<Pending["over"]>((tasks) => changes.reduce<Task[]>((shown, change) => change(shown), [...tasks]), [changes]);
  return useMemo(() => ({ over, carry }), [over, carry]);
}

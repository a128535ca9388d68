/** A lifted card: by mouse, finger or key, and where it would come to lie. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Task } from "./board-queries";
import { type Columns, isSamePlace, type Place, placeOf, stepped } from "./columns";
import { type Lane, placeInLane, steppedInLanes } from "./lanes";
import { placeAt } from "./place-at";

export interface Drag {
  task: Task;
  place: Place;
  by: "pointer" | "keys";
}

interface Options {
  columns: Columns;
  /** null where the board is not cut by label. */
  lanes: Lane[] | null;
  onDrop: (task: Task, place: Place, by: Drag["by"]) => void;
}

const whereIs = ({ columns, lanes }: Pick<Options, "columns" | "lanes">, task: Task): Place => (lanes ? placeInLane(lanes, task) : placeOf(columns, task));

export function useDrag({ columns, lanes, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef({ drag, columns, lanes, onDrop });
  useEffect(() => {
    latest.current = { drag, columns, lanes, onDrop };
  });
  const start = useCallback((task: Task, by: Drag["by"]) => setDrag({ task, by, place: whereIs(latest.current, task) }), []);
  const cancel = useCallback(() => setDrag(null), []);
  const drop = useCallback(() => {
    const { drag: now, onDrop: tell } = latest.current;
    setDrag(null);
    if (now && !isSamePlace(now.place, whereIs(latest.current, now.task))) tell(now.task, now.place, now.by);
  }, []);
  const goTo = useCallback((place: Place) => setDrag((now) => (now && !isSamePlace(now.place, place) ? { ...now, place } : now)), []);
  usePointer(drag?.by === "pointer" ? drag.task : null, latest, goTo);
  useKeys(drag?.by === "keys", latest, goTo, drop, cancel);
  return { drag, start, drop, cancel };
}

type Latest = React.RefObject<{ drag: Drag | null } & Options>;

function usePointer(task: Task | null, latest: Latest, goTo: (place: Place) => void): void {
  useEffect(() => {
    if (!task) return;
    let frame = 0;
    const follow = (event: MouseEvent | TouchEvent) => {
      const point = "touches" in event ? event.touches[0] : event;
      if (!point) return;
      const { clientX, clientY } = point;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => goTo(placeAt(clientX, clientY, task.task_id) ?? whereIs(latest.current, task)));
    };
    window.addEventListener("mousemove", follow);
    window.addEventListener("touchmove", follow);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("mousemove", follow);
      window.removeEventListener("touchmove", follow);
    };
  }, [task, latest, goTo]);
}

function useKeys(isOn: boolean, latest: Latest, goTo: (place: Place) => void, drop: () => void, cancel: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const act = (event: KeyboardEvent) => {
      const { drag, columns, lanes } = latest.current;
      if (!drag) return;
      if (event.key.startsWith("Arrow")) goTo(lanes ? steppedInLanes(lanes, drag.task.task_id, drag.place, event.key) : stepped(columns, drag.task.task_id, drag.place, event.key));
      else if (event.key === " " || event.key === "Enter") drop();
      else cancel();
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", act, true);
    window.addEventListener("mousedown", cancel);
    return () => {
      window.removeEventListener("keydown", act, true);
      window.removeEventListener("mousedown", cancel);
    };
  }, [isOn, latest, goTo, drop, cancel]);
}

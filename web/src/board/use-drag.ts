/** A lifted card: by mouse, finger or key, and where it would come to lie. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Task } from "./board-queries";
import { type Columns, isSamePlace, type Place, placeOf, stepped } from "./columns";
import { placeAt } from "./place-at";

export interface Drag {
  task: Task;
  place: Place;
  by: "pointer" | "keys";
}

interface Options {
  columns: Columns;
  onDrop: (task: Task, place: Place, by: Drag["by"]) => void;
}

export function useDrag({ columns, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef({ drag, columns, onDrop });
  useEffect(() => {
    latest.current = { drag, columns, onDrop };
  });
  const start = useCallback((task: Task, by: Drag["by"]) => setDrag({ task, by, place: placeOf(latest.current.columns, task) }), []);
  const cancel = useCallback(() => setDrag(null), []);
  const drop = useCallback(() => {
    const { drag: now, columns: columnsNow, onDrop: tell } = latest.current;
    setDrag(null);
    if (now && !isSamePlace(now.place, placeOf(columnsNow, now.task))) tell(now.task, now.place, now.by);
  }, []);
  const goTo = useCallback((place: Place) => setDrag((now) => (now && !isSamePlace(now.place, place) ? { ...now, place } : now)), []);
  usePointer(drag?.by === "pointer" ? drag.task : null, latest, goTo);
  useKeys(drag?.by === "keys", latest, goTo, drop, cancel);
  return { drag, start, drop, cancel };
}

type Latest = React.RefObject<{ drag: Drag | null; columns: Columns; onDrop: Options["onDrop"] }>;

function usePointer(task: Task | null, latest: Latest, goTo: (place: Place) => void): void {
  useEffect(() => {
    if (!task) return;
    let frame = 0;
    const follow = (event: MouseEvent | TouchEvent) => {
      const point = "touches" in event ? event.touches[0] : event;
      if (!point) return;
      const { clientX, clientY } = point;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => goTo(placeAt(clientX, clientY, task.task_id) ?? placeOf(latest.current.columns, task)));
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
      const { drag, columns } = latest.current;
      if (!drag) return;
      if (event.key.startsWith("Arrow")) goTo(stepped(columns, drag.task.task_id, drag.place, event.key));
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

import type { KeyboardEvent, PointerEvent } from "react";
import { DRAWER_HEIGHT, heightWithin } from "./drawer-state";

interface DrawerHandleProps {
  readonly height: number;
  readonly onHeight: (height: number) => void;
}

/** Drags the drawer higher or lower, with a pointer or the arrow keys. */
export function DrawerHandle({ height, onHeight }: DrawerHandleProps) {
  const set = (next: number) => onHeight(heightWithin(next, window.innerHeight));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) set(window.innerHeight - event.clientY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? 16 : event.key === "ArrowDown" ? -16 : 0;
    if (step !== 0) set(height + step);
  };
  return (
    <div
      className="drawer-handle"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the terminal"
      aria-valuenow={height}
      aria-valuemin={DRAWER_HEIGHT.least}
      aria-valuemax={Math.round(window.innerHeight * DRAWER_HEIGHT.mostShare)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => set(DRAWER_HEIGHT.usual)}
      onKeyDown={onKeyDown}
    />
  );
}

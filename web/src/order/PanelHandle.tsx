import type { KeyboardEvent, PointerEvent } from "react";
import { PANEL_WIDTH } from "./OrderBody";

interface PanelHandleProps {
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

/** Drags the panel wider or narrower, with a pointer or the arrow keys. */
export function PanelHandle({ width, onWidth }: PanelHandleProps) {
  const set = (next: number) => onWidth(Math.round(Math.min(PANEL_WIDTH.most, Math.max(PANEL_WIDTH.least, next))));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) set(window.innerWidth - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? 16 : event.key === "ArrowRight" ? -16 : 0;
    if (step !== 0) set(width + step);
  };
  return (
    <div
      className="panel-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={width}
      aria-valuemin={PANEL_WIDTH.least}
      aria-valuemax={PANEL_WIDTH.most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => set(PANEL_WIDTH.usual)}
      onKeyDown={onKeyDown}
    />
  );
}

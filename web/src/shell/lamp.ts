/** The floor's state in the favicon and the title. */
import { useEffect, useRef } from "react";
import type { FloorNow } from "@/client/floor";
import { usePageTitle } from "@/lib/title";
import { type Lamp, MARK_FOOT, MARK_TOP } from "@/ui/Mark";

const LAMPS: Record<Lamp, string> = { live: "#74aeff", needs: "#ebb54f", failed: "#f47b72", idle: "#8c8b84" };

export function lampOf(floor: FloorNow): Lamp {
  if (floor.needsYou.length > 0) return "needs";
  return floor.liveCount + floor.reviews.length > 0 ? "live" : "idle";
}

export function faviconOf(lamp: Lamp): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${MARK_TOP}" fill="#8c8b84"/><rect x="4" y="10.3" width="16" height="4" rx="1" fill="${LAMPS[lamp]}"/><path d="${MARK_FOOT}" fill="#8c8b84"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function titleOf(page: string, floor: FloorNow): string {
  const first = floor.needsYou[0];
  const name = page ? `${page} · Shopfloor` : "Shopfloor";
  if (!first) return name;
  return floor.needsYou.length === 1 ? `Needs you: ${first.title} · Shopfloor` : `(${floor.needsYou.length}) ${name}`;
}

export function useLamp(floor: FloorNow): void {
  const page = usePageTitle();
  const lamp = lampOf(floor);
  const title = titleOf(page, floor);
  const shown = useRef<Lamp | null>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (shown.current === lamp) return;
    shown.current = lamp;
    document.getElementById("favicon")?.setAttribute("href", faviconOf(lamp));
  }, [lamp]);
}

/** Stays at the end while things come, unless the reader has scrolled up. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

const NEAR_END = 48;

export interface StickToEnd {
  readonly atEnd: boolean;
  readonly toEnd: () => void;
  /** Looks elsewhere: the end is left alone until the reader returns to it. */
  readonly leave: () => void;
}

export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): StickToEnd {
  const [atEnd, setAtEnd] = useState(true);
  const sticking = useRef(true);
  const lastTop = useRef(0);

  const set = useCallback((stick: boolean) => {
    sticking.current = stick;
    setAtEnd(stick);
  }, []);

  const toEnd = useCallback(() => {
    set(true);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller, set]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      const wentUp = element.scrollTop < lastTop.current - 1;
      lastTop.current = element.scrollTop;
      if (distance <= NEAR_END) set(true);
      else if (wentUp) set(false);
    };
    // Before the rows are drawn anew: asked afterwards, the browser would have to lay them all out at once.
    element.addEventListener("scroll", onScroll, { passive: true, capture: true });
    return () => element.removeEventListener("scroll", onScroll, { capture: true });
  }, [scroller, set]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inside = content.current;
    if (!element || !inside) return;
    const follow = () => {
      if (sticking.current) element.scrollTop = element.scrollHeight;
    };
    const observer = new ResizeObserver(follow);
    observer.observe(inside);
    observer.observe(element);
    follow();
    return () => observer.disconnect();
  }, [scroller, content]);

  return { atEnd, toEnd, leave: useCallback(() => set(false), [set]) };
}

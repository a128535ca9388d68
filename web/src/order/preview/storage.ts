/** Whether this browser lets a frame of another site store anything. Only the frame can find out, and tells when entered. */
import { useEffect, useState } from "react";

const SAME_SITE_NAME = "shopfloor.localhost";
const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

interface Entered {
  readonly shopfloor: "entered";
  readonly mayStore: boolean;
}

const isEntered = (data: unknown): data is Entered => typeof data === "object" && data !== null && (data as Partial<Entered>).shopfloor === "entered";

export function useMayStore(origin: string | null | undefined): boolean {
  const [mayStore, setMayStore] = useState(true);
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin === origin && isEntered(event.data)) setMayStore(event.data.mayStore);
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [origin]);
  return mayStore;
}

/** This page under the name with which served programs belong to the same site; undefined where that does not help. */
export function sameSiteAddress(here: URL, tab?: string): string | undefined {
  if (!LOCAL.test(here.hostname)) return undefined;
  const there = new URL(here);
  there.hostname = SAME_SITE_NAME;
  if (tab !== undefined) there.searchParams.set("tab", tab);
  return there.href;
}

import { useEffect, useRef, useState } from "react";
import { type Device, fitOf } from "./devices";

interface ServedFrameProps {
  readonly title: string;
  /** Lets this browser in once: a frame that is made anew needs another. */
  readonly address: string;
  readonly device: Device;
  readonly allow?: string;
}

/** It has an origin of its own. It may do what pages do there, and nothing with the page around it. */
export function ServedFrame({ title, address, device, allow }: ServedFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  const { width, scale } = fitOf(device, room);
  const size = width === undefined ? { width: "100%", height: "100%" } : { width, height: `${100 / scale}%`, transform: `scale(${scale})` };
  return (
    <div ref={place} className={`served ${device}`}>
      <iframe
        key={address}
        title={title}
        src={address}
        style={size}
        sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        allow={allow ?? ""}
      />
    </div>
  );
}

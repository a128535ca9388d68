import { ExternalLink, Maximize, Monitor, RotateCw, Smartphone, Square, Tablet } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/ui/Button";
import { Segmented } from "@/ui/fields";
import { DEVICES, type Device } from "./devices";
import { asPath } from "./served";

const ICONS = { whole: Maximize, phone: Smartphone, tablet: Tablet, desktop: Monitor } as const;
const CHOICES = (Object.keys(DEVICES) as Device[]).map((device) => {
  const Icon = ICONS[device];
  return { value: device, label: <Icon className="i" size={13} aria-label={DEVICES[device].word} /> };
});

interface PreviewBarProps {
  readonly path: string;
  readonly device: Device;
  readonly onDevice: (device: Device) => void;
  readonly isStopping: boolean;
  readonly onGo: (path: string) => void;
  readonly onOpen: () => void;
  readonly onStop: () => void;
}

export function PreviewBar({ path, device, onDevice, isStopping, onGo, onOpen, onStop }: PreviewBarProps) {
  const [typed, setTyped] = useState(path);
  return (
    <div className="served-bar">
      <IconButton label="Reload the preview" size="sm" onClick={() => onGo(path)}><RotateCw className="i" size={13} /></IconButton>
      <form
        className="grow"
        onSubmit={(event) => {
          event.preventDefault();
          const next = asPath(typed);
          setTyped(next);
          onGo(next);
        }}
      >
        <input className="input mono served-path" aria-label="Path" spellCheck={false} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </form>
      <Segmented label="Width" value={device} onChange={onDevice} choices={CHOICES} />
      <IconButton label="Open in a new tab" size="sm" onClick={onOpen}><ExternalLink className="i" size={13} /></IconButton>
      <IconButton label="Stop the preview" size="sm" busy={isStopping} onClick={onStop}><Square className="i" size={12} /></IconButton>
    </div>
  );
}

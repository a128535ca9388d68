/** Widths at which a page is looked at, and how a wide one fits into a narrow panel. */
export const DEVICES = {
  whole: { word: "Width of the panel", width: undefined },
  phone: { word: "Phone, 390 wide", width: 390 },
  tablet: { word: "Tablet, 768 wide", width: 768 },
  desktop: { word: "Desktop, 1280 wide", width: 1280 },
} as const;

export type Device = keyof typeof DEVICES;

export interface Fit {
  readonly width: number | undefined;
  readonly scale: number;
}

/** As wide as the device; made smaller where the panel is narrower. */
export function fitOf(device: Device, room: number): Fit {
  const { width } = DEVICES[device];
  if (width === undefined || room === 0) return { width: undefined, scale: 1 };
  return { width, scale: Math.min(1, room / width) };
}

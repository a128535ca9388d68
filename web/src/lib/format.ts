/** How numbers and times read. Always with a unit, never more precise than useful. */

export function duration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(seconds).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

export function spoken(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds === 0) return "<1 s";
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 && minutes < 10 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return `${Math.floor(hours / 24)} d`;
}

export function ago(at: string | number | Date, now: number): string {
  const seconds = Math.floor((now - new Date(at).getTime()) / 1000);
  if (seconds < 10) return "now";
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  if (seconds < 30 * 86_400) return `${Math.floor(seconds / 86_400)} d`;
  return new Date(at).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}

export const clock = (at: string): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });

export const fullTime = (at: string): string => new Date(at).toLocaleString();

export function cost(usd: number | null | undefined): string | null {
  if (usd === null || usd === undefined) return null;
  return usd > 0 && usd < 0.01 ? "<$0.01" : `$${usd.toFixed(2)}`;
}

export function count(value: number): string {
  if (value < 1000) return String(value);
  return value < 1_000_000 ? `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)}k` : `${(value / 1_000_000).toFixed(1)}M`;
}

/** `acme/checkout` of a URL or a path. */
export function repositoryName(url: string): string {
  const clean = url.replace(/[/\\]+$/, "").replace(/\.git$/, "");
  const parts = clean.split(/[/\\:]/).filter(Boolean);
  const isRemote = /^[a-z+]+:\/\//i.test(url) || /^[^/\s]+@[^/\s]+:/.test(url);
  return isRemote && !url.startsWith("file:") ? parts.slice(-2).join("/") : (parts.at(-1) ?? url);
}

/** Pieces of text as whole sentences. */
export const sentences = (...texts: (string | null | undefined)[]): string =>
  texts
    .map((text) => text?.trim())
    .filter((text): text is string => Boolean(text))
    .map((text) => (text[0] ?? "").toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : "."))
    .join(" ");

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Links come from agents and repositories: only addresses that merely lead somewhere may be followed. */

const SAFE = new Set(["http:", "https:", "mailto:"]);

export function safeLink(address: string): string | undefined {
  try {
    const url = new URL(address);
    return SAFE.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** The key of a server beyond loopback. Kept in this browser, sent with every request. */
const NAME = "shopfloor.key";

export function storedKey(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export function storeKey(key: string | null): void {
  if (key) localStorage.setItem(NAME, key);
  else localStorage.removeItem(NAME);
}

export function keyHeaders(): Record<string, string> {
  const key = storedKey();
  return key ? { authorization: `Bearer ${key}` } : {};
}

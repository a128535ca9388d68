/** Names with values as text, `NAME=value` one a line. A value that a line cannot hold stands in quotes, as in JSON. */
export type Variables = Readonly<Record<string, string>>;

const ASSIGNMENT = /^\s*([^\s=]+)\s*=(.*)$/;
const HEADER = /^\s*([^\s:]+)\s*:(.*)$/;

const NEEDS_QUOTES = /[\n\r]|^\s|\s$|^"/;

function valueOf(text: string): string {
  const trimmed = text.trim();
  if (!/^".*"$/.test(trimmed)) return trimmed;
  try {
    const parsed: unknown = JSON.parse(trimmed);
    return typeof parsed === "string" ? parsed : trimmed;
  } catch {
    return trimmed;
  }
}

const written = (value: string): string => (NEEDS_QUOTES.test(value) ? JSON.stringify(value) : value);

function parse(text: string, form: RegExp): Variables | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => form.exec(line));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", valueOf(pair?.[2] ?? "")]));
}

/** undefined where a line is not an assignment. */
export const variablesOf = (text: string): Variables | undefined => parse(text, ASSIGNMENT);
export const variablesText = (variables: Variables): string => Object.entries(variables).map(([name, value]) => `${name}=${written(value)}`).join("\n");

/** The same for `Name: value`. */
export const headersOf = (text: string): Variables | undefined => parse(text, HEADER);
export const headersText = (headers: Variables): string => Object.entries(headers).map(([name, value]) => `${name}: ${written(value)}`).join("\n");

export const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** Server-sent events, as they come in pieces. */
export interface SseMessage {
  id: string | null;
  event: string;
  data: string;
}

export class SseParser {
  #rest = "";
  #event = "";
  #id: string | null = null;
  #data: string[] = [];

  /** The messages that are complete by now. Comments and half a message give none. */
  push(chunk: string): SseMessage[] {
    const text = this.#rest + chunk;
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): SseMessage[] {
    if (line === "") return this.#dispatch();
    if (line.startsWith(":")) return [];
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field === "id") this.#id = value;
    return [];
  }

  #dispatch(): SseMessage[] {
    const message = { id: this.#id, event: this.#event || "message", data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#event = "";
    this.#id = null;
    this.#data = [];
    return isEmpty ? [] : [message];
  }
}

/** One terminal of the server, over a WebSocket that comes back by itself. */
import { storedKey } from "@/client/key";

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export type LinkState =
  | { readonly name: "connecting" }
  | { readonly name: "open" }
  | { readonly name: "waiting"; readonly retryAt: number }
  | { readonly name: "exited"; readonly exitCode: number | null }
  | { readonly name: "refused"; readonly message: string; readonly hint: string | null };

export interface LinkOptions {
  readonly orderId: string;
  readonly terminalId: string;
  /** The server shows all it kept, so what is on screen goes first. */
  readonly onBegin: () => void;
  readonly onOutput: (bytes: Uint8Array) => void;
  readonly onState: (state: LinkState) => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const PROTOCOL = "shopfloor";

export class TerminalLink {
  readonly #options: LinkOptions;
  #socket: WebSocket | undefined;
  #size: TerminalSize | undefined;
  #attempt = 0;
  #timer = 0;
  #isOver = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    window.addEventListener("online", this.#hurry);
    this.#connect();
  }

  type(data: string): void {
    this.#send({ type: "input", data });
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    this.#send({ type: "resize", ...size });
  }

  close(): void {
    this.#isOver = true;
    window.clearTimeout(this.#timer);
    window.removeEventListener("online", this.#hurry);
    this.#socket?.close();
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    this.#options.onState({ name: "connecting" });
    const socket = new WebSocket(terminalAddress(this.#options.orderId, this.#options.terminalId), protocols(storedKey()));
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (this.#isOver) return;
      if (typeof event.data === "string") this.#hear(event.data);
      else this.#options.onOutput(new Uint8Array(event.data));
    };
    socket.onclose = () => this.#lost();
    this.#socket = socket;
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as { type: string; exit_code?: number | null; message?: string; hint?: string | null };
    if (message.type === "opened") {
      this.#attempt = 0;
      this.#options.onBegin();
      this.#options.onState({ name: "open" });
      if (this.#size) this.resize(this.#size);
    } else if (message.type === "exit") {
      this.#end({ name: "exited", exitCode: message.exit_code ?? null });
    } else if (message.type === "error") {
      this.#end({ name: "refused", message: message.message ?? "The terminal cannot be shown.", hint: message.hint ?? null });
    }
  }

  #end(state: LinkState): void {
    this.close();
    this.#options.onState(state);
  }

  #lost(): void {
    if (this.#isOver) return;
    const wait = waitBefore(this.#attempt, Math.random());
    this.#attempt += 1;
    this.#options.onState({ name: "waiting", retryAt: Date.now() + wait });
    this.#timer = window.setTimeout(() => this.#connect(), wait);
  }

  readonly #hurry = (): void => {
    if (this.#isOver || this.#socket?.readyState === WebSocket.OPEN || this.#socket?.readyState === WebSocket.CONNECTING) return;
    window.clearTimeout(this.#timer);
    this.#connect();
  };
}

/** Twice as long each time, up to a limit, and never in step with other tabs. */
export const waitBefore = (attempt: number, chance: number): number =>
  Math.round(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + chance / 2));

function terminalAddress(orderId: string, terminalId: string): string {
  const address = new URL(`/api/agent-work-orders/${encodeURIComponent(orderId)}/terminal`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("terminal_id", terminalId);
  return address.href;
}

/** Pages cannot give a WebSocket headers: the key travels as the name of a protocol. */
export function protocols(key: string | null): string[] {
  if (!key) return [PROTOCOL];
  const bytes = String.fromCharCode(...new TextEncoder().encode(key));
  return [PROTOCOL, `shopfloor.key.${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`];
}

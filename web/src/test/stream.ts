/** A response whose body is written by the test. */
export class TestStream {
  readonly response: Response;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOver = false;

  constructor() {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (this.#controller = controller) });
    this.response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  send(text: string): void {
    if (!this.#isOver) this.#controller.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.#over(() => this.#controller.close());
  }

  fail(): void {
    this.#over(() => this.#controller.error(new DOMException("", "AbortError")));
  }

  #over(how: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    how();
  }
}

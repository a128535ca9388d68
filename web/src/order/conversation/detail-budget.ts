/** Holds the bulky parts of tool calls within bounds: the oldest are let go first. */
import { detailSize, type ToolCall } from "./tool-calls";

const BUDGET = 12_000_000;

export class DetailBudget {
  private readonly sizes = new Map<string, number>();
  private total = 0;

  constructor(private readonly budget: number = BUDGET) {}

  hold(call: ToolCall, forget: (callId: string) => void): void {
    this.total -= this.sizes.get(call.id) ?? 0;
    this.sizes.delete(call.id);
    const size = detailSize(call.detail);
    this.sizes.set(call.id, size);
    this.total += size;
    for (const [id, old] of this.sizes) {
      if (this.total <= this.budget || id === call.id) return;
      this.sizes.delete(id);
      this.total -= old;
      if (old > 0) forget(id);
    }
  }
}

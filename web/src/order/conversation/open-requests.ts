/** What the agent has asked for, until it is answered or nobody can answer any more. */
import type { ItemList } from "./item-list";
import type { Item } from "./items";
import { type JournalEvent, textOf } from "./journal-events";

type Request = Extract<Item, { kind: "request" }>;

export class OpenRequests {
  private readonly itemOfPermission = new Map<string, string>();

  constructor(private readonly list: ItemList) {}

  items(): readonly string[] {
    return [...this.itemOfPermission.values()];
  }

  open(request: Request): void {
    this.itemOfPermission.set(request.permissionId, request.id);
    this.list.add(request);
  }

  /** False where it was not open. */
  answer(event: JournalEvent): boolean {
    const permissionId = textOf(event, "permission_id") ?? "";
    const itemId = this.itemOfPermission.get(permissionId);
    if (itemId === undefined) return false;
    this.itemOfPermission.delete(permissionId);
    this.list.change(itemId, event.seq, (item) => {
      if (item.kind !== "request") return item;
      const option = item.options.find((each) => each.option_id === event["option_id"]);
      const allowed = String(event["kind"]).startsWith("allow");
      return { ...item, answer: { name: option?.name ?? (allowed ? "Allowed" : "Not answered"), allowed, by: textOf(event, "by") } };
    });
    return true;
  }

  giveUp(seq: number): void {
    for (const itemId of this.itemOfPermission.values()) {
      this.list.change(itemId, seq, (item) => (item.kind === "request" ? { ...item, answer: { name: "Not answered", allowed: false, by: undefined } } : item));
    }
    this.itemOfPermission.clear();
  }
}

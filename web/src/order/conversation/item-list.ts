/** Items in order, found by id. The array handed out is a new one after each change. */
import type { Item } from "./items";

export class ItemList {
  private readonly all: Item[] = [];
  private readonly indexOf = new Map<string, number>();
  private handedOut: readonly Item[] | undefined;

  items(): readonly Item[] {
    this.handedOut ??= this.all.slice();
    return this.handedOut;
  }

  get(id: string): Item | undefined {
    const index = this.indexOf.get(id);
    return index === undefined ? undefined : this.all[index];
  }

  last(): Item | undefined {
    return this.all.at(-1);
  }

  findLast(matches: (item: Item) => boolean): Item | undefined {
    return this.all.findLast(matches);
  }

  add(item: Item): void {
    this.indexOf.set(item.id, this.all.length);
    this.all.push(item);
    this.handedOut = undefined;
  }

  removeLast(): void {
    const item = this.all.pop();
    if (item !== undefined) this.indexOf.delete(item.id);
    this.handedOut = undefined;
  }

  /** In place of the one with its id, else at the end. */
  put(item: Item): void {
    const index = this.indexOf.get(item.id);
    if (index === undefined) {
      this.add(item);
      return;
    }
    this.all[index] = item;
    this.handedOut = undefined;
  }

  change(id: string, version: number | undefined, change: (item: Item) => Item): void {
    const item = this.get(id);
    if (item === undefined) return;
    const changed = change(item);
    if (changed !== item) this.put({ ...changed, version: version ?? item.version + 1 });
  }
}

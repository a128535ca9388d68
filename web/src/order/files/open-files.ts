/** The files a person has open in an order's sandbox. Kept while the page lives, so that no edit is lost to a click elsewhere. */
import { ApiError, errorText } from "@/client/problem";
import { sentences } from "@/lib/format";
import { type FileContent, readFile, writeFile } from "./files-api";

export interface OpenFile {
  readonly path: string;
  readonly content: FileContent | undefined;
  /** Why it cannot be shown. */
  readonly problem: string | undefined;
  /** As it is in the editor; the same as the content where nothing was changed. */
  readonly text: string;
  readonly isDirty: boolean;
  /** Somebody else changed or removed it since. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  /** The line to show first. */
  readonly line: number | undefined;
}

export interface FilesView {
  readonly files: readonly OpenFile[];
  readonly shown: string | undefined;
  readonly hasSaved: boolean;
}

export class OpenFiles {
  #view: FilesView = { files: [], shown: undefined, hasSaved: false };
  readonly #listeners = new Set<() => void>();

  constructor(readonly orderId: string) {}

  readonly view = (): FilesView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(path: string): OpenFile | undefined {
    return this.#view.files.find((each) => each.path === path);
  }

  async open(path: string, line?: number): Promise<void> {
    if (!this.get(path)) {
      const file: OpenFile = { path, content: undefined, problem: undefined, text: "", isDirty: false, isStale: false, isSaving: false, line };
      this.#publish({ files: [...this.#view.files, file], shown: path });
      await this.reload(path);
    } else {
      this.#change(path, { line });
      this.show(path);
    }
  }

  show(path: string | undefined): void {
    this.#publish({ shown: path });
  }

  /** A file, or all that lie in a folder. */
  close(path: string): void {
    const isClosed = (each: string) => each === path || each.startsWith(`${path}/`);
    const { shown } = this.#view;
    const index = this.#view.files.findIndex((each) => isClosed(each.path));
    const files = this.#view.files.filter((each) => !isClosed(each.path));
    this.#publish({ files, shown: shown !== undefined && isClosed(shown) ? (files[index] ?? files.at(-1))?.path : shown });
  }

  edit(path: string, text: string): void {
    const file = this.get(path);
    if (file?.content?.kind !== "text" || file.text === text) return;
    this.#change(path, { text, isDirty: text !== file.content.text });
  }

  /** As it is there now; what was edited here is dropped. */
  async reload(path: string): Promise<void> {
    try {
      const content = await readFile(this.orderId, path);
      this.#change(path, { content, problem: undefined, text: content.kind === "text" ? content.text : "", isDirty: false, isStale: false });
    } catch (error) {
      this.#change(path, { problem: sentences(errorText(error), error instanceof ApiError ? error.hint : null) });
    }
  }

  /** False where somebody else changed it meanwhile: then a person must say what to do. */
  async save(path: string, overwrite = false): Promise<boolean> {
    const file = this.get(path);
    if (file?.content?.kind !== "text" || file.isSaving) return true;
    const { text, content } = file;
    this.#change(path, { isSaving: true });
    try {
      const etag = await writeFile(this.orderId, path, text, overwrite ? "anything" : { etag: content.etag });
      const now = this.get(path)?.text ?? text;
      this.#change(path, { content: { ...content, text, etag }, isDirty: now !== text, isStale: false });
      this.#publish({ hasSaved: true });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && [404, 412].includes(error.status))) throw error;
      this.#change(path, { isStale: true });
      return false;
    } finally {
      this.#change(path, { isSaving: false });
    }
  }

  /** Files changed in the sandbox: clean ones follow, edited ones are marked. */
  async notice(hasChanged: (path: string) => boolean): Promise<void> {
    await Promise.all(this.#view.files.filter((file) => hasChanged(file.path)).map((file) => this.#follow(file)));
  }

  moved(from: string, to: string): void {
    const renamed = (path: string) => (path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : path);
    const files = this.#view.files.map((file) => ({ ...file, path: renamed(file.path) }));
    this.#publish({ files, shown: this.#view.shown === undefined ? undefined : renamed(this.#view.shown) });
  }

  async #follow(file: OpenFile): Promise<void> {
    let content: FileContent | undefined;
    try {
      content = await readFile(this.orderId, file.path);
    } catch (error) {
      if (!(error instanceof ApiError) || error.isUnreachable) return;
    }
    const now = this.get(file.path);
    if (now === undefined || now.isSaving || content?.etag === now.content?.etag) return;
    if (now.isDirty) this.#change(file.path, { isStale: true });
    else await this.reload(file.path);
  }

  #change(path: string, changes: Partial<OpenFile>): void {
    this.#publish({ files: this.#view.files.map((file) => (file.path === path ? { ...file, ...changes } : file)) });
  }

  #publish(changes: Partial<FilesView>): void {
    this.#view = { ...this.#view, ...changes };
    this.#listeners.forEach((each) => each());
  }
}

const ofOrders = new Map<string, OpenFiles>();

export function openFilesOf(orderId: string): OpenFiles {
  let files = ofOrders.get(orderId);
  if (!files) ofOrders.set(orderId, (files = new OpenFiles(orderId)));
  return files;
}

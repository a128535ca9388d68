/** The prompts that wait for their turn, as the journal tells. */
import type { PendingPrompt } from "./items";
import { textOf, type JournalEvent } from "./journal-events";

export class PromptQueue {
  private prompts: readonly PendingPrompt[] = [];

  waiting(): readonly PendingPrompt[] {
    return this.prompts;
  }

  apply(event: JournalEvent): void {
    const promptId = textOf(event, "prompt_id") ?? "";
    const text = textOf(event, "prompt_text");
    if (event.type === "prompt_queued") {
      const prompt = { promptId, text: text ?? "", author: textOf(event, "author"), at: event.at };
      this.prompts = [...this.prompts, prompt];
    } else if (event.type === "prompt_withdrawn") {
      this.prompts = this.prompts.filter((prompt) => prompt.promptId !== promptId);
    } else if (text !== undefined) {
      this.prompts = this.prompts.map((prompt) => (prompt.promptId === promptId ? { ...prompt, text } : prompt));
    }
  }

  take(promptId: string): PendingPrompt | undefined {
    return this.takeWhere((prompt) => prompt.promptId === promptId);
  }

  /** The one that was sent, perhaps with words of ours before it: for journals that do not tell which it was. */
  takeByText(sent: string): PendingPrompt | undefined {
    return this.takeWhere((prompt) => sent.endsWith(prompt.text) || sent.includes(prompt.text.slice(0, 2000)));
  }

  private takeWhere(matches: (prompt: PendingPrompt) => boolean): PendingPrompt | undefined {
    const found = this.prompts.find(matches);
    if (found !== undefined) this.prompts = this.prompts.filter((prompt) => prompt !== found);
    return found;
  }
}

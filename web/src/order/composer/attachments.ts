/** Text files that go along with a prompt, as fenced blocks at its end. */

export interface Attachment {
  readonly name: string;
  readonly text: string;
}

const LARGEST_ATTACHMENT = 64 * 1024;

/** The file's text, or why it cannot go along. */
export async function readAttachment(file: File): Promise<Attachment | string> {
  if (file.size > LARGEST_ATTACHMENT) return `${file.name} is larger than ${LARGEST_ATTACHMENT / 1024} KB.`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? `${file.name} is not a text file.` : { name: file.name, text };
  } catch {
    return `${file.name} is not a text file.`;
  }
}

export function withAttachments(prompt: string, attachments: readonly Attachment[]): string {
  const blocks = attachments.map(({ name, text }) => {
    const ticks = Math.max(0, ...[...text.matchAll(/`+/g)].map((each) => each[0].length));
    const fence = "`".repeat(Math.max(3, ticks + 1));
    return `Attached file \`${name}\`:\n\n${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
  });
  return [prompt.trim(), ...blocks].filter((part) => part !== "").join("\n\n");
}

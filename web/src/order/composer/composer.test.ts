import { File as NodeFile } from "node:buffer";
import { expect, it } from "vitest";
import { readAttachment, withAttachments } from "./attachments";
import { completed, completingAt } from "./completion";

const file = (content: string | Uint8Array<ArrayBuffer>, name: string) => new NodeFile([content], name) as unknown as File;

it.each([
  ["/te", 3, { kind: "command", query: "te", start: 0 }],
  ["see @src/se", 11, { kind: "file", query: "src/se", start: 4 }],
  ["@", 1, { kind: "file", query: "", start: 0 }],
  ["me@example.org", 14, undefined],
  ["and /test", 9, undefined],
  ["@a b", 4, undefined],
])("knows what is being completed in %j", (text, caret, expected) => {
  expect(completingAt(text, caret)).toEqual(expected);
});

it("puts the choice where the caret is", () => {
  const text = "see @src/se and go";
  const completing = completingAt(text, 11);
  expect(completing && completed(text, 11, completing, "src/session.ts")).toEqual({ text: "see @src/session.ts and go", caret: 20 });
});

it("takes text files along, fenced", async () => {
  const read = await readAttachment(file("a ``` b\n", "notes.md"));
  expect(read).toEqual({ name: "notes.md", text: "a ``` b\n" });
  expect(typeof read === "string" ? "" : withAttachments("Read this.", [read])).toBe("Read this.\n\nAttached file `notes.md`:\n\n````\na ``` b\n````");
});

it("refuses what is not text or too large", async () => {
  expect(await readAttachment(file(new Uint8Array([0xff, 0xfe, 0]), "a.bin"))).toMatch(/not a text file/);
  expect(await readAttachment(file("x".repeat(70_000), "big.txt"))).toMatch(/larger than/);
});

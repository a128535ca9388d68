import { File as NodeFile } from "node:buffer";
import { expect, it } from "vitest";
import { readAttachment, withAttachments } from "./attachments";

const file = (content: string | Uint8Array<ArrayBuffer>, name: string) => new NodeFile([content], name) as unknown as File;

it("takes text files along, fenced", async () => {
  const read = await readAttachment(file("a ``` b\n", "notes.md"));
  expect(read).toEqual({ name: "notes.md", text: "a ``` b\n" });
  expect(typeof read === "string" ? "" : withAttachments("Read this.", [read])).toBe("Read this.\n\nAttached file `notes.md`:\n\n````\na ``` b\n````");
});

it("refuses what is not text or too large", async () => {
  expect(await readAttachment(file(new Uint8Array([0xff, 0xfe, 0]), "a.bin"))).toMatch(/not a text file/);
  expect(await readAttachment(file("x".repeat(70_000), "big.txt"))).toMatch(/larger than/);
});

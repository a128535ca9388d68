import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asText, fileAddress, type SandboxFile } from "./files-api";
import { OpenFiles } from "./open-files";
import { inFolder, inOrder, parentOf, rowsOf, shownName } from "./tree";

/** One file of a sandbox, as the server treats it. */
const there = { text: "one\n", version: 1 };

const answer = (request: { method?: string; body?: unknown; headers?: Record<string, string> }): Response => {
  if (request.method !== "PUT") return new Response(there.text, { headers: { etag: `"${there.version}"` } });
  const match = request.headers?.["if-match"];
  if (match !== undefined && match !== `"${there.version}"`) return new Response('{"detail":"changed"}', { status: 412 });
  there.text = String(request.body);
  there.version += 1;
  return Response.json({ etag: `"${there.version}"` });
};

beforeEach(() => {
  Object.assign(there, { text: "one\n", version: 1 });
  vi.stubGlobal("fetch", (_address: string, init: RequestInit) => Promise.resolve(answer(init as Parameters<typeof answer>[0])));
});
afterEach(() => vi.unstubAllGlobals());

async function opened(): Promise<OpenFiles> {
  const files = new OpenFiles("wo-1");
  await files.open("a.txt");
  return files;
}

const changeElsewhere = () => Object.assign(there, { text: "theirs\n", version: there.version + 1 });
const state = (files: OpenFiles) => {
  const file = files.get("a.txt");
  return { text: file?.text, isDirty: file?.isDirty, isStale: file?.isStale };
};

test("edited, saved, and clean again where the text is as it was", async () => {
  const files = await opened();
  files.edit("a.txt", "two\n");
  expect(state(files)).toEqual({ text: "two\n", isDirty: true, isStale: false });
  files.edit("a.txt", "one\n");
  expect(state(files).isDirty).toBe(false);
  files.edit("a.txt", "two\n");
  expect(await files.save("a.txt")).toBe(true);
  expect(state(files)).toEqual({ text: "two\n", isDirty: false, isStale: false });
  expect(there.text).toBe("two\n");
});

test("what somebody else changed is not overwritten unless a person says so", async () => {
  const files = await opened();
  files.edit("a.txt", "mine\n");
  changeElsewhere();
  expect(await files.save("a.txt")).toBe(false);
  expect([there.text, state(files).isStale]).toEqual(["theirs\n", true]);
  expect(await files.save("a.txt", true)).toBe(true);
  expect([there.text, state(files).isDirty, state(files).isStale]).toEqual(["mine\n", false, false]);
});

test("clean files follow, edited ones are marked", async () => {
  const files = await opened();
  changeElsewhere();
  await files.notice((path) => path === "a.txt");
  expect(state(files)).toEqual({ text: "theirs\n", isDirty: false, isStale: false });
  files.edit("a.txt", "mine\n");
  changeElsewhere();
  await files.notice(() => true);
  expect(state(files)).toEqual({ text: "mine\n", isDirty: true, isStale: true });
  await files.reload("a.txt");
  expect(state(files)).toEqual({ text: "theirs\n", isDirty: false, isStale: false });
});

test("open files move with their folder; closing shows the neighbour", async () => {
  const files = new OpenFiles("wo-1");
  for (const path of ["src/a.ts", "src2/b.ts", "c.ts"]) await files.open(path);
  files.moved("src", "lib");
  expect(files.view().files.map((file) => file.path)).toEqual(["lib/a.ts", "src2/b.ts", "c.ts"]);
  files.close("c.ts");
  expect(files.view().shown).toBe("src2/b.ts");
});

test("with a folder go the files in it", async () => {
  const files = new OpenFiles("wo-1");
  for (const path of ["src/a.ts", "src.txt", "src/b.ts"]) await files.open(path);
  files.close("src");
  expect([files.view().files.map((file) => file.path), files.view().shown]).toEqual([["src.txt"], "src.txt"]);
});

test("bytes that are no text are not edited as such", () => {
  expect(asText(new TextEncoder().encode("ü😀"))).toBe("ü😀");
  expect(asText(new Uint8Array([80, 0, 75]))).toBeUndefined();
  expect(asText(new Uint8Array([0xff, 0xfe, 65]))).toBeUndefined();
});

test("names with anything in them stay names", () => {
  expect(fileAddress("wo-1", "a b/<img>?#%.txt")).toBe("/api/agent-work-orders/wo-1/files/a%20b/%3Cimg%3E%3F%23%25.txt");
});

test("a name that would mislead is shown for what it is", () => {
  expect(shownName("photo\u202egnp.exe")).toBe("photo\ufffdgnp.exe");
  expect(shownName("two\nlines \uefff ünï😀")).toBe("two\ufffdlines \ufffd ünï😀");
});

test("rows of what is open, folders first", () => {
  const file = (path: string, kind = "file") => ({ path, name: path.split("/").at(-1), kind }) as SandboxFile;
  const root = inOrder([file("z.txt"), file("src", "directory"), file("a10.txt"), file("a2.txt"), file("lib", "submodule")]);
  expect(root.map(({ path }) => path)).toEqual(["lib", "src", "a2.txt", "a10.txt", "z.txt"]);
  const folders = new Map([["", root], ["src", [file("src/x.ts")]]]);
  expect(rowsOf(folders, new Set()).map((row) => row.file.path)).toEqual(["lib", "src", "a2.txt", "a10.txt", "z.txt"]);
  expect(rowsOf(folders, new Set(["src"])).map((row) => [row.file.path, row.depth])).toContainEqual(["src/x.ts", 1]);
  expect([parentOf("a/b/c"), parentOf("a"), inFolder("", "x"), inFolder("a", "x")]).toEqual(["a/b", "", "x", "a/x"]);
});

// @vitest-environment node
import { expect, test } from "vitest";
import { draftOf, mcpProblems, NEW_SERVER, serverOf, summaryOf } from "./mcp-servers";

const PROGRAM = { name: "files", command: "npx", args: ["-y", "server files"], env: { TOKEN: "a=b" } };
const ADDRESS = { name: "docs", url: "https://docs.example/mcp", headers: { Authorization: "Bearer x" } };

test.each([[PROGRAM], [ADDRESS]])("%j goes through the form unchanged", (server) => {
  expect(serverOf(draftOf(server))).toEqual(server);
  expect(mcpProblems(draftOf(server), [])).toEqual({});
});

test("says what is missing", () => {
  expect(Object.keys(mcpProblems(NEW_SERVER, []))).toEqual(["name", "target"]);
  expect(Object.keys(mcpProblems({ ...draftOf(ADDRESS), target: "docs.example", extras: "nonsense" }, []))).toEqual(["target", "extras"]);
  expect(mcpProblems(draftOf(PROGRAM), ["files"]).name).toMatch(/already/);
});

test("is summed up by what it starts or where it is", () => {
  expect(summaryOf(PROGRAM)).toBe("npx -y server files");
  expect(summaryOf(ADDRESS)).toBe("https://docs.example/mcp");
});

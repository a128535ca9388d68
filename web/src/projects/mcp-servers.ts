/** An MCP server as it stands in the form, and as the server takes it. */
import type { Schemas } from "@/client/api";
import { headersOf, headersText, linesOf, variablesOf, variablesText } from "@/lib/variables";

export type McpServer = Schemas["StdioMcpServerModel"] | Schemas["HttpMcpServerModel"];

export interface McpDraft {
  readonly kind: "stdio" | "http";
  readonly name: string;
  /** The command or the URL. */
  readonly target: string;
  readonly args: string;
  /** Variables of a program, headers of a URL. */
  readonly extras: string;
}

export const NEW_SERVER: McpDraft = { kind: "stdio", name: "", target: "", args: "", extras: "" };

export const draftOf = (server: McpServer): McpDraft =>
  "url" in server
    ? { kind: "http", name: server.name, target: server.url, args: "", extras: headersText(server.headers ?? {}) }
    : { kind: "stdio", name: server.name, target: server.command, args: (server.args ?? []).join("\n"), extras: variablesText(server.env ?? {}) };

export const serverOf = ({ kind, name, target, args, extras }: McpDraft): McpServer =>
  kind === "http"
    ? { name: name.trim(), url: target.trim(), headers: headersOf(extras) ?? {} }
    : { name: name.trim(), command: target.trim(), args: linesOf(args), env: variablesOf(extras) ?? {} };

export interface McpProblems {
  name?: string;
  target?: string;
  extras?: string;
}

export function mcpProblems(draft: McpDraft, othersNames: readonly string[]): McpProblems {
  const problems: McpProblems = {};
  const name = draft.name.trim();
  if (!/^[A-Za-z0-9][\w.-]*$/.test(name)) problems.name = "A word of letters, digits, dots, dashes.";
  else if (othersNames.includes(name)) problems.name = "There is one of this name already.";
  if (draft.kind === "http" && !/^https?:\/\/\S+$/.test(draft.target.trim())) problems.target = "An address that begins with http:// or https://.";
  if (draft.kind === "stdio" && draft.target.trim() === "") problems.target = "The program to start, such as npx.";
  if (draft.kind === "http" && headersOf(draft.extras) === undefined) problems.extras = "One header a line, as Name: value.";
  if (draft.kind === "stdio" && variablesOf(draft.extras) === undefined) problems.extras = "One variable a line, as NAME=value.";
  return problems;
}

export const summaryOf = (server: McpServer): string => ("url" in server ? server.url : [server.command, ...(server.args ?? [])].join(" "));

/** A field of the configuration as people say it; a field that is new here is told by its own name. */
const WORDS: Readonly<Record<string, string>> = {
  workflow_type: "workflow",
  sandbox_type: "sandbox",
  permission_policy: "permissions",
  mcp_servers: "MCP server",
  reasoning_effort: "effort",
  environment: "variable",
  limits: "limit",
  commands: "command",
  secrets: "secret",
  ai_review: "AI review",
  on_approve: "what an approval does",
};

export function fieldWords(field: string): string {
  const [first = "", ...rest] = field.split(".");
  const words = WORDS[first] ?? first.replaceAll("_", " ");
  const part = first === "limits" ? rest.join(" ").replaceAll("_", " ") : rest.join(".");
  return part ? `${words} ${part}` : words;
}

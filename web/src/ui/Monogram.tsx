/** Agents are square, people are round. */
import { cx } from "@/lib/classes";
import { Tooltip } from "./Tooltip";

const KNOWN: Record<string, string> = {
  claude: "CC",
  "claude-code": "CC",
  claude_code: "CC",
  opencode: "OC",
  codex: "CX",
  gemini: "GM",
  goose: "GS",
  qwen: "QW",
  demo: "DM",
  custom: "CU",
};

function agentLetters(name: string): string {
  const key = name.toLowerCase();
  return KNOWN[key] ?? KNOWN[key.split(/[-_ ]/)[0] ?? ""] ?? name.replace(/[^a-z0-9]/gi, "").slice(0, 2).toUpperCase();
}

export function AgentMonogram({ name, title, small, className }: { name: string; title?: string; small?: boolean; className?: string }) {
  return (
    <Tooltip text={title ?? name}>
      <span className={cx("ag", small && "s", className)} role="img" aria-label={title ?? name}>
        {agentLetters(name)}
      </span>
    </Tooltip>
  );
}

const SHADES = ["", "b", "c", "d"];

export function Avatar({ name, small }: { name: string; small?: boolean }) {
  const letters = name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .map((word) => word[0])
    .slice(0, 2)
    .join("")
    .toUpperCase();
  const shade = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % SHADES.length;
  return (
    <Tooltip text={name}>
      <span className={cx("av", SHADES[shade], small && "s")} role="img" aria-label={name}>
        {letters || "?"}
      </span>
    </Tooltip>
  );
}

import type { ReactNode } from "react";
import { spoken } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { AgentMonogram } from "@/ui/Monogram";
import { PHASE_WORDS } from "@/ui/order-status";
import { Markdown } from "@/ui/Markdown";
import { useOrderPage } from "../../order-context";
import { Fold } from "../../text/Fold";
import type { AgentHeadItem, NoteItem, TextItem, TurnItem } from "../items";

/** A row of the agent: the gutter stays free but for its head. */
export function AgentRow({ children, monogram }: { readonly children: ReactNode; readonly monogram?: ReactNode }) {
  return (
    <div className="ev">
      <div className="gut">{monogram}</div>
      <div className="body">{children}</div>
    </div>
  );
}

export function AgentHead({ item }: { readonly item: AgentHeadItem }) {
  const { order, agentName } = useOrderPage();
  const phase = item.phase === undefined ? undefined : (PHASE_WORDS[item.phase] ?? item.phase);
  const name = item.reviewer === undefined ? agentName : "AI review";
  return (
    <AgentRow monogram={<AgentMonogram name={item.reviewer ?? order.agent} title={item.reviewer ?? agentName} />}>
      <div className="who head">
        <span className="n">{name}</span>
        <span className="w num">
          {phase !== undefined && item.reviewer === undefined && `${phase}, `}
          {item.reviewer !== undefined && `by ${item.reviewer}, `}
          {item.endedAt === undefined ? <Since at={item.at} /> : spoken(Date.parse(item.endedAt) - Date.parse(item.at))}
        </span>
      </div>
    </AgentRow>
  );
}

function Since({ at }: { readonly at: string }) {
  const { order } = useOrderPage();
  const now = useNow();
  return order.status === "running" || order.status === "waiting" ? spoken(now - Date.parse(at)) : "not finished";
}

export function TextRow({ item }: { readonly item: TextItem }) {
  return (
    <AgentRow>
      <div className={item.open ? "prose streaming" : "prose"}>
        <Markdown text={item.text} />
      </div>
    </AgentRow>
  );
}

export function ThoughtRow({ item }: { readonly item: TextItem }) {
  const title = item.open ? "Thinking" : thoughtFor(item.seconds);
  return (
    <AgentRow>
      <Fold title={title} aside={firstLine(item.text)}>
        {() => (
          <div className="foldbody">
            <Markdown text={item.text} />
          </div>
        )}
      </Fold>
    </AgentRow>
  );
}

function thoughtFor(seconds: number | undefined): string {
  return seconds === undefined || seconds < 1 ? "Thought" : `Thought for ${spoken(seconds * 1000)}`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.replace(/[*_`#>]/g, "") ?? "";
}

export function TurnRule({ item }: { readonly item: TurnItem }) {
  const phase = item.label === undefined ? "" : `, ${(PHASE_WORDS[item.label] ?? item.label).toLowerCase()}`;
  return <div className="turnline" role="separator">{`Turn ${item.number}${phase}`}</div>;
}

export function NoteRow({ item }: { readonly item: NoteItem }) {
  return <p className={`note ${item.tone === "warn" ? "warn" : "t3"}`}>{item.text}</p>;
}

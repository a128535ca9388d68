import { useState } from "react";
import { duration } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { useStored } from "@/lib/stored";
import { Button } from "@/ui/Button";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { useOrderPage } from "../../order-context";
import type { PermissionOption, RequestItem } from "../items";
import { AgentRow } from "./AgentRows";
import { denialOf, denialPrompt } from "./denial";
import { DenyForm } from "./DenyForm";

const WANTS: Readonly<Record<string, string>> = {
  execute: "wants to run a command",
  edit: "wants to change a file",
  delete: "wants to delete a file",
  move: "wants to move a file",
  fetch: "wants to fetch something from the network",
  read: "wants to read a file",
};

export function RequestRow({ item }: { readonly item: RequestItem }) {
  return <AgentRow>{item.answer === undefined ? <Open item={item} /> : <Answered item={item} answer={item.answer} />}</AgentRow>;
}

function Answered({ item, answer }: { readonly item: RequestItem; readonly answer: NonNullable<RequestItem["answer"]> }) {
  return (
    <div className="card">
      <div className="gitrow">
        <StatusGlyph glyph={answer.allowed ? "done" : "cancelled"} />
        <span className={item.command === undefined ? "tr" : "tr mono"}>{item.command ?? item.title}</span>
        <span className="push xs t3">{answer.name}</span>
      </div>
    </div>
  );
}

function Open({ item }: { readonly item: RequestItem }) {
  const { order, agentName, actions } = useOrderPage();
  const [draft, setDraft] = useStored(`shopfloor.draft.${order.agent_work_order_id}`, "");
  const [sent, setSent] = useState<string>();
  const [isDenying, setDenying] = useState(false);
  const shown = item.command ?? item.title;
  const denial = denialOf(item.options);
  const answer = async (option: PermissionOption, reason?: string) => {
    setSent(option.option_id);
    const arrived = await actions.answer(item.permissionId, option.option_id);
    if (!arrived) return setSent(undefined);
    if (reason === undefined) return;
    const prompt = denialPrompt(shown, reason);
    if (!(await actions.send(prompt))) setDraft([draft, prompt].filter(Boolean).join("\n\n"));
  };
  return (
    <section className="card req" data-request={item.permissionId} aria-label={`${agentName} asks for permission`}>
      <div className="in">
        <div className="row">
          <StatusGlyph glyph="needs" />
          <h3 className="tr">{`${agentName} ${WANTS[item.toolKind ?? ""] ?? "asks for permission"}`}</h3>
          <span className="push xs t3 num nw">
            waiting <Waiting since={item.at} />
          </span>
        </div>
        <div className={item.toolKind === "other" ? "asked" : "cmd"}>{shown}</div>
        {item.reason !== undefined && <p className="sm t2">{item.reason}</p>}
        <div className="acts answers">
          {item.options.map((option, index) => (
            <Button
              key={option.option_id}
              size="sm"
              variant={index === 0 ? "primary" : "plain"}
              keys={index < 9 ? String(index + 1) : undefined}
              busy={sent === option.option_id}
              disabled={sent !== undefined}
              data-answer={index + 1}
              onClick={() => void answer(option)}
            >
              {wordsOf(option)}
            </Button>
          ))}
          {denial !== undefined && !isDenying && <Button size="sm" variant="ghost" disabled={sent !== undefined} onClick={() => setDenying(true)}>Deny and say why</Button>}
        </div>
        {denial !== undefined && isDenying && <DenyForm isBusy={sent !== undefined} onDeny={(reason) => void answer(denial, reason)} onCancel={() => setDenying(false)} />}
      </div>
    </section>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  allow_once: "Allow once",
  allow_always: "Allow for this order",
  reject_once: "Deny",
  reject_always: "Deny for this order",
};

function wordsOf(option: PermissionOption): string {
  return WORDS[option.kind] ?? option.name;
}

function Waiting({ since }: { readonly since: string }) {
  return duration(useNow() - Date.parse(since));
}

import { ArrowUp, AtSign, FileText, Paperclip, SquareSlash, X } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useStored } from "@/lib/stored";
import { Button, IconButton } from "@/ui/Button";
import { Completions } from "@/ui/Completions";
import { Kbd } from "@/ui/Kbd";
import { toast } from "@/ui/toasts";
import { useCompletion } from "@/ui/use-completion";
import { useConversation, useOrderPage } from "../order-context";
import { readAttachment, withAttachments, type Attachment } from "./attachments";
import { QueueTray } from "./QueueTray";
import { usePromptHistory } from "./use-prompt-history";

const TALLEST = 260;

export function Composer() {
  const { order, actions } = useOrderPage();
  const { prompts } = useConversation();
  const [text, setText] = useStored(`shopfloor.draft.${order.agent_work_order_id}`, "");
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [editing, setEditing] = useState<string>();
  const [sending, setSending] = useState(false);
  const [caret, setCaret] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const history = usePromptHistory();
  const runs = order.status === "running" || order.status === "pending" || order.status === "waiting";
  const isEmpty = text.trim() === "" && attachments.length === 0;

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(TALLEST, element.scrollHeight)}px`;
  }, [text]);

  const put = (next: string, at = next.length) => {
    setText(next);
    setCaret(at);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(at, at);
    });
  };
  const completion = useCompletion({ text, caret, repository: { url: order.repository_url, ref: order.base_branch ?? "" }, onComplete: put });
  const begin = (sign: "@" | "/") => {
    if (sign === "/") put(`/${text.replace(/^\//, "")}`, 1);
    else put(`${text.slice(0, caret)}${caret > 0 && !/\s$/.test(text.slice(0, caret)) ? " " : ""}@${text.slice(caret)}`, caret + (caret > 0 && !/\s$/.test(text.slice(0, caret)) ? 2 : 1));
  };
  const attach = async (files: Iterable<File>) => {
    for (const file of files) {
      const read = await readAttachment(file);
      if (typeof read === "string") toast({ title: "Not attached", text: read, glyph: "failed" });
      else setAttachments((before) => [...before.filter((each) => each.name !== read.name), read]);
    }
  };
  const send = async () => {
    if (isEmpty || sending) return;
    const prompt = withAttachments(text, attachments);
    const kept = { text, attachments };
    setSending(true);
    setText("");
    setAttachments([]);
    history.remember(text);
    if (!(await actions.send(prompt))) {
      setText(kept.text);
      setAttachments(kept.attachments);
    }
    setSending(false);
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (completion.onKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void send();
    } else if (event.key === "ArrowUp" && text === "" && prompts.length > 0) {
      event.preventDefault();
      setEditing(prompts.at(-1)?.promptId);
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && (text === "" || history.isBrowsing)) {
      const recalled = event.key === "ArrowUp" ? history.earlier() : history.later();
      if (recalled !== undefined) {
        event.preventDefault();
        put(recalled);
      }
    } else if (event.key === "Escape") {
      box.current?.blur();
    }
  };

  if (order.status === "cancelled") {
    return <div className="composer"><p className="note t3">This order was stopped for good and takes no more prompts.</p></div>;
  }
  return (
    <div className="composer" onDragOver={(event) => event.preventDefault()} onDrop={(event) => { event.preventDefault(); void attach(event.dataTransfer.files); }}>
      {prompts.length > 0 && <QueueTray prompts={prompts} editing={editing} onEditing={(id) => { setEditing(id); if (id === undefined) box.current?.focus(); }} />}
      <div className="box">
        {completion.list && <Completions {...completion.list} className="completions" />}
        {attachments.length > 0 && (
          <ul className="attached" aria-label="Attached files">
            {attachments.map(({ name }) => (
              <li key={name} className="chip">
                <FileText className="i" size={12} aria-hidden />
                <span className="tr">{name}</span>
                <IconButton label={`Remove ${name}`} size="sm" onClick={() => setAttachments(attachments.filter((each) => each.name !== name))}><X className="i" size={12} /></IconButton>
              </li>
            ))}
          </ul>
        )}
        <textarea
          ref={box}
          className="ta"
          rows={1}
          value={text}
          placeholder={placeholderOf(order.status)}
          aria-label="Prompt"
          role="combobox"
          aria-expanded={completion.list !== undefined}
          {...completion.aria}
          onChange={(event) => {
            setText(event.target.value);
            setCaret(event.target.selectionStart);
            history.stop();
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length > 0) void attach(files);
          }}
          onKeyDown={onKeyDown}
        />
        <div className="bar">
          <input ref={picker} type="file" multiple hidden aria-hidden tabIndex={-1} onChange={(event) => { void attach([...(event.target.files ?? [])]); event.target.value = ""; }} />
          <IconButton label="Attach a text file" onClick={() => picker.current?.click()}><Paperclip className="i" size={15} /></IconButton>
          <IconButton label="Mention a file" onClick={() => begin("@")}><AtSign className="i" size={15} /></IconButton>
          <IconButton label="Run a command" onClick={() => begin("/")}><SquareSlash className="i" size={15} /></IconButton>
          <span className="push row g6">
            <span className="xs t3 wide-only">New line <Kbd keys="shift+enter" /></span>
            <Button variant={runs ? "plain" : "primary"} keys="enter" busy={sending} disabled={isEmpty} className="send" aria-label={runs ? "Queue" : "Send"} onClick={() => void send()}>
              <ArrowUp className="i narrow-only" size={16} aria-hidden />
              <span className="wide-only">{runs ? "Queue" : "Send"}</span>
            </Button>
          </span>
        </div>
      </div>
    </div>
  );
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  running: "Queue another prompt",
  pending: "Queue another prompt",
  waiting: "Answer above, or queue a prompt",
  paused: "Queue a prompt for when it is resumed",
};

function placeholderOf(status: string): string {
  return PLACEHOLDERS[status] ?? "What should be done next?";
}

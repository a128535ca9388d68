import { ArrowUp, Check, Pencil, X } from "lucide-react";
import { useState } from "react";
import { plural } from "@/lib/format";
import { IconButton } from "@/ui/Button";
import type { PendingPrompt } from "../conversation/items";
import { useOrderPage } from "../order-context";

interface QueueTrayProps {
  readonly prompts: readonly PendingPrompt[];
  readonly editing: string | undefined;
  readonly onEditing: (promptId: string | undefined) => void;
}

/** Prompts that wait for this turn to end: they can be changed and taken back. */
export function QueueTray({ prompts, editing, onEditing }: QueueTrayProps) {
  return (
    <section className="queue" aria-label="Queued prompts">
      <div className="q short">
        <span className="xs t3 b">{`${plural(prompts.length, "prompt")} queued, sent in order when this turn ends`}</span>
        <button type="button" className="push xs t3 edit-last" onClick={() => onEditing(prompts.at(-1)?.promptId)}>
          Edit last <kbd><ArrowUp className="i" size={10} aria-label="Up" /></kbd>
        </button>
      </div>
      <ol>
        {prompts.map((prompt, index) => (
          <Queued key={prompt.promptId} prompt={prompt} number={index + 1} editing={editing === prompt.promptId} onEditing={onEditing} />
        ))}
      </ol>
    </section>
  );
}

interface QueuedProps {
  readonly prompt: PendingPrompt;
  readonly number: number;
  readonly editing: boolean;
  readonly onEditing: (promptId: string | undefined) => void;
}

function Queued({ prompt, number, editing, onEditing }: QueuedProps) {
  const { actions } = useOrderPage();
  if (editing) return <Edit prompt={prompt} number={number} onDone={() => onEditing(undefined)} />;
  return (
    <li className="q">
      <span className="ix">{number}</span>
      <span className="tr grow" title={prompt.text}>{prompt.text}</span>
      {prompt.author !== undefined && <span className="xs t3">{prompt.author.split(" ")[0]}</span>}
      <IconButton label="Edit queued prompt" size="sm" onClick={() => onEditing(prompt.promptId)}><Pencil className="i" size={12} /></IconButton>
      <IconButton label="Withdraw queued prompt" size="sm" onClick={() => void actions.withdrawPrompt(prompt.promptId)}><X className="i" size={13} /></IconButton>
    </li>
  );
}

function Edit({ prompt, number, onDone }: { readonly prompt: PendingPrompt; readonly number: number; readonly onDone: () => void }) {
  const { actions } = useOrderPage();
  const [text, setText] = useState(prompt.text);
  const save = async () => {
    const changed = text.trim();
    if (changed === "" || changed === prompt.text || (await actions.editPrompt(prompt.promptId, changed))) onDone();
  };
  return (
    <li className="q editing">
      <span className="ix">{number}</span>
      <textarea
        aria-label={`Queued prompt ${number}`}
        value={text}
        rows={Math.min(6, text.split("\n").length)}
        autoFocus
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void save();
          }
          event.stopPropagation();
        }}
      />
      <IconButton label="Save" size="sm" onClick={() => void save()}><Check className="i" size={13} /></IconButton>
      <IconButton label="Keep as it was" size="sm" onClick={onDone}><X className="i" size={13} /></IconButton>
    </li>
  );
}

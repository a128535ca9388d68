import { KeyRound, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ago } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button, IconButton } from "@/ui/Button";
import { Combobox } from "@/ui/Combobox";
import { ConfirmDialog } from "@/ui/Dialog";
import { Field } from "@/ui/fields";
import { ErrorState } from "@/ui/states";
import { Heading } from "./parts";
import { useSecrets } from "./use-secrets";

const USUAL = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "github_token", "naming_api_key"];

export function SecretsSection() {
  const { list, put, remove } = useSecrets();
  const [asked, setAsked] = useState<string | null>(null);
  const now = useNow(60_000);
  return (
    <>
      <Heading title="Secrets" text="Keys that agents and Shopfloor use. They can be replaced and removed, never read." />
      <SecretForm isBusy={put.isPending} onSave={(name, value) => put.mutateAsync({ name, value })} />
      {list.error && <ErrorState title="The secrets cannot be listed" error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.length === 0 && <p className="t3 sm">None yet.</p>}
      {list.data && list.data.length > 0 && (
        <div className="card">
          {list.data.map((secret) => (
            <div key={`${secret.scope}/${secret.name}`} className="pcard">
              <KeyRound className="i t3" size={15} />
              <span className="mono grow tr">{secret.name}</span>
              {secret.scope !== "user" && <span className="tag">{secret.scope}</span>}
              <span className="xs t3 nw">kept {ago(secret.updated_at, now)} ago</span>
              <IconButton label={`Remove ${secret.name}`} size="sm" onClick={() => setAsked(secret.name)}>
                <Trash2 className="i" size={14} />
              </IconButton>
            </div>
          ))}
        </div>
      )}
      <ConfirmDialog open={asked !== null} onOpenChange={(open) => !open && setAsked(null)} title={`Remove ${asked ?? ""}?`} text="What needs it fails until it is given again." action="Remove" danger onConfirm={() => asked && remove.mutateAsync(asked)} />
    </>
  );
}

function SecretForm({ isBusy, onSave }: { isBusy: boolean; onSave: (name: string, value: string) => Promise<unknown> }) {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await onSave(name.trim(), value);
    setName("");
    setValue("");
  };
  return (
    <form className="card p-4 col gap-3" onSubmit={(event) => void submit(event)}>
      <div className="two">
        <Field label="Name">{(ids) => <Combobox id={ids.id} label="Name of the secret" mono value={name} onChange={setName} placeholder="ANTHROPIC_API_KEY" suggestions={USUAL.filter((each) => each.toLowerCase().includes(name.toLowerCase())).map((each) => ({ value: each, label: each }))} />}</Field>
        <Field label="Value">
          {(ids) => (
            <div className="input">
              <input {...ids} type="password" autoComplete="off" value={value} onChange={(event) => setValue(event.target.value)} />
            </div>
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" variant="primary" busy={isBusy} disabled={!name.trim() || !value}>
          Keep it
        </Button>
      </div>
    </form>
  );
}

/** A small model that names things. Without it, names come from the prompt's words. */
import { type FormEvent, useState } from "react";
import type { Settings } from "@/client/models";
import { Button } from "@/ui/Button";
import { Field, Segmented } from "@/ui/fields";
import { ErrorState } from "@/ui/states";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { NAMING_KEY, namingDraft, namingOf, namingProblems, withProvider } from "./naming";
import { Heading } from "./parts";
import { useSecrets } from "./use-secrets";
import { useSettings } from "./use-settings";

export function NamingSection() {
  const { settings, error, refetch, change } = useSettings();
  if (error) return <ErrorState title="The settings cannot be read" error={error} onRetry={() => void refetch()} />;
  if (!settings) return null;
  const { naming } = settings;
  return (
    <>
      <Heading title="Naming" text="A small, cheap model that finds titles, branch names and commit subjects." />
      <div className="card">
        <div className="pcard">
          <StatusGlyph glyph={naming ? "done" : "queued"} />
          <div className="col grow">
            <b className="font-semibold">{naming ? naming.model : "Off"}</b>
            <span className="t2 sm tr">{naming ? naming.base_url : "Names come from the words of the prompt."}</span>
          </div>
          {naming && (
            <Button size="sm" variant="danger" onClick={() => change({ naming: null })}>
              Turn off
            </Button>
          )}
        </div>
      </div>
      <ModelForm key={JSON.stringify(naming)} naming={naming} onSave={(next) => change({ naming: next })} />
      <KeyForm />
    </>
  );
}

function ModelForm({ naming, onSave }: { naming: Settings["naming"]; onSave: (naming: NonNullable<Settings["naming"]>) => void }) {
  const [draft, setDraft] = useState(() => namingDraft(naming));
  const [isTried, setTried] = useState(false);
  const problems = namingProblems(draft);
  const shown = isTried ? problems : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) onSave(namingOf(draft));
  };
  return (
    <form className="card p-4 col gap-3" onSubmit={submit} aria-label="Model">
      <Segmented
        label="Provider"
        value={draft.provider}
        onChange={(provider) => setDraft(withProvider(draft, provider))}
        choices={[
          { value: "openai", label: "Like OpenAI" },
          { value: "anthropic", label: "Anthropic" },
        ]}
      />
      <div className="two">
        <Field label="Base URL" problem={shown.base_url ?? null}>
          {(ids) => (
            <div className="input">
              <input {...ids} className="mono" value={draft.base_url} onChange={(event) => setDraft({ ...draft, base_url: event.target.value })} spellCheck={false} />
            </div>
          )}
        </Field>
        <Field label="Model" problem={shown.model ?? null}>
          {(ids) => (
            <div className="input">
              <input {...ids} className="mono" value={draft.model} onChange={(event) => setDraft({ ...draft, model: event.target.value })} spellCheck={false} />
            </div>
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" variant="primary" disabled={JSON.stringify(namingOf(draft)) === JSON.stringify(naming && namingOf(naming))}>
          Save
        </Button>
      </div>
    </form>
  );
}

function KeyForm() {
  const { list, put, remove } = useSecrets();
  const [key, setKey] = useState("");
  const isKept = list.data?.some((secret) => secret.name === NAMING_KEY) ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    put.mutate({ name: NAMING_KEY, value: key.trim() }, { onSuccess: () => setKey("") });
  };
  return (
    <form className="card p-4 col gap-3" onSubmit={submit} aria-label="Key">
      <Field label={isKept ? "Replace the key" : "Key"} below="Encrypted and never shown again. A model on this machine may need none.">
        {(ids) => (
          <div className="input">
            <input {...ids} type="password" autoComplete="off" value={key} onChange={(event) => setKey(event.target.value)} />
          </div>
        )}
      </Field>
      <div className="row">
        <Button type="submit" variant="primary" busy={put.isPending} disabled={!key.trim()}>
          Keep the key
        </Button>
        {isKept && (
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(NAMING_KEY)}>
            Forget the key
          </Button>
        )}
      </div>
    </form>
  );
}

/** Secrets of a project: variables of its sandboxes that nobody can read back. */
import { KeyRound, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Project } from "@/client/models";
import { ago } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Row } from "@/settings/parts";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { ErrorState } from "@/ui/states";
import { useProjectSecrets } from "./use-project-secrets";

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;
const CAPITALS = /^[A-Z][A-Z0-9_]*$/;

export function ProjectSecrets({ project }: { project: Project }) {
  const { list, put, remove } = useProjectSecrets(project.project_id);
  const [asked, setAsked] = useState<string>();
  const now = useNow(60_000);
  return (
    <section className="card" aria-label="Secrets">
      <Row name="Secrets" text={"Encrypted; can be replaced and removed, never read. A name in capitals is a variable for the agents and scripts; in MCP servers and variables ${secret:NAME} stands for the value."}>
        <SecretForm isBusy={put.isPending} onSave={(name, value) => put.mutateAsync({ name, value })} />
      </Row>
      {list.error && <ErrorState title="The secrets cannot be listed" error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.map((secret) => (
        <div key={secret.name} className="pcard rule">
          <KeyRound className="i t3" size={15} />
          <span className="mono grow tr">{secret.name}</span>
          <span className="tag">{CAPITALS.test(secret.name) ? "variable" : "by reference"}</span>
          <span className="xs t3 nw hide-narrow">set {ago(secret.updated_at, now)}</span>
          <IconButton label={`Remove ${secret.name}`} size="sm" onClick={() => setAsked(secret.name)}>
            <Trash2 className="i" size={14} />
          </IconButton>
        </div>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`Remove ${asked ?? ""}?`}
        text="What needs it fails until it is set again. Its value cannot be restored."
        action="Remove"
        danger
        onConfirm={() => asked && remove.mutateAsync(asked)}
      />
    </section>
  );
}

function SecretForm({ isBusy, onSave }: { isBusy: boolean; onSave: (name: string, value: string) => Promise<unknown> }) {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const isName = NAME.test(name.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await onSave(name.trim(), value).then(
      () => {
        setName("");
        setValue("");
      },
      () => undefined,
    );
  };
  return (
    <form className="col gap-2" onSubmit={(event) => void submit(event)}>
      <div className="input">
        <input className="mono" aria-label="Name of the secret" placeholder="API_TOKEN" value={name} onChange={(event) => setName(event.target.value)} spellCheck={false} autoComplete="off" />
      </div>
      <div className="input">
        <input type="password" aria-label="Value of the secret" placeholder="Value" value={value} onChange={(event) => setValue(event.target.value)} autoComplete="off" />
      </div>
      {name.trim() && !isName && (
        <p className="xs bad" role="alert">
          A letter, then letters, digits, _ - or a dot.
        </p>
      )}
      <Button type="submit" busy={isBusy} disabled={!isName || !value.trim()}>
        Set the secret
      </Button>
    </form>
  );
}

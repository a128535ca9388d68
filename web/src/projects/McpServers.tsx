/** Further tools for a project's agents. */
import { Plug, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Project } from "@/client/models";
import { Row } from "@/settings/parts";
import { Button, IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field, Segmented } from "@/ui/fields";
import { draftOf, type McpDraft, mcpProblems, type McpServer, NEW_SERVER, serverOf, summaryOf } from "./mcp-servers";
import { useProjectChange } from "./use-project-change";

interface Editing {
  readonly draft: McpDraft;
  /** undefined for a new one. */
  readonly index: number | undefined;
}

export function McpServers({ project }: { project: Project }) {
  const change = useProjectChange(project);
  const [editing, setEditing] = useState<Editing>();
  const servers = project.mcp_servers;
  const keep = (server: McpServer, index: number | undefined) => {
    const next = index === undefined ? [...servers, server] : servers.map((each, at) => (at === index ? server : each));
    change({ mcp_servers: next }, () => setEditing(undefined));
  };
  return (
    <section className="card" aria-label="MCP servers">
      <Row name="MCP servers" text="Further tools for the agents, in each new session." end>
        <Button icon={<Plus className="i" size={14} />} onClick={() => setEditing({ draft: NEW_SERVER, index: undefined })}>
          Add
        </Button>
      </Row>
      {servers.map((server, index) => (
        <div key={server.name} className="pcard rule">
          <Plug className="i t3" size={15} />
          <button type="button" className="col grow text-left" onClick={() => setEditing({ draft: draftOf(server), index })}>
            <b className="font-semibold">{server.name}</b>
            <span className="t3 sm tr mono">{summaryOf(server)}</span>
          </button>
          <IconButton label={`Remove ${server.name}`} size="sm" onClick={() => change({ mcp_servers: servers.filter((each) => each !== server) })}>
            <Trash2 className="i" size={14} />
          </IconButton>
        </div>
      ))}
      <Dialog open={editing !== undefined} onOpenChange={(open) => !open && setEditing(undefined)} title={editing?.index === undefined ? "Add an MCP server" : "Change the MCP server"}>
        {editing && <ServerForm first={editing.draft} othersNames={servers.filter((_, at) => at !== editing.index).map((each) => each.name)} onSave={(server) => keep(server, editing.index)} />}
      </Dialog>
    </section>
  );
}

const WORDS = {
  stdio: { target: "Command", example: "npx", extras: "Environment variables", extrasExample: "API_KEY=${secret:API_KEY}" },
  http: { target: "URL", example: "https://mcp.example/mcp", extras: "Headers", extrasExample: "Authorization: Bearer ${secret:TOKEN}" },
} as const;

function ServerForm({ first, othersNames, onSave }: { first: McpDraft; othersNames: readonly string[]; onSave: (server: McpServer) => void }) {
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const problems = mcpProblems(draft, othersNames);
  const shown = isTried ? problems : {};
  const words = WORDS[draft.kind];
  const set = (changes: Partial<McpDraft>) => setDraft({ ...draft, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) onSave(serverOf(draft));
  };
  return (
    <form className="col gap-4" onSubmit={submit}>
      <Segmented
        label="How it is reached"
        value={draft.kind}
        onChange={(kind) => set({ kind })}
        choices={[
          { value: "stdio", label: "A program in the sandbox" },
          { value: "http", label: "An address" },
        ]}
      />
      <Field label="Name" problem={shown.name ?? null}>
        {(ids) => (
          <div className="input">
            <input {...ids} value={draft.name} onChange={(event) => set({ name: event.target.value })} placeholder="docs" />
          </div>
        )}
      </Field>
      <Field label={words.target} problem={shown.target ?? null}>
        {(ids) => (
          <div className="input">
            <input {...ids} className="mono" value={draft.target} onChange={(event) => set({ target: event.target.value })} placeholder={words.example} spellCheck={false} />
          </div>
        )}
      </Field>
      {draft.kind === "stdio" && (
        <Field label="Arguments" hint="one a line">
          {(ids) => (
            <div className="input area">
              <textarea {...ids} className="mono" rows={3} value={draft.args} onChange={(event) => set({ args: event.target.value })} placeholder={"-y\n@modelcontextprotocol/server-memory"} spellCheck={false} />
            </div>
          )}
        </Field>
      )}
      <Field label={words.extras} hint="one a line; ${secret:NAME} for what nobody may read" problem={shown.extras ?? null}>
        {(ids) => (
          <div className="input area">
            <textarea {...ids} className="mono" rows={3} value={draft.extras} onChange={(event) => set({ extras: event.target.value })} placeholder={words.extrasExample} spellCheck={false} />
          </div>
        )}
      </Field>
      <div className="dlg-f">
        <Button type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  );
}

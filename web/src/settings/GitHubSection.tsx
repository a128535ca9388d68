import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, body } from "@/client/api";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/fields";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { CopyLine, Heading } from "./parts";
import { useSecrets } from "./use-secrets";

export function GitHubSection() {
  const credential = useQuery({ queryKey: ["github", "credential"], queryFn: ({ signal }) => body(api.GET("/api/github/credential", { signal })), staleTime: 30_000 });
  const { put, remove, list } = useSecrets();
  const [token, setToken] = useState("");
  const isKept = list.data?.some((secret) => secret.name === "github_token") ?? false;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await put.mutateAsync({ name: "github_token", value: token.trim() });
    setToken("");
  };
  return (
    <>
      <Heading title="GitHub" text="Who opens pull requests and reads private repositories." />
      <div className="card">
        <div className="pcard">
          <StatusGlyph glyph={credential.data?.source ? "done" : "queued"} />
          <div className="col grow">
            <b className="font-semibold">{credential.data?.source ? `Signed in as ${credential.data.login ?? "somebody"}` : "Not signed in"}</b>
            <span className="t2 sm">
              {credential.data?.source ? `From ${credential.data.source}${credential.data.host ? `, ${credential.data.host}` : ""}${credential.data.scopes?.length ? `, scopes ${credential.data.scopes.join(", ")}` : ""}` : "Local repositories work without. For GitHub, give a token here or sign in with its command line on the server."}
            </span>
          </div>
          {isKept && (
            <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate("github_token")}>
              Forget the token
            </Button>
          )}
        </div>
      </div>
      <form className="card p-4 col gap-3" onSubmit={(event) => void submit(event)}>
        <Field label={isKept ? "Replace the token" : "Token"} below="A classic token with scopes repo and workflow, or a fine-grained one that may write contents and pull requests. It is encrypted and never shown again.">
          {(ids) => (
            <div className="input">
              <input {...ids} type="password" autoComplete="off" value={token} onChange={(event) => setToken(event.target.value)} placeholder="ghp_… or github_pat_…" />
            </div>
          )}
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={put.isPending} disabled={!token.trim()}>
            Keep the token
          </Button>
        </div>
      </form>
      <div className="col gap-2">
        <span className="sm t2">Or on the server</span>
        <CopyLine text="gh auth login --scopes repo,workflow" />
      </div>
    </>
  );
}

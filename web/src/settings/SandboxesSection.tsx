import { useQuery } from "@tanstack/react-query";
import { sandboxesQuery } from "@/client/choices";
import { sentences } from "@/lib/format";
import { ErrorState } from "@/ui/states";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { Heading } from "./parts";

export function SandboxesSection() {
  const sandboxes = useQuery(sandboxesQuery);
  return (
    <>
      <Heading title="Sandboxes" text="Where agents and their commands run, and what is there on this server." />
      {sandboxes.error && <ErrorState title="The sandboxes cannot be listed" error={sandboxes.error} onRetry={() => void sandboxes.refetch()} />}
      <div className="card">
        {sandboxes.data?.map((sandbox) => (
          <div key={sandbox.sandbox_type} className="pcard">
            <div className="grow col">
              <b className="font-semibold">{sandbox.name}</b>
              <span className="t2 sm">{sandbox.is_available ? sandbox.description : sentences(sandbox.reason, sandbox.hint)}</span>
            </div>
            <span className={sandbox.is_available ? "row g6 ok sm" : "row g6 t2 sm"}>
              <StatusGlyph glyph={sandbox.is_available ? "done" : "queued"} />
              {sandbox.is_available ? "Ready" : "Not here"}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

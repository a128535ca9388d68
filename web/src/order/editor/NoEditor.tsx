import { FolderOpen, RotateCw } from "lucide-react";
import { ApiError, errorText } from "@/client/problem";
import { sentences } from "@/lib/format";
import { Button, Spinner } from "@/ui/Button";

interface NoEditorProps {
  readonly isMissing: boolean;
  readonly hint: string | null;
  readonly problem: unknown;
  readonly output: string;
  readonly onRetry: () => void;
  readonly onFiles: () => void;
}

/** Not there, not yet, or no more: what is the matter, and what can be done meanwhile. */
export function NoEditor({ isMissing, hint, problem, output, onRetry, onFiles }: NoEditorProps) {
  const hasFailed = problem !== undefined && problem !== null;
  const files = <Button size="sm" icon={<FolderOpen className="i" size={13} aria-hidden />} onClick={onFiles}>Edit in Files</Button>;
  if (isMissing) {
    return (
      <div className="served-wait" role="status">
        <b>VS Code is not on this machine</b>
        <span className="t2 sm no-editor-text">{hint}</span>
        <span className="t3 sm">The Files tab edits the same files.</span>
        {files}
      </div>
    );
  }
  if (hasFailed || output !== "") {
    return (
      <div className="served-wait" role="alert">
        <b>{hasFailed ? "The editor cannot be started" : "The editor has ended"}</b>
        {hasFailed && <span className="t2 sm">{sentences(errorText(problem), problem instanceof ApiError ? problem.hint : null)}</span>}
        {output !== "" && <pre className="mono xs t3 no-editor-output">{output.trimEnd().split("\n").slice(-12).join("\n")}</pre>}
        <span className="row g6">
          <Button size="sm" icon={<RotateCw className="i" size={12} aria-hidden />} onClick={onRetry}>Start again</Button>
          {files}
        </span>
      </div>
    );
  }
  return (
    <div className="served-wait" role="status">
      {hint === null && <Spinner />}
      <span className="t2 sm no-editor-text">{hint ?? "Starting VS Code in the sandbox"}</span>
    </div>
  );
}

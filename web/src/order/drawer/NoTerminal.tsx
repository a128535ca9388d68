import { RotateCw } from "lucide-react";
import { ApiError, errorText } from "@/client/problem";
import { sentences } from "@/lib/format";
import { Button } from "@/ui/Button";

export function NoTerminal({ problem, onRetry }: { readonly problem: unknown; readonly onRetry: () => void }) {
  return (
    <div className="no-terminal" role="alert">
      <span>{sentences(errorText(problem), problem instanceof ApiError ? problem.hint : null)}</span>
      <Button size="sm" icon={<RotateCw className="i" size={12} aria-hidden />} onClick={onRetry}>Try again</Button>
    </div>
  );
}

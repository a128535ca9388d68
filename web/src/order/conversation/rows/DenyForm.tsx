import { type FormEvent, useState } from "react";
import { Button } from "@/ui/Button";

interface DenyFormProps {
  readonly isBusy: boolean;
  readonly onDeny: (reason: string) => void;
  readonly onCancel: () => void;
}

export function DenyForm({ isBusy, onDeny, onCancel }: DenyFormProps) {
  const [reason, setReason] = useState("");
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (reason.trim() !== "") onDeny(reason);
  };
  return (
    <form className="col pr-edit" onSubmit={submit}>
      <textarea
        className="input area"
        aria-label="Why not"
        placeholder="Why not, and what instead"
        rows={2}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") onCancel();
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <div className="acts">
        <Button type="submit" size="sm" variant="danger" busy={isBusy} disabled={reason.trim() === ""}>Deny</Button>
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

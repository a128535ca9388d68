import { ConfirmDialog } from "@/ui/Dialog";
import { useOrderPage } from "../order-context";

export function StopDialog({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const { actions } = useOrderPage();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Stop this order for good?"
      text="The agent is ended now. What it has done so far is committed and stays on the branch. To go on later, pause it instead."
      action="Stop"
      danger
      onConfirm={() => void actions.move("cancel")}
    />
  );
}

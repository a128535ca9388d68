import { useNavigate } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, Link2, Pause, Play, RotateCw, Search, Square, SquareCode, SquareTerminal } from "lucide-react";
import type { ReactNode } from "react";
import { keys } from "@/client/queries";
import { useMedia } from "@/lib/hooks";
import { Button } from "@/ui/Button";
import { Menu, MenuItem, MenuRule } from "@/ui/Menu";
import { canCancel, canRetry, isEnded, isLive } from "@/ui/order-status";
import { toast } from "@/ui/toasts";
import { useDrawerOpen } from "../drawer/drawer-state";
import { useEditorOpen } from "../editor/editor-state";
import { useOrderPage } from "../order-context";

const icon = (Icon: typeof Pause, size = 14) => <Icon className="i" size={size} aria-hidden />;

/** Each answers at once: its label says what is under way until the order has moved. */
export function MoveButtons({ onStop }: { readonly onStop: () => void }) {
  const { order, actions } = useOrderPage();
  const { moving } = actions;
  return (
    <span className="row g6 wide-only">
      {isLive(order) && (
        <Button icon={icon(Pause)} busy={moving === "pause"} disabled={moving !== undefined} onClick={() => void actions.move("pause")}>
          {moving === "pause" ? "Pausing" : "Pause"}
        </Button>
      )}
      {order.status === "paused" && (
        <Button variant="primary" icon={icon(Play)} busy={moving === "resume"} disabled={moving !== undefined} onClick={() => void actions.move("resume")}>
          {moving === "resume" ? "Resuming" : "Resume"}
        </Button>
      )}
      {order.status === "failed" && (
        <Button icon={icon(RotateCw)} busy={moving === "retry"} disabled={moving !== undefined} onClick={() => void actions.move("retry")}>
          {moving === "retry" ? "Retrying" : "Retry"}
        </Button>
      )}
      {canCancel(order) && (
        <Button variant="danger" icon={icon(Square, 12)} busy={moving === "cancel"} disabled={moving !== undefined} onClick={onStop}>
          {moving === "cancel" ? "Stopping" : "Stop"}
        </Button>
      )}
    </span>
  );
}

interface OrderMenuProps {
  readonly trigger: ReactNode;
  readonly onStop: () => void;
  readonly onFind: () => void;
}

export function OrderMenu({ trigger, onStop, onFind }: OrderMenuProps) {
  const { order, actions } = useOrderPage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const archive = async () => {
    await actions.change({ archived: !order.archived });
    await queries.invalidateQueries({ queryKey: keys.orderLists });
    if (!order.archived) void navigate({ to: "/" });
  };
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.href);
    toast({ title: "Link copied" });
  };
  const isPhone = useMedia("(max-width: 639px)");
  return (
    <Menu trigger={trigger}>
      {isPhone && <Tools onFind={onFind} />}
      {isLive(order) && <MenuItem icon={icon(Pause)} keys="p" onSelect={() => void actions.move("pause")}>Pause</MenuItem>}
      {order.status === "paused" && <MenuItem icon={icon(Play)} keys="p" onSelect={() => void actions.move("resume")}>Resume</MenuItem>}
      {canRetry(order) && order.status === "failed" && <MenuItem icon={icon(RotateCw)} onSelect={() => void actions.move("retry")}>Retry</MenuItem>}
      {canCancel(order) && <MenuItem icon={icon(Square, 12)} keys="shift+esc" danger onSelect={onStop}>Stop</MenuItem>}
      <MenuRule />
      <MenuItem icon={icon(Link2)} onSelect={() => void copyLink()}>Copy link</MenuItem>
      {isEnded(order) && order.archived !== undefined && (
        <MenuItem icon={icon(Archive)} onSelect={() => void archive()}>{order.archived ? "Take out of the archive" : "Archive"}</MenuItem>
      )}
    </Menu>
  );
}

/** What stands in the header where there is room. */
function Tools({ onFind }: { readonly onFind: () => void }) {
  const { order } = useOrderPage();
  const [, setTerminal] = useDrawerOpen(order.agent_work_order_id);
  const [, setEditor] = useEditorOpen(order.agent_work_order_id);
  return (
    <>
      <MenuItem icon={icon(Search)} onSelect={onFind}>Find in conversation</MenuItem>
      <MenuItem icon={icon(SquareTerminal)} onSelect={() => setTerminal(true)}>Terminal</MenuItem>
      <MenuItem icon={icon(SquareCode)} onSelect={() => setEditor(true)}>Editor</MenuItem>
      <MenuRule />
    </>
  );
}

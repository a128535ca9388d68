import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, RotateCw, Square, X } from "lucide-react";
import { useState } from "react";
import type { Order } from "@/client/models";
import { cancelOrder, forEachOrder, retryOrder, updateOrder } from "@/client/order-actions";
import { errorText } from "@/client/problem";
import { keys } from "@/client/queries";
import { plural } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { canCancel, canRetry, isLive } from "@/ui/order-status";
import { toast } from "@/ui/toasts";

interface Deed {
  done: string;
  orders: Order[];
  act: (id: string) => Promise<unknown>;
}

export function BulkBar({ orders, onDone }: { orders: Order[]; onDone: () => void }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const deed = useMutation({
    mutationFn: async ({ orders: chosen, act, done }: Deed) => {
      const failures = await forEachOrder(chosen.map((order) => order.agent_work_order_id), act);
      return { failures, done, count: chosen.length - failures.length };
    },
    onSuccess: ({ failures, done, count }) => {
      if (count) toast({ title: `${plural(count, "order")} ${done}` });
      const first = failures[0];
      if (first) toast({ title: `${plural(failures.length, "order")} not ${done}`, text: errorText(first.error), glyph: "failed", stays: true });
      void client.invalidateQueries({ queryKey: keys.orders });
      onDone();
    },
  });
  const retryable = orders.filter(canRetry);
  const cancellable = orders.filter(canCancel);
  const archivable = orders.filter((order) => !isLive(order));
  return (
    <div className="bulk" role="toolbar" aria-label="Selected orders">
      <span className="b num">{orders.length} selected</span>
      <span className="sep mx-1" />
      <Button icon={<RotateCw className="i" size={13} />} disabled={!retryable.length || deed.isPending} onClick={() => deed.mutate({ orders: retryable, act: retryOrder, done: "retried" })}>
        Retry
      </Button>
      <Button
        icon={<Archive className="i" size={13} />}
        disabled={!archivable.length || deed.isPending}
        onClick={() => deed.mutate({ orders: archivable, act: (id) => updateOrder(id, { archived: !orders[0]?.archived }), done: orders[0]?.archived ? "taken back" : "archived" })}
      >
        {orders[0]?.archived ? "Take back" : "Archive"}
      </Button>
      <Button variant="danger" icon={<Square className="i" size={13} />} disabled={!cancellable.length} busy={deed.isPending} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <IconButton label="Let go of the selection" size="sm" onClick={onDone}>
        <X className="i" size={14} />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Cancel ${plural(cancellable.length, "order")}?`}
        text="Their agents are stopped. What they did so far stays on their branches."
        action={`Cancel ${plural(cancellable.length, "order")}`}
        danger
        onConfirm={() => deed.mutateAsync({ orders: cancellable, act: cancelOrder, done: "cancelled" })}
      />
    </div>
  );
}

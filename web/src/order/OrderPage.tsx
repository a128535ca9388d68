/** One work order: header, conversation, and the panel beside it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState, useSyncExternalStore } from "react";
import { agentsQuery, orderQuery } from "@/client/queries";
import type { Order } from "@/client/models";
import { ApiError } from "@/client/problem";
import { useEnlarge } from "@/lib/enlarged";
import { useStored } from "@/lib/stored";
import { useTitle } from "@/lib/title";
import { Bone, EmptyState, ErrorState, Skeleton } from "@/ui/states";
import { Drawer } from "./drawer/Drawer";
import { Editor } from "./editor/Editor";
import { CompactHeader } from "./header/CompactHeader";
import { OrderHeader } from "./header/OrderHeader";
import { OrderBody } from "./OrderBody";
import { OrderContext, type PanelTab } from "./order-context";
import type { ConversationStore } from "./conversation/conversation-store";
import { useArrangement, type PaneTab } from "./panes";
import { useOrderActions } from "./use-order-actions";
import { useOrderKeys } from "./use-order-keys";
import { useOrderStream } from "./use-order-stream";
import "./order.css";

interface OrderPageProps {
  readonly id: string;
  readonly tab: PaneTab | undefined;
  readonly onTab: (tab: PaneTab) => void;
}

export function OrderPage({ id, tab, onTab }: OrderPageProps) {
  const store = useOrderStream(id);
  const { data: order, error, refetch } = useQuery(orderQuery(id));
  if (order === undefined && error instanceof ApiError && error.status === 404) {
    return <EmptyState title="No such work order" text={`There is none with the id ${id}.`} action={<Link to="/" className="btn">All orders</Link>} />;
  }
  if (order === undefined && error !== null) return <ErrorState title="This work order cannot be shown" error={error} onRetry={() => void refetch()} />;
  if (order === undefined) return <LoadingPage />;
  return <LoadedPage order={order} store={store} tab={tab} onTab={onTab} />;
}

interface LoadedPageProps {
  readonly order: Order;
  readonly store: ConversationStore;
  readonly tab: PaneTab | undefined;
  readonly onTab: (tab: PaneTab) => void;
}

function LoadedPage({ order, store, tab, onTab }: LoadedPageProps) {
  const actions = useOrderActions(order);
  const { data: agents } = useQuery(agentsQuery);
  const agentName = agents?.find((agent) => agent.name === order.agent)?.display_name ?? order.agent;
  const arrangement = useArrangement();
  const [lastTab, setLastTab] = useStored<PanelTab>("shopfloor.panel-tab", "progress");
  const [enlarged, setEnlarged] = useState(false);
  const [commit, setCommit] = useState<string>();
  const [finding, setFinding] = useState(false);
  const [stopping, setStopping] = useState(false);
  const { requests } = useSyncExternalStore(store.subscribe, store.view);
  useTitle(order.status === "waiting" ? `Needs you: ${order.title}` : order.title);

  const isSplit = arrangement === "beside" && !enlarged;
  const pane: PaneTab = tab ?? (isSplit ? lastTab : "chat");
  const show = (next: PaneTab) => {
    if (next !== "chat") setLastTab(next);
    onTab(next);
  };
  const context = useMemo(
    () => ({
      order,
      agentName,
      store,
      actions,
      showTab: (next: PanelTab, sha?: string) => {
        if (next === "changes") setCommit(sha);
        setLastTab(next);
        onTab(next);
      },
    }),
    [order, agentName, store, actions, onTab, setLastTab],
  );
  const find = () => {
    if (!isSplit && pane !== "chat") show("chat");
    setFinding(true);
  };
  useOrderKeys({
    order,
    actions,
    hasRequest: requests.length > 0,
    show,
    find,
    enlarge: () => {
      if (arrangement !== "beside") return;
      if (!enlarged && tab === undefined) onTab(lastTab);
      setEnlarged(!enlarged);
    },
    stop: () => setStopping(true),
  });

  const isCompact = enlarged && arrangement === "beside";
  useEnlarge(isCompact);
  return (
    <OrderContext value={context}>
      <div className={`order-page ${arrangement} ${isCompact ? "enlarged" : ""}`}>
        {isCompact ? (
          <CompactHeader stopping={stopping} onStopping={setStopping} />
        ) : (
          <OrderHeader onFind={find} stopping={stopping} onStopping={setStopping} />
        )}
        <OrderBody
          arrangement={arrangement}
          enlarged={isCompact}
          pane={pane}
          onPane={show}
          onEnlarge={() => {
            if (!enlarged && tab === undefined) onTab(lastTab);
            setEnlarged(!enlarged);
          }}
          commit={commit}
          onCommit={setCommit}
          finding={finding}
          onFinding={setFinding}
        />
        <Drawer />
        <Editor />
      </div>
    </OrderContext>
  );
}

function LoadingPage() {
  return (
    <Skeleton label="Loading the work order">
      <div className="order-page">
        <div className="loading-page">
          <Bone width={180} />
          <Bone width={360} height={22} />
          <Bone width={520} />
        </div>
      </div>
    </Skeleton>
  );
}

import { Maximize2, Minimize2 } from "lucide-react";
import { Tabs } from "radix-ui";
import { lazy, Suspense } from "react";
import { arriving } from "@/lib/arriving";
import { useStored } from "@/lib/stored";
import { Button, IconButton } from "@/ui/Button";
import { Composer } from "./composer/Composer";
import { ConversationPane } from "./conversation/ConversationPane";
import { useOrderPage, type PanelTab } from "./order-context";
import { isPaneTab, PANEL_TABS, type Arrangement, type PaneTab } from "./panes";
import { PanelHandle } from "./PanelHandle";
import { ProgressTab } from "./progress/ProgressTab";

const ChangesTab = lazy(async () => ({ default: (await arriving(() => import("./changes/ChangesTab"))).ChangesTab }));
const PullRequestTab = lazy(async () => ({ default: (await arriving(() => import("./pull-request/PullRequestTab"))).PullRequestTab }));
const LogsTab = lazy(async () => ({ default: (await arriving(() => import("./logs/LogsTab"))).LogsTab }));
const PreviewTab = lazy(async () => ({ default: (await arriving(() => import("./preview/PreviewTab"))).PreviewTab }));
const FilesTab = lazy(async () => ({ default: (await arriving(() => import("./files/FilesTab"))).FilesTab }));

interface OrderBodyProps {
  readonly arrangement: Arrangement;
  readonly enlarged: boolean;
  readonly pane: PaneTab;
  readonly onPane: (pane: PaneTab) => void;
  readonly onEnlarge: () => void;
  readonly commit: string | undefined;
  readonly onCommit: (sha: string | undefined) => void;
  readonly finding: boolean;
  readonly onFinding: (finding: boolean) => void;
}

export const PANEL_WIDTH = { least: 340, most: 720, usual: 416 } as const;

export function OrderBody(props: OrderBodyProps) {
  const { arrangement, enlarged, pane, onPane } = props;
  const [width, setWidth] = useStored<number>("shopfloor.panel-width", PANEL_WIDTH.usual);
  const isBeside = arrangement === "beside" && !enlarged;
  const hasChat = isBeside || arrangement === "over" || pane === "chat";
  const hasPanel = isBeside || pane !== "chat";
  const chat = (
    <>
      <ConversationPane finding={props.finding} onFinding={props.onFinding} />
      <Composer />
    </>
  );
  return (
    <Tabs.Root className="order-body" value={pane} onValueChange={(next) => isPaneTab(next) && onPane(next)} activationMode="manual">
      {!isBeside && <TabStrip {...props} withChat />}
      <div className="ob" style={isBeside ? { gridTemplateColumns: `minmax(0,1fr) min(${width}px, 50%)` } : { gridTemplateColumns: "minmax(0,1fr)" }}>
        {hasChat && (isBeside ? <div className="conv">{chat}</div> : <Tabs.Content value="chat" forceMount tabIndex={-1} className="conv">{chat}</Tabs.Content>)}
        {hasPanel && (
          <aside className={`panel ${arrangement === "over" && !enlarged ? "sheet" : ""}`} aria-label="Details">
            {isBeside && <PanelHandle width={width} onWidth={setWidth} />}
            {isBeside && <TabStrip {...props} withChat={false} />}
            <Pane {...props} />
          </aside>
        )}
      </div>
    </Tabs.Root>
  );
}

function TabStrip({ arrangement, enlarged, onEnlarge, withChat }: OrderBodyProps & { readonly withChat: boolean }) {
  const { order } = useOrderPage();
  const isNarrow = arrangement === "instead";
  return (
    <div className="tabs">
      <Tabs.List className="tablist" aria-label="Parts of this order">
        {withChat && <Tabs.Trigger value="chat" className="tab">{isNarrow ? "Chat" : "Conversation"}</Tabs.Trigger>}
        {PANEL_TABS.map(({ tab, word, short }) => (
          <Tabs.Trigger key={tab} value={tab} className="tab">
            {isNarrow ? short : word}
            {tab === "changes" && order.git_files_changed > 0 && <span className="c">{order.git_files_changed}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {arrangement === "beside" && (
        <span className="push row">
          {enlarged ? (
            <Button variant="ghost" size="sm" keys="z" icon={<Minimize2 className="i" size={13} aria-hidden />} onClick={onEnlarge}>Back to split view</Button>
          ) : (
            <IconButton label="Enlarge the panel" keys="z" size="sm" onClick={onEnlarge}><Maximize2 className="i" size={13} /></IconButton>
          )}
        </span>
      )}
    </div>
  );
}

function Pane({ pane, enlarged, commit, onCommit }: OrderBodyProps) {
  const tab: PanelTab = pane === "chat" ? "progress" : pane;
  return (
    <Tabs.Content value={tab} className="pane" tabIndex={-1}>
      <Suspense fallback={<div className="pbody" aria-busy />}>
        {tab === "progress" && <ProgressTab />}
        {tab === "changes" && <ChangesTab enlarged={enlarged} commit={commit} onCommit={onCommit} />}
        {tab === "pull-request" && <PullRequestTab />}
        {tab === "logs" && <LogsTab />}
        {tab === "files" && <FilesTab enlarged={enlarged} />}
        {tab === "preview" && <PreviewTab />}
      </Suspense>
    </Tabs.Content>
  );
}

/** Shells in the order's sandbox, under the page. They outlive the drawer: closed is not ended. */
import { useQuery } from "@tanstack/react-query";
import { Maximize2, Minimize2, Plus, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useMedia } from "@/lib/hooks";
import { useStored } from "@/lib/stored";
import { IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { toastError } from "@/ui/toasts";
import { useOrderPage } from "../order-context";
import { DRAWER_HEIGHT, heightWithin } from "./drawer-state";
import { DrawerHandle } from "./DrawerHandle";
import { DrawerTabs } from "./DrawerTabs";
import { NoTerminal } from "./NoTerminal";
import { OpenIn } from "./OpenIn";
import { sandboxQuery } from "./sandbox";
import { TerminalView } from "./TerminalView";
import { type ServerTerminal, useTerminals } from "./terminals";
import "./drawer.css";

export function TerminalDrawer({ onClose }: { readonly onClose: () => void }) {
  const { order } = useOrderPage();
  const id = order.agent_work_order_id;
  const [stored, setHeight] = useStored<number>("shopfloor.drawer-height", DRAWER_HEIGHT.usual);
  const [isWhole, setIsWhole] = useState(false);
  const isNarrow = useMedia("(max-width: 639px)");
  const { terminals, error, open, close, look } = useTerminals(id);
  const [chosen, setChosen] = useState<string>();
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<unknown>();
  const [asking, setAsking] = useState<ServerTerminal>();
  const { data: sandbox } = useQuery(sandboxQuery(id));

  const add = useCallback(async () => {
    try {
      setRefusal(undefined);
      setChosen(await open());
    } catch (problem) {
      setRefusal(problem);
    }
  }, [open]);
  const isEmpty = terminals?.length === 0;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isEmpty || hasBegun.current) return;
    hasBegun.current = true;
    void add();
  }, [isEmpty, add]);

  const end = async (terminal: ServerTerminal) => {
    try {
      const left = await close(terminal.terminal_id);
      if (left.length === 0) onClose();
    } catch (problem) {
      toastError("The terminal could not be closed", problem);
    }
  };
  const ask = async (terminal: ServerTerminal) => {
    const now = (await look()).find((each) => each.terminal_id === terminal.terminal_id);
    if (now?.is_busy) setAsking(now);
    else await end(terminal);
  };
  const replace = async (terminal: ServerTerminal) => {
    await add();
    await close(terminal.terminal_id).catch(() => []);
  };

  const shown = terminals?.find((each) => each.terminal_id === chosen) ?? terminals?.at(-1);
  const problem = refusal ?? error;
  const nameOf = (terminal: ServerTerminal, index: number) => titles[terminal.terminal_id] ?? `Shell ${index + 1}`;
  const height = heightWithin(stored, window.innerHeight);
  const fills = isWhole || isNarrow;
  return (
    <section className={`drawer ${fills ? "whole" : ""}`} aria-label="Terminal" style={fills ? undefined : { height }}>
      {!fills && <DrawerHandle height={height} onHeight={setHeight} />}
      <div className="dtabs">
        <DrawerTabs terminals={terminals ?? []} shown={shown?.terminal_id} nameOf={nameOf} onChoose={setChosen} onClose={(each) => void ask(each)} />
        <IconButton label="New terminal" size="sm" onClick={() => void add()}><Plus className="i" size={14} /></IconButton>
        <span className="push row g4">
          {sandbox?.workspace_path && <span className="mono xs t3 tr drawer-path" title={sandbox.workspace_path}>{sandbox.workspace_path}</span>}
          <OpenIn path={sandbox?.workspace_path ?? null} />
          {!isNarrow && (
            <IconButton label={isWhole ? "Smaller" : "Whole page"} size="sm" onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? <Minimize2 className="i" size={13} /> : <Maximize2 className="i" size={13} />}
            </IconButton>
          )}
          <IconButton label="Hide the terminal" keys="t" size="sm" onClick={onClose}><X className="i" size={14} /></IconButton>
        </span>
      </div>
      {problem !== undefined && problem !== null && <NoTerminal problem={problem} onRetry={() => void add()} />}
      {terminals?.map((each, index) => (
        <TerminalView
          key={each.terminal_id}
          orderId={id}
          terminalId={each.terminal_id}
          label={nameOf(each, index)}
          isShown={each === shown}
          onTitle={(title) => setTitles((before) => ({ ...before, [each.terminal_id]: title }))}
          onToggle={onClose}
          onExit={() => void look()}
          onReplace={() => void replace(each)}
        />
      ))}
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={(isAsking) => !isAsking && setAsking(undefined)}
        title="Close this terminal?"
        text="A program still runs in it. It and all it started are ended."
        action="Close"
        danger
        onConfirm={() => asking && end(asking)}
      />
    </section>
  );
}

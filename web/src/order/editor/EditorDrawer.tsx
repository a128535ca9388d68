/** VS Code in the order's sandbox, over the page or under it. It goes on when hidden, until nobody uses it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Maximize2, Minimize2, Square, SquareCode, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useMedia } from "@/lib/hooks";
import { useStored } from "@/lib/stored";
import { IconButton } from "@/ui/Button";
import { toastError } from "@/ui/toasts";
import { DRAWER_HEIGHT, heightWithin } from "../drawer/drawer-state";
import { DrawerHandle } from "../drawer/DrawerHandle";
import { OpenIn } from "../drawer/OpenIn";
import { sandboxQuery } from "../drawer/sandbox";
import { useOrderPage } from "../order-context";
import { addressOf, isAlive, servedKey, startEditor, stopServed } from "../preview/served";
import { ServedFrame } from "../preview/ServedFrame";
import { NoStorage } from "../preview/NoStorage";
import { useMayStore } from "../preview/storage";
import { useServedFeed } from "../preview/use-served-feed";
import { NoEditor } from "./NoEditor";
import "../drawer/drawer.css";
import "../preview/preview.css";

const MAY = "clipboard-read; clipboard-write; fullscreen";

export function EditorDrawer({ onClose }: { readonly onClose: () => void }) {
  const { order, showTab } = useOrderPage();
  const id = order.agent_work_order_id;
  const [isWhole, setIsWhole] = useStored<boolean>("shopfloor.editor-whole", true);
  const [stored, setHeight] = useStored<number>("shopfloor.editor-height", DRAWER_HEIGHT.usual * 2);
  const isNarrow = useMedia("(max-width: 639px)");
  const { data: sandbox } = useQuery(sandboxQuery(id));
  const { isRunning, isMissing, hint, problem, origin, address, output, start, stop } = useEditor(id);
  const open = async () => {
    try {
      window.open(await addressOf(id, "editor", "/"), "_blank", "noopener,noreferrer");
    } catch (error) {
      toastError("The editor cannot be opened", error);
    }
  };
  const mayStore = useMayStore(origin);
  const fills = (isWhole && !isMissing) || isNarrow;
  const height = heightWithin(stored, window.innerHeight);
  return (
    <section className={`drawer ${fills ? "whole" : ""}`} aria-label="Editor" style={fills ? undefined : { height }}>
      {!fills && <DrawerHandle height={height} onHeight={setHeight} />}
      <div className="dtabs">
        <span className="dtab on"><span className="dtab-name"><SquareCode className="i" size={13} aria-hidden />Editor</span></span>
        <span className="push row g4">
          {sandbox?.workspace_path && <span className="mono xs t3 tr drawer-path" title={sandbox.workspace_path}>{sandbox.workspace_path}</span>}
          <OpenIn path={sandbox?.workspace_path ?? null} />
          {isRunning && <IconButton label="Open in a new tab" size="sm" onClick={() => void open()}><ExternalLink className="i" size={13} /></IconButton>}
          {isRunning && <IconButton label="End the editor" size="sm" onClick={() => void stop().then(onClose)}><Square className="i" size={12} /></IconButton>}
          {!isNarrow && !isMissing && (
            <IconButton label={isWhole ? "Smaller" : "Whole page"} size="sm" onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? <Minimize2 className="i" size={13} /> : <Maximize2 className="i" size={13} />}
            </IconButton>
          )}
          <IconButton label="Hide the editor" keys="shift+e" size="sm" onClick={onClose}><X className="i" size={14} /></IconButton>
        </span>
      </div>
      {address !== undefined && !mayStore && <NoStorage what="VS Code needs to." onOpen={() => void open()} />}
      {address !== undefined ? (
        <ServedFrame title="Editor" address={address} device="whole" allow={MAY} />
      ) : (
        <NoEditor
          isMissing={isMissing}
          hint={hint}
          problem={problem}
          output={output}
          onRetry={start}
          onFiles={() => {
            onClose();
            showTab("files");
          }}
        />
      )}
    </section>
  );
}

/** Started as soon as somebody looks. */
function useEditor(id: string) {
  const queries = useQueryClient();
  const { served, error, output } = useServedFeed(id, "editor");
  const [refusal, setRefusal] = useState<unknown>();
  const [address, setAddress] = useState<string>();
  const start = useCallback(async () => {
    setRefusal(undefined);
    try {
      queries.setQueryData(servedKey(id, "editor"), await startEditor(id));
    } catch (problem) {
      setRefusal(problem);
    }
  }, [id, queries]);
  const isMissing = served?.state === "off" && served.command === null;
  const isDue = served !== undefined && !isMissing && !isAlive(served);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isDue || hasBegun.current) return;
    hasBegun.current = true;
    void start();
  }, [isDue, start]);
  const isReady = served?.state === "running" && served.origin !== null;
  useEffect(() => {
    if (!isReady) {
      setAddress(undefined);
      return;
    }
    addressOf(id, "editor", "/").then(setAddress, setRefusal);
  }, [id, isReady]);
  const stop = async () => {
    await stopServed(id, "editor").catch((problem: unknown) => toastError("The editor could not be ended", problem));
    await queries.invalidateQueries({ queryKey: servedKey(id, "editor") });
  };
  const hasEnded = served?.state === "ended" && hasBegun.current;
  return { isRunning: isAlive(served), isMissing, hint: served?.hint ?? null, problem: refusal ?? error, origin: served?.origin, address: isReady ? address : undefined, output: hasEnded ? output : "", start: () => void start(), stop };
}

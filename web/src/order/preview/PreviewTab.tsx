/** What the order made, running: beside the conversation, with what it prints below. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { errorText } from "@/client/problem";
import { useStored } from "@/lib/stored";
import { Spinner } from "@/ui/Button";
import { toastError } from "@/ui/toasts";
import { useOrderPage } from "../order-context";
import type { Device } from "./devices";
import { Output } from "./Output";
import { PreviewBar } from "./PreviewBar";
import { addressOf, isAlive, type Served, servedKey, stopServed } from "./served";
import { ServedFrame } from "./ServedFrame";
import { NoStorage } from "./NoStorage";
import { StartPreview } from "./StartPreview";
import { useMayStore } from "./storage";
import { useServedFeed } from "./use-served-feed";
import "./preview.css";

export function PreviewTab() {
  const { order } = useOrderPage();
  const id = order.agent_work_order_id;
  const { served, error, output } = useServedFeed(id, "preview");
  const [isOutputOpen, setIsOutputOpen] = useStored<boolean>("shopfloor.preview-output", false);
  if (served === undefined) return error ? <p className="pad sm bad" role="alert">{errorText(error)}</p> : <div className="pbody" aria-busy />;
  const hasEndedBadly = served.state === "ended" && served.end_reason === "exited";
  return (
    <div className="preview">
      {isAlive(served) ? <Running key={served.started_at} orderId={id} served={served} /> : <StartPreview served={served} />}
      {served.state !== "off" && <Output text={output} isOpen={isOutputOpen || hasEndedBadly} onOpen={setIsOutputOpen} />}
    </div>
  );
}

function Running({ orderId, served }: { readonly orderId: string; readonly served: Served }) {
  const queries = useQueryClient();
  const [device, setDevice] = useStored<Device>("shopfloor.preview-device", "whole");
  const [path, setPath] = useState("/");
  const [address, setAddress] = useState<string>();
  const [isStopping, setIsStopping] = useState(false);
  const go = useCallback(
    async (next: string) => {
      setPath(next);
      try {
        setAddress(await addressOf(orderId, "preview", next));
      } catch (problem) {
        toastError("The preview cannot be shown", problem);
      }
    },
    [orderId],
  );
  const mayStore = useMayStore(served.origin);
  const isReady = served.state === "running" && served.origin !== null;
  const isFirst = address === undefined;
  useEffect(() => {
    if (isReady && isFirst) void go("/");
  }, [isReady, isFirst, go]);

  const open = async () => {
    try {
      window.open(await addressOf(orderId, "preview", path), "_blank", "noopener,noreferrer");
    } catch (problem) {
      toastError("The preview cannot be opened", problem);
    }
  };
  const stop = async () => {
    setIsStopping(true);
    try {
      await stopServed(orderId, "preview");
      await queries.invalidateQueries({ queryKey: servedKey(orderId, "preview") });
    } catch (problem) {
      toastError("The preview could not be stopped", problem);
    } finally {
      setIsStopping(false);
    }
  };
  return (
    <>
      <PreviewBar path={path} device={device} onDevice={setDevice} isStopping={isStopping} onGo={(next) => void go(next)} onOpen={() => void open()} onStop={() => void stop()} />
      {!mayStore && <NoStorage what="some need to." tab="preview" onOpen={() => void open()} />}
      {address === undefined ? <Waiting served={served} /> : <ServedFrame title="Preview" address={address} device={device} />}
    </>
  );
}

function Waiting({ served }: { readonly served: Served }) {
  const words = served.hint ?? (served.state === "running" ? "Opening" : "Waiting until it listens");
  return (
    <div className="served-wait" role="status">
      {served.hint === null && <Spinner />}
      <span className="t2 sm">{words}</span>
      <code className="xs t3">{served.command}</code>
    </div>
  );
}

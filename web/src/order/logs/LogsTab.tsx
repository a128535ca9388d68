import { useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Download } from "lucide-react";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { download } from "@/lib/download";
import { errorText } from "@/client/problem";
import { useStored } from "@/lib/stored";
import { IconButton } from "@/ui/Button";
import { Segmented } from "@/ui/fields";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { isLive } from "@/ui/order-status";
import { useConversation, useOrderPage } from "../order-context";
import { fetchLogs, type LogLevel } from "../order-queries";
import { useStickToEnd } from "../conversation/use-stick-to-end";
import { LogTail } from "./log-tail";
import { inWords, levelWord } from "./log-words";

type View = "info" | "warning" | "error" | "raw";
const VIEWS: { value: View; label: string }[] = [
  { value: "info", label: "Info" },
  { value: "warning", label: "Warn" },
  { value: "error", label: "Error" },
  { value: "raw", label: "Raw" },
];
const ROW = 20;
const PAGE = 1000;

export function LogsTab() {
  const { order } = useOrderPage();
  const id = order.agent_work_order_id;
  const { lastSeq } = useConversation();
  const [view, setView] = useStored<View>("shopfloor.logs-view", "info");
  const level: LogLevel = view === "raw" ? "debug" : view;
  const tail = useMemo(() => new LogTail(id, level), [id, level]);
  const { entries, total, error } = useSyncExternalStore(tail.subscribe, tail.view);
  useEffect(() => tail.poke(), [tail, lastSeq]);
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { atEnd, toEnd } = useStickToEnd(scroller, content);
  const virtual = useVirtualizer({ count: entries.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 20, paddingStart: 8, paddingEnd: 8 });
  const rows = virtual.getVirtualItems();
  useEffect(toEnd, [view, toEnd]);

  const save = async () => {
    setBusy(true);
    try {
      const lines: string[] = [];
      for (let offset = 0; ; offset += PAGE) {
        const page = await queries.fetchQuery({ queryKey: ["order", id, "log-download", level, offset], queryFn: () => fetchLogs(id, level, PAGE, offset), staleTime: 0, gcTime: 0 });
        lines.push(...page.log_entries.map((entry) => JSON.stringify(entry)));
        if (!page.has_more) break;
      }
      download(`${id}.jsonl`, `${lines.join("\n")}\n`);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="logs">
      <div className="logs-h">
        <Segmented label="Level" value={view} onChange={setView} choices={VIEWS} />
        <span className="xs t3 num">{total}</span>
        <span className="push row g4">
          {isLive(order) && (
            <button type="button" className="xs row g4 plain" aria-pressed={atEnd} onClick={toEnd}>
              {atEnd ? <StatusGlyph glyph="running" size={12} /> : <StatusGlyph glyph="paused" size={12} />}
              <span className={atEnd ? "acc" : "t3"}>Tail</span>
            </button>
          )}
          <IconButton label="Download as JSON lines" size="sm" busy={busy} onClick={() => void save()}><Download className="i" size={13} /></IconButton>
        </span>
      </div>
      {error !== null && <p className="sm bad pad" role="alert">{errorText(error)}</p>}
      <div ref={scroller} className="logs-b" tabIndex={0} role="log" aria-live="off" aria-label="Log">
        <div ref={content} style={{ height: virtual.getTotalSize(), position: "relative" }}>
          {entries.length < total && entries.length > 0 && <button type="button" className="more earlier" onClick={() => void tail.loadEarlier()}>{`Show ${Math.min(500, total - entries.length)} earlier`}</button>}
          {rows.map((row) => {
            const entry = entries[row.index];
            if (entry === undefined) return undefined;
            const word = levelWord(entry.level);
            return (
              <div key={row.key} className="log-row" style={{ transform: `translateY(${row.start}px)` }}>
                <span>{timeOf(entry.timestamp)}</span>
                <b className={word === "warn" ? "warn" : word === "error" ? "bad" : ""}>{word}</b>
                <i title={JSON.stringify(entry)}>{view === "raw" ? rawOf(entry) : inWords(entry)}</i>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString(undefined, { hour12: false });
}

function rawOf(entry: Record<string, unknown>): string {
  const facts = Object.entries(entry).filter(([name]) => !["timestamp", "level", "event", "agent_work_order_id"].includes(name));
  return `${String(entry["event"])} ${JSON.stringify(Object.fromEntries(facts))}`;
}

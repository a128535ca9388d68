import { StatusGlyph } from "@/ui/StatusGlyph";
import { Kbd } from "@/ui/Kbd";
import { useConversation, useOrderPage } from "../order-context";

/** What the agent does while the changes are read. */
export function LiveBar() {
  const { order, agentName } = useOrderPage();
  const { activity } = useConversation();
  const isRunning = order.status === "running";
  return (
    <div className="livebar">
      {isRunning && (
        <span className="row tr">
          <StatusGlyph glyph="running" />
          <b>{agentName}</b>
          <span className="tr">
            {activity === undefined ? "is working" : `is ${activity.verb.toLowerCase()}`}
            {activity?.target !== undefined && <span className="mono">{` ${activity.target}`}</span>}
          </span>
          <span className="t3 nw">Your review will be queued for the next turn</span>
        </span>
      )}
      <span className="push row g12 t3 keys">
        <span>Next file <Kbd keys="j" /></span>
        <span>Comment <Kbd keys="c" /></span>
        <span>Send review <Kbd keys="mod+shift+enter" /></span>
      </span>
    </div>
  );
}

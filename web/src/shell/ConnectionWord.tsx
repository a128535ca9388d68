/** Whether what is on screen is live: in the sidebar's foot, and as a bar when it is not. */
import { reconnectNow, useConnection } from "@/live";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/Button";
import { Tooltip } from "@/ui/Tooltip";

const WORDS = {
  connecting: ["Connecting", "dot idle", "Connecting to the server"],
  open: ["Live", "dot", "Changes appear at once"],
  polling: ["Every 3 s", "dot slow", "Streams are blocked on the way here: the page asks every three seconds"],
  waiting: ["Reconnecting", "dot off", "The server does not answer. Orders keep running."],
  refused: ["Refused", "dot off", "The server refused the connection"],
  closed: ["Closed", "dot idle", "Not connected"],
} as const;

export function ConnectionWord({ bare }: { bare?: boolean }) {
  const connection = useConnection();
  const [word, dot, text] = WORDS[connection.name];
  return (
    <Tooltip text={text} side="top">
      <span className="row" role="status" aria-label={`Connection: ${word}`} tabIndex={0}>
        <span className={dot} />
        {!bare && word}
      </span>
    </Tooltip>
  );
}

const QUIET_ATTEMPTS = 2;

export function ConnectionBar() {
  const connection = useConnection();
  const now = useNow(1000);
  if (connection.name !== "waiting" || connection.attempt <= QUIET_ATTEMPTS) return null;
  const seconds = Math.max(0, Math.ceil((connection.retryAt - now) / 1000));
  return (
    <div className="offl m-2" role="alert">
      <span className="dot off" />
      <span className="grow">
        Connection lost, {seconds > 0 ? `next try in ${seconds} s` : "trying now"}. Orders keep running.
      </span>
      <Button variant="ghost" size="sm" onClick={reconnectNow}>
        Retry now
      </Button>
    </div>
  );
}

import { useEffect, useRef, useState } from "react";
import { LiveConnection } from "@/live/connection";
import { useBoard } from "../board-context";
import { type OutputLine, withOutput } from "./output";

export function LiveOutput({ task, session, isLive }: { task: string; session: string; isLive: boolean }) {
  const { project } = useBoard();
  const [lines, setLines] = useState<OutputLine[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    setLines([]);
    const connection = new LiveConnection({
      path: `/api/projects/${encodeURIComponent(project)}/tasks/${encodeURIComponent(task)}/output?session_id=${encodeURIComponent(session)}`,
      after: 0,
      onState: () => undefined,
      onMessage: ({ event, data, id }) => {
        setLines((old) => withOutput(old, event, JSON.parse(data) as Record<string, unknown>, id));
        if (event === "done") connection.close();
      },
      poll: (after) => Promise.resolve(after),
    });
    return () => connection.close();
  }, [project, task, session]);
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: React.UIEvent) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
  };
  return (
    <div className="out scrolls" ref={box} role="log" aria-label="Output" tabIndex={0} aria-busy={isLive} onScroll={onScroll}>
      {lines.length === 0 && <p className="t3">Nothing said yet.</p>}
      {lines.map((line) => (
        <p key={line.key} className={line.kind}>
          {line.text}
        </p>
      ))}
    </div>
  );
}

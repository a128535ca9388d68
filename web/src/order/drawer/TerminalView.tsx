import { RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShownTheme } from "@/lib/theme";
import { Button } from "@/ui/Button";
import { makeScreen, ourTheme, type Screen } from "./screen";
import { TerminalLink, type LinkState } from "./terminal-link";

interface TerminalViewProps {
  readonly orderId: string;
  readonly terminalId: string;
  readonly label: string;
  readonly isShown: boolean;
  readonly onTitle: (title: string) => void;
  readonly onToggle: () => void;
  readonly onExit: () => void;
  readonly onReplace: () => void;
}

export function TerminalView({ orderId, terminalId, label, isShown, onTitle, onToggle, onExit, onReplace }: TerminalViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen>(undefined);
  const [state, setState] = useState<LinkState>({ name: "connecting" });
  const theme = useShownTheme();
  const told = useRef({ onTitle, onToggle, onExit });
  useEffect(() => {
    told.current = { onTitle, onToggle, onExit };
  });

  useEffect(() => {
    if (!place.current) return;
    const made = makeScreen(place.current);
    const { terminal } = made;
    screen.current = made;
    const link = new TerminalLink({
      orderId,
      terminalId,
      onBegin: () => terminal.reset(),
      onOutput: (bytes) => terminal.write(bytes),
      onState: (next) => {
        setState(next);
        terminal.options.disableStdin = next.name !== "open";
        if (next.name === "exited") told.current.onExit();
      },
    });
    terminal.onData((data) => link.type(data));
    terminal.onResize(({ cols, rows }) => link.resize({ columns: cols, rows }));
    terminal.onTitleChange((title) => told.current.onTitle(title));
    terminal.attachCustomKeyEventHandler((event) => keyOf(event, () => told.current.onToggle()));
    const watcher = new ResizeObserver(() => {
      if (place.current && place.current.clientHeight > 0) made.fit();
    });
    watcher.observe(place.current);
    void document.fonts.ready.then(() => screen.current === made && made.fit());
    return () => {
      watcher.disconnect();
      link.close();
      screen.current = undefined;
      terminal.dispose();
    };
  }, [orderId, terminalId]);

  useEffect(() => {
    if (screen.current) screen.current.terminal.options.theme = ourTheme();
  }, [theme]);
  useEffect(() => {
    if (isShown) screen.current?.terminal.focus();
  }, [isShown]);

  return (
    <div className="term-view" role="group" aria-label={label} hidden={!isShown}>
      <div className="term-place" ref={place} data-terminal={terminalId} />
      <StateLine state={state} onReplace={onReplace} />
    </div>
  );
}

/** Keys of the page that must work while the terminal has the focus. */
function keyOf(event: KeyboardEvent, toggle: () => void): boolean {
  const isToggle = event.ctrlKey && event.key === "`";
  if (isToggle && event.type === "keydown") {
    event.preventDefault();
    toggle();
  }
  return !isToggle;
}

function StateLine({ state, onReplace }: { readonly state: LinkState; readonly onReplace: () => void }) {
  const words = wordsOf(state);
  if (words === undefined) return undefined;
  return (
    <div className={`term-state ${state.name === "refused" ? "bad" : "t2"}`} role="status">
      <span>{words}</span>
      {(state.name === "exited" || state.name === "refused") && (
        <Button size="sm" icon={<RotateCw className="i" size={12} aria-hidden />} onClick={onReplace}>New shell</Button>
      )}
    </div>
  );
}

function wordsOf(state: LinkState): string | undefined {
  if (state.name === "waiting") return "Connection lost. What runs here goes on; connecting again.";
  if (state.name === "exited") return state.exitCode === null ? "The shell has ended." : `The shell has ended with exit code ${state.exitCode}.`;
  if (state.name === "refused") return [state.message, state.hint].filter(Boolean).join(" ");
  return undefined;
}

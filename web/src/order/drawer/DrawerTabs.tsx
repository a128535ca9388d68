import { SquareTerminal, X } from "lucide-react";
import type { ServerTerminal } from "./terminals";

interface DrawerTabsProps {
  readonly terminals: readonly ServerTerminal[];
  readonly shown: string | undefined;
  readonly nameOf: (terminal: ServerTerminal, index: number) => string;
  readonly onChoose: (terminalId: string) => void;
  readonly onClose: (terminal: ServerTerminal) => void;
}

export function DrawerTabs({ terminals, shown, nameOf, onChoose, onClose }: DrawerTabsProps) {
  return (
    <div className="dtab-list" role="group" aria-label="Terminals">
      {terminals.map((each, index) => {
        const name = nameOf(each, index);
        const isShown = each.terminal_id === shown;
        return (
          <span key={each.terminal_id} className={`dtab ${isShown ? "on" : ""} ${each.is_alive ? "" : "ended"}`}>
            <button type="button" className="dtab-name" aria-pressed={isShown} onClick={() => onChoose(each.terminal_id)}>
              <SquareTerminal className="i" size={13} aria-hidden />
              <span className="tr">{name}</span>
              {each.is_busy && <span className="dtab-busy" role="img" aria-label="Something runs" />}
            </button>
            <button type="button" className="dtab-x" aria-label={`Close ${name}`} onClick={() => onClose(each)}><X className="i" size={12} aria-hidden /></button>
          </span>
        );
      })}
    </div>
  );
}

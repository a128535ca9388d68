/** xterm.js in our colours. Loaded with the first terminal. */
import { FitAddon } from "@xterm/addon-fit";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { type ITheme, Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";

export interface Screen {
  readonly terminal: Terminal;
  readonly fit: () => void;
}

const SCROLLBACK = 10_000;

export function makeScreen(place: HTMLElement): Screen {
  const terminal = new Terminal({
    fontFamily: token("--mono"),
    fontSize: 12,
    lineHeight: 1.35,
    scrollback: SCROLLBACK,
    cursorBlink: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    screenReaderMode: false,
    macOptionIsMeta: true,
    minimumContrastRatio: 4.5,
    theme: ourTheme(),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(new WebLinksAddon((_event, address) => window.open(address, "_blank", "noopener,noreferrer")));
  terminal.open(place);
  return { terminal, fit: () => fit.fit() };
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function ourTheme(): ITheme {
  const [red, green, yellow, blue, magenta, cyan] = ["--bad", "--ok", "--warn", "--accent", "--violet", "--syn-t"].map(token) as [string, string, string, string, string, string];
  return {
    background: token("--term"),
    foreground: token("--text"),
    cursor: token("--text"),
    cursorAccent: token("--term"),
    selectionBackground: token("--accent-line"),
    black: token("--line-2"),
    white: token("--text-2"),
    brightBlack: token("--text-3"),
    brightWhite: token("--text"),
    red, green, yellow, blue, magenta, cyan,
    brightRed: red, brightGreen: green, brightYellow: yellow, brightBlue: blue, brightMagenta: magenta, brightCyan: cyan,
  };
}

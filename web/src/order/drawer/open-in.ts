/** Ways to a folder of this machine: addresses that editors listen to, and a command. */

export interface Editor {
  readonly name: string;
  readonly address: (path: string) => string;
}

const asAddress = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

export const EDITORS: readonly Editor[] = [
  { name: "VS Code", address: (path) => `vscode://file${asAddress(path)}` },
  { name: "Cursor", address: (path) => `cursor://file${asAddress(path)}` },
  { name: "IntelliJ IDEA", address: (path) => `idea://open?file=${encodeURIComponent(path)}` },
  { name: "PyCharm", address: (path) => `pycharm://open?file=${encodeURIComponent(path)}` },
  { name: "WebStorm", address: (path) => `webstorm://open?file=${encodeURIComponent(path)}` },
];

/** Safe to paste: no character of the path means anything to the shell. */
export const shellCommand = (path: string): string => `cd '${path.replaceAll("'", `'\\''`)}'`;

const LOOPBACK = /^((shopfloor\.)?localhost|127(\.\d+){3}|\[::1\])$/;

/** Paths of the server are paths of this browser's machine. */
export const isThisMachine = (hostname: string): boolean => LOOPBACK.test(hostname);

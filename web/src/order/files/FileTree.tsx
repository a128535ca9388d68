import { useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight, MoreHorizontal } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { ErrorState } from "@/ui/states";
import { FileIcon } from "./FileIcon";
import { FileMenu, type FileDeeds } from "./FileMenu";
import { folderQuery, type SandboxFile } from "./files-api";
import { isFolder, parentOf, rowsOf, shownName, STATES, type TreeRow } from "./tree";

interface FileTreeProps {
  readonly orderId: string;
  readonly open: ReadonlySet<string>;
  readonly onOpen: (open: ReadonlySet<string>) => void;
  readonly shown: string | undefined;
  readonly onFile: (path: string) => void;
  readonly onDrop: (folder: string, files: readonly File[]) => void;
  readonly deeds: FileDeeds;
}

const ROW = 26;

export function FileTree({ orderId, open, onOpen, shown, onFile, onDrop, deeds }: FileTreeProps) {
  const id = useId();
  const folders = ["", ...open];
  const answers = useQueries({ queries: folders.map((folder) => folderQuery(orderId, folder)) });
  const rows = rowsOf(new Map(folders.map((folder, index) => [folder, answers[index]?.data ?? []])), open);
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  const [over, setOver] = useState<string>();
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12 });
  const error = answers[0]?.error;
  if (error) return <ErrorState title="The files cannot be shown" error={error} onRetry={() => void answers[0]?.refetch()} />;

  const toggle = (path: string) => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    onOpen(next);
  };
  const enter = (row: TreeRow) => (isFolder(row.file) ? toggle(row.file.path) : onFile(row.file.path));
  const at = rows.findIndex((row) => row.file.path === chosen);
  const choose = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setChosen(row.file.path);
    virtual.scrollToIndex(rows.indexOf(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (event.target !== event.currentTarget) return;
    if (event.key === "ArrowDown") choose(at + 1);
    else if (event.key === "ArrowUp") choose(at - 1);
    else if (event.key === "ArrowRight" && row && isFolder(row.file) && !row.isOpen) toggle(row.file.path);
    else if (event.key === "ArrowLeft" && row?.isOpen) toggle(row.file.path);
    else if (event.key === "ArrowLeft" && row) choose(rows.findIndex((each) => each.file.path === parentOf(row.file.path)));
    else if (event.key === "Enter" && row) enter(row);
    else return;
    event.preventDefault();
  };
  const drop = (event: DragEvent, folder: string) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(undefined);
    onDrop(folder, [...event.dataTransfer.files]);
  };
  const dragOver = (event: DragEvent, folder: string) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(folder);
  };
  return (
    <div
      ref={scroller}
      className={`ftree ${over === "" ? "drop" : ""}`}
      role="tree"
      aria-label="Files"
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      onDragOver={(event) => dragOver(event, "")}
      onDragLeave={() => setOver(undefined)}
      onDrop={(event) => drop(event, "")}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return undefined;
          const { file } = row;
          const folder = isFolder(file) ? file.path : parentOf(file.path);
          return (
            <div
              key={file.path}
              id={`${id}-${item.index}`}
              role="treeitem"
              aria-label={file.git_state ? `${shownName(file.name)}, ${STATES[file.git_state]?.word ?? file.git_state}` : shownName(file.name)}
              aria-level={row.depth + 1}
              aria-selected={file.path === shown}
              aria-expanded={isFolder(file) ? row.isOpen : undefined}
              className={`frow ${file.git_state ?? ""} ${file.path === shown ? "on" : ""} ${file.path === chosen ? "chosen" : ""} ${over !== undefined && over !== "" && over === folder ? "drop" : ""}`}
              style={{ transform: `translateY(${item.start}px)`, paddingLeft: 8 + row.depth * 14 }}
              title={wordsOf(file)}
              onClick={() => {
                setChosen(file.path);
                enter(row);
              }}
              onDragOver={(event) => dragOver(event, folder)}
              onDrop={(event) => drop(event, folder)}
            >
              <ChevronRight className={`i fold-mark ${row.isOpen ? "open" : ""}`} size={12} aria-hidden visibility={isFolder(file) ? "visible" : "hidden"} />
              <FileIcon file={file} isOpen={row.isOpen} />
              <span className="tr grow">{shownName(file.name)}</span>
              <span className="fstate mono" aria-hidden>{file.git_state && !isFolder(file) ? STATES[file.git_state]?.letter : ""}</span>
              <FileMenu file={file} deeds={deeds} trigger={<button type="button" tabIndex={-1} className="frow-more" aria-label={`More for ${shownName(file.name)}`} onClick={(event) => event.stopPropagation()}><MoreHorizontal className="i" size={14} aria-hidden /></button>} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const wordsOf = (file: SandboxFile): string =>
  [shownName(file.path), file.git_state ? STATES[file.git_state]?.word : undefined, file.is_sensitive ? "may hold secrets" : undefined].filter(Boolean).join(", ");

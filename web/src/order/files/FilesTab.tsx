/** The sandbox's files: a tree, and an editor beside it or in its place. */
import { useQuery } from "@tanstack/react-query";
import { FilePlus, FolderPlus, Save, Upload } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useDebounced } from "@/lib/hooks";
import { useShortcut } from "@/lib/shortcuts";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { Segmented } from "@/ui/fields";
import { toastError } from "@/ui/toasts";
import { OpenIn } from "../drawer/OpenIn";
import { sandboxQuery } from "../drawer/sandbox";
import { useOrderPage } from "../order-context";
import { CommitBar } from "./CommitBar";
import { ConflictDialog } from "./ConflictDialog";
import { FileSearch } from "./FileSearch";
import { FileTabs } from "./FileTabs";
import { FileTree } from "./FileTree";
import { FileView } from "./FileView";
import { type OpenFile, openFilesOf } from "./open-files";
import { useFileChanges } from "./use-file-changes";
import { useFileDeeds } from "./use-file-deeds";
import { nameOf } from "./tree";
import "../drawer/drawer.css";
import "./files.css";

type SearchIn = "names" | "content";

export function FilesTab({ enlarged }: { readonly enlarged: boolean }) {
  const { order } = useOrderPage();
  const files = openFilesOf(order.agent_work_order_id);
  const view = useSyncExternalStore(files.subscribe, files.view);
  const [isTreeShown, setIsTreeShown] = useState(view.shown === undefined);
  const [resolving, setResolving] = useState<string>();
  const [closing, setClosing] = useState<OpenFile>();
  const open = (path: string, line?: number) => {
    setIsTreeShown(false);
    void files.open(path, line);
  };
  const { deeds, dialogs } = useFileDeeds(files, open);
  useFileChanges(files);
  useUnsavedWarning(view.files.some((file) => file.isDirty));

  const shown = view.files.find((file) => file.path === view.shown);
  const hasTree = enlarged || isTreeShown || shown === undefined;
  const hasFile = shown !== undefined && (enlarged || !isTreeShown);
  const save = async () => {
    if (!shown?.isDirty) return;
    try {
      if (!(await files.save(shown.path))) setResolving(shown.path);
    } catch (error) {
      toastError("The file could not be saved", error);
    }
  };
  useShortcut("mod+s", "Save the file", "Files", () => void save());
  const conflict = view.files.find((file) => file.path === resolving);
  return (
    <div className={`files ${enlarged ? "side" : ""}`}>
      {hasTree && <Finder onFile={open} shown={view.shown} files={files} deeds={deeds} />}
      {hasFile && (
        <section className="file-pane" aria-label={shown.path}>
          <div className="file-head">
            <FileTabs
              files={view.files}
              shown={view.shown}
              onShow={files.show.bind(files)}
              onClose={(file) => (file.isDirty ? setClosing(file) : files.close(file.path))}
              onBack={enlarged ? undefined : () => setIsTreeShown(true)}
            />
            <Button size="sm" keys="mod+s" disabled={!shown.isDirty} busy={shown.isSaving} icon={<Save className="i" size={13} aria-hidden />} onClick={() => void save()}>Save</Button>
          </div>
          <FileView key={shown.content?.kind} files={files} file={shown} onDownload={() => deeds.begin("download", shown.path)} onCompare={() => setResolving(shown.path)} />
        </section>
      )}
      {enlarged && !hasFile && <div className="file-notice t3">Choose a file to read or edit it.</div>}
      <CommitBar hasSaved={view.hasSaved} />
      {dialogs}
      {conflict && <ConflictDialog files={files} file={conflict} onClose={() => setResolving(undefined)} />}
      <ConfirmDialog
        open={closing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setClosing(undefined)}
        title={`Close ${nameOf(closing?.path ?? "")} without saving?`}
        text="What you changed in it is lost."
        action="Close"
        danger
        onConfirm={() => closing && files.close(closing.path)}
      />
    </div>
  );
}

interface FinderProps {
  readonly files: ReturnType<typeof openFilesOf>;
  readonly shown: string | undefined;
  readonly onFile: (path: string, line?: number) => void;
  readonly deeds: ReturnType<typeof useFileDeeds>["deeds"];
}

const openFolders = new Map<string, ReadonlySet<string>>();
const NONE: ReadonlySet<string> = new Set();

function Finder({ files, shown, onFile, deeds }: FinderProps) {
  const id = files.orderId;
  const [words, setWords] = useState("");
  const q = useDebounced(words.trim());
  const [searchIn, setSearchIn] = useState<SearchIn>("names");
  const [open, setOpen] = useState(openFolders.get(id) ?? NONE);
  const { data: sandbox } = useQuery(sandboxQuery(id));
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="finder">
      <div className="finder-head">
        <input type="search" className="input grow" aria-label="Search files" placeholder="Search files" value={words} onChange={(event) => setWords(event.target.value)} />
        <IconButton label="New file" size="sm" onClick={() => deeds.begin("new-file", "")}><FilePlus className="i" size={14} /></IconButton>
        <IconButton label="New folder" size="sm" onClick={() => deeds.begin("new-folder", "")}><FolderPlus className="i" size={14} /></IconButton>
        <IconButton label="Upload files" size="sm" onClick={() => picker.current?.click()}><Upload className="i" size={14} /></IconButton>
        <OpenIn path={sandbox?.workspace_path ?? null} />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={(event) => {
            void deeds.upload("", [...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </div>
      {words !== "" && <Segmented label="Search in" value={searchIn} onChange={setSearchIn} choices={[{ value: "names", label: "Names" }, { value: "content", label: "Content" }]} />}
      {q !== "" ? (
        <FileSearch orderId={id} q={q} inContent={searchIn === "content"} onFile={onFile} />
      ) : (
        <FileTree
          orderId={id}
          open={open}
          onOpen={(next) => {
            openFolders.set(id, next);
            setOpen(next);
          }}
          shown={shown}
          onFile={onFile}
          onDrop={(folder, uploads) => void deeds.upload(folder, uploads)}
          deeds={deeds}
        />
      )}
    </div>
  );
}

function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
}

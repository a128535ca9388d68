/** Making, moving, removing and uploading files, with the dialogs that ask for what is needed. */
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { ApiError } from "@/client/problem";
import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { ConfirmDialog, Dialog } from "@/ui/Dialog";
import { toast, toastError } from "@/ui/toasts";
import type { Deed } from "./FileMenu";
import { downloadFile, filesKey, makeFolder, moveFile, removeFile, writeFile } from "./files-api";
import type { OpenFiles } from "./open-files";
import { inFolder, nameOf, shownName } from "./tree";

interface Asked {
  readonly deed: Deed;
  readonly path: string;
}

const TITLES: Readonly<Partial<Record<Deed, string>>> = { "new-file": "New file", "new-folder": "New folder", move: "Rename or move" };
const FAILED = "The sandbox's files stay as they are";

export function useFileDeeds(files: OpenFiles, open: (path: string) => void) {
  const id = files.orderId;
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const deeds = useMemo(() => {
    const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        toastError(FAILED, error);
        return false;
      } finally {
        void queries.invalidateQueries({ queryKey: filesKey(id) });
      }
    };
    return {
      attempt,
      begin: (deed: Deed, path: string) => {
        if (deed === "download") void attempt(() => downloadFile(id, path));
        else setAsked({ deed, path });
      },
      upload: async (folder: string, uploads: readonly File[]) => {
        const sent = await Promise.all(uploads.map((each) => attempt(() => upload(id, inFolder(folder, each.name), each))));
        const count = sent.filter(Boolean).length;
        if (count > 0) toast({ title: `Uploaded ${plural(count, "file")}` });
      },
    };
  }, [id, queries]);

  const carryOut = async (path: string): Promise<void> => {
    if (!asked) return;
    const { deed, path: from } = asked;
    const isDone = await deeds.attempt(async () => {
      if (deed === "new-file") await writeFile(id, path, "", "new");
      else if (deed === "new-folder") await makeFolder(id, path);
      else if (deed === "move") await moveFile(id, from, path);
    });
    if (!isDone) return;
    setAsked(undefined);
    if (deed === "move") files.moved(from, path);
    if (deed === "new-file") open(path);
  };
  const remove = async () => {
    if (asked && (await deeds.attempt(() => removeFile(id, asked.path)))) files.close(asked.path);
  };
  const dialogs = (
    <>
      {asked && asked.deed !== "remove" && <PathDialog key={asked.deed + asked.path} asked={asked} onClose={() => setAsked(undefined)} onPath={carryOut} />}
      <ConfirmDialog
        open={asked?.deed === "remove"}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={`Delete ${shownName(nameOf(asked?.path ?? ""))}?`}
        text={`${shownName(asked?.path ?? "")} is removed from the sandbox, with all that is in it. What was committed stays in git.`}
        action="Delete"
        danger
        onConfirm={remove}
      />
    </>
  );
  return { deeds, dialogs };
}

/** What is there already is not overwritten by an upload. */
async function upload(id: string, path: string, file: File): Promise<void> {
  try {
    await writeFile(id, path, file, "new");
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) throw new Error(`${path} is there already: rename or delete it first.`, { cause: error });
    throw error;
  }
}

function PathDialog({ asked, onClose, onPath }: { readonly asked: Asked; readonly onClose: () => void; readonly onPath: (path: string) => Promise<void> }) {
  const isMove = asked.deed === "move";
  const [path, setPath] = useState(isMove ? asked.path : asked.path === "" ? "" : `${asked.path}/`);
  const [isBusy, setIsBusy] = useState(false);
  const clean = path.trim().replace(/^\/+|\/+$/g, "");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await onPath(clean);
    setIsBusy(false);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={TITLES[asked.deed] ?? ""} description="The path, seen from the top of the sandbox.">
      <form onSubmit={(event) => void submit(event)} className="path-form">
        <input className="input mono" aria-label="Path" value={path} autoFocus spellCheck={false} onChange={(event) => setPath(event.target.value)} />
        <div className="dlg-f">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={clean === "" || clean === asked.path}>{isMove ? "Move" : "Create"}</Button>
        </div>
      </form>
    </Dialog>
  );
}

import { lazy, Suspense, useEffect, useState } from "react";
import { errorText } from "@/client/problem";
import { arriving } from "@/lib/arriving";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toastError } from "@/ui/toasts";
import { readFile } from "./files-api";
import type { OpenFile, OpenFiles } from "./open-files";

const CodeDiff = lazy(async () => ({ default: (await arriving(() => import("./CodeEditor"))).CodeDiff }));

/** Two changed the same file: a person says which is kept. */
export function ConflictDialog({ files, file, onClose }: { readonly files: OpenFiles; readonly file: OpenFile; readonly onClose: () => void }) {
  const [theirs, setTheirs] = useState<string>();
  const [isCompared, setIsCompared] = useState(false);
  useEffect(() => {
    let isOver = false;
    readFile(files.orderId, file.path)
      .then((content) => !isOver && setTheirs(content.kind === "text" ? content.text : "This is not text any more."))
      .catch((error: unknown) => !isOver && setTheirs(errorText(error)));
    return () => {
      isOver = true;
    };
  }, [files, file.path]);
  const keep = async (whose: "ours" | "theirs") => {
    try {
      if (whose === "ours") await files.save(file.path, true);
      else await files.reload(file.path);
      onClose();
    } catch (error) {
      toastError("The file could not be saved", error);
    }
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} wide={isCompared} title="Changed by somebody else" description={`${file.path} was changed in the sandbox after you opened it. Nothing is overwritten before you say so.`}>
      {isCompared && theirs !== undefined && (
        <Suspense fallback={<div className="code-diff" aria-busy />}>
          <CodeDiff theirs={theirs} ours={file.text} />
        </Suspense>
      )}
      <div className="dlg-f">
        {!isCompared && <Button onClick={() => setIsCompared(true)}>Show the difference</Button>}
        <Button onClick={() => void keep("theirs")}>Reload, drop mine</Button>
        <Button variant="danger" onClick={() => void keep("ours")}>Overwrite with mine</Button>
      </div>
    </Dialog>
  );
}

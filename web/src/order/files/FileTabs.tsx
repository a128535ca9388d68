import { ArrowLeft, X } from "lucide-react";
import { IconButton } from "@/ui/Button";
import type { OpenFile } from "./open-files";
import { nameOf, shownName } from "./tree";

interface FileTabsProps {
  readonly files: readonly OpenFile[];
  readonly shown: string | undefined;
  readonly onShow: (path: string) => void;
  readonly onClose: (file: OpenFile) => void;
  /** Where the tree has no room beside the file. */
  readonly onBack: (() => void) | undefined;
}

export function FileTabs({ files, shown, onShow, onClose, onBack }: FileTabsProps) {
  return (
    <div className="file-tabs" role="group" aria-label="Open files">
      {onBack && <IconButton label="All files" size="sm" onClick={onBack}><ArrowLeft className="i" size={14} /></IconButton>}
      {files.map((file) => (
        <span key={file.path} className={`dtab ${file.path === shown ? "on" : ""}`}>
          <button type="button" className="dtab-name" aria-pressed={file.path === shown} title={shownName(file.path)} onClick={() => onShow(file.path)}>
            <span className="tr">{shownName(nameOf(file.path))}</span>
            {file.isDirty && <span className={`dtab-busy ${file.isStale ? "stale" : ""}`} role="img" aria-label={file.isStale ? "Not saved, changed elsewhere" : "Not saved"} />}
          </button>
          <button type="button" className="dtab-x" aria-label={`Close ${shownName(nameOf(file.path))}`} onClick={() => onClose(file)}><X className="i" size={12} aria-hidden /></button>
        </span>
      ))}
    </div>
  );
}

import { Check, ChevronDown, MessageSquare, Search } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Kbd } from "@/ui/Kbd";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { byFolder, nameOf } from "./file-tree";
import type { ChangedFile } from "./FileDiff";
import type { PlacedFinding } from "./findings";
import type { ReviewComment } from "./review";
import type { ViewedState } from "./use-review";

interface FileTreeProps {
  readonly files: readonly ChangedFile[];
  readonly current: string | undefined;
  readonly comments: readonly ReviewComment[];
  readonly findings: readonly PlacedFinding[];
  readonly foot?: ReactNode;
  readonly viewedOf: (file: ChangedFile) => ViewedState;
  readonly onChoose: (path: string) => void;
}

const LETTERS: Readonly<Record<string, string>> = { added: "A", modified: "M", deleted: "D", renamed: "R", copied: "C" };

export function FileTree({ files, current, comments, findings, foot, viewedOf, onChoose }: FileTreeProps) {
  const [filter, setFilter] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const folders = useMemo(() => byFolder(files.filter((file) => file.path.toLowerCase().includes(filter.trim().toLowerCase()))), [files, filter]);
  return (
    <nav className="tree" aria-label="Changed files">
      <label className="input small-input">
        <Search className="i" size={13} aria-hidden />
        <input ref={input} data-filter type="search" className="grow" aria-label="Filter files" placeholder="Filter files" value={filter} onChange={(event) => setFilter(event.target.value)} />
        <Kbd keys="f" />
      </label>
      <div className="tree-list">
        {folders.map(({ folder, files: inside }) => (
          <div key={folder}>
            {folder !== "" && <div className="tf"><ChevronDown className="i" size={12} aria-hidden /><span className="tr" title={folder}>{folder}</span></div>}
            {inside.map((file) => (
              <TreeFile key={file.path} file={file} nested={folder !== ""} on={file.path === current} viewed={viewedOf(file)} comments={comments.filter((comment) => comment.path === file.path).length} findings={findings.filter(({ at }) => at?.path === file.path).length} onChoose={onChoose} />
            ))}
          </div>
        ))}
        {folders.length === 0 && <p className="none">No file of that name.</p>}
      </div>
      {foot}
    </nav>
  );
}

interface TreeFileProps {
  readonly file: ChangedFile;
  readonly nested: boolean;
  readonly on: boolean;
  readonly viewed: ViewedState;
  readonly comments: number;
  readonly findings: number;
  readonly onChoose: (path: string) => void;
}

function TreeFile({ file, nested, on, viewed, comments, findings, onChoose }: TreeFileProps) {
  const letter = LETTERS[file.status] ?? "M";
  return (
    <button type="button" className={`tf ${nested ? "in" : ""} ${on ? "on" : ""}`} aria-current={on || undefined} title={file.path} onClick={() => onChoose(file.path)}>
      <span className={`k ${letter}`} aria-label={file.status}>{letter}</span>
      <span className="tr">{nameOf(file.path)}</span>
      <span className="pm">
        {viewed === "yes" && <Check className="i" size={12} aria-label="viewed" />}
        {viewed === "changed" && <span className="fresh" role="img" aria-label="changed since you viewed it" />}
        {findings > 0 && <span className="row g4 vio"><StatusGlyph glyph="review" size={11} label="Findings" />{findings}</span>}
        {comments > 0 && <span className="row g4 acc"><MessageSquare className="i" size={12} aria-hidden />{comments}</span>}
        {file.lines_added > 0 && <span className="plus">{`+${file.lines_added}`}</span>}
        {file.lines_removed > 0 && <span className="minus">{`−${file.lines_removed}`}</span>}
      </span>
    </button>
  );
}

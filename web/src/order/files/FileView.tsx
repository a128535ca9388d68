import { Download } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { arriving } from "@/lib/arriving";
import { Button } from "@/ui/Button";
import type { OpenFile, OpenFiles } from "./open-files";
import { nameOf } from "./tree";

const CodeEditor = lazy(async () => ({ default: (await arriving(() => import("./CodeEditor"))).CodeEditor }));

interface FileViewProps {
  readonly files: OpenFiles;
  readonly file: OpenFile;
  readonly onDownload: () => void;
  readonly onCompare: () => void;
}

export function FileView({ files, file, onDownload, onCompare }: FileViewProps) {
  const { content } = file;
  if (file.problem !== undefined) return <Notice text={file.problem} />;
  if (content === undefined) return <div className="file-view" aria-busy />;
  if (content.kind === "image") return <Picture blob={content.blob} name={nameOf(file.path)} />;
  if (content.kind === "binary") {
    return <Notice text={`This file is not text (${content.size.toLocaleString()} bytes).`} action={<Button size="sm" icon={<Download className="i" size={13} aria-hidden />} onClick={onDownload}>Download</Button>} />;
  }
  return (
    <div className="file-view">
      {content.isMasked && <p className="file-bar">This file may hold secrets: its values are masked, and it cannot be edited here.</p>}
      {file.isStale && (
        <div className="file-bar warn" role="alert">
          <span className="grow">It was changed in the sandbox while you edited it.</span>
          <Button size="sm" onClick={onCompare}>Resolve</Button>
        </div>
      )}
      <Suspense fallback={<div className="code-editor" aria-busy />}>
        <CodeEditor orderId={files.orderId} path={file.path} text={file.text} line={file.line} isReadOnly={content.isMasked} onText={(text) => files.edit(file.path, text)} />
      </Suspense>
    </div>
  );
}

function Notice({ text, action }: { readonly text: string; readonly action?: React.ReactNode }) {
  return <div className="file-notice"><p>{text}</p>{action}</div>;
}

function Picture({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return <div className="file-picture">{address && <img src={address} alt={name} />}</div>;
}

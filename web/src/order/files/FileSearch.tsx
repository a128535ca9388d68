import { useQuery } from "@tanstack/react-query";
import { FileIcon } from "./FileIcon";
import { searchQuery } from "./files-api";
import { nameOf, parentOf, shownName } from "./tree";

interface FileSearchProps {
  readonly orderId: string;
  readonly q: string;
  readonly inContent: boolean;
  readonly onFile: (path: string, line?: number) => void;
}

export function FileSearch({ orderId, q, inContent, onFile }: FileSearchProps) {
  const { data, error, isPending } = useQuery(searchQuery(orderId, q, inContent));
  if (error) return <p className="files-note bad" role="alert">{error.message}</p>;
  if (isPending) return <p className="files-note" role="status">Searching</p>;
  if (data.total_count === 0) return <p className="files-note" role="status">Nothing found</p>;
  return (
    <div className="ftree" role="group" aria-label="Found">
      {data.paths.map((path) => (
        <button type="button" key={path} className="found" title={shownName(path)} onClick={() => onFile(path)}>
          <FileIcon file={{ kind: "file", path, is_sensitive: false }} />
          <span className="tr">{shownName(nameOf(path))}</span>
          <span className="t3 xs tr">{shownName(parentOf(path))}</span>
        </button>
      ))}
      {data.lines.map((each) => (
        <button type="button" key={`${each.path}:${each.line}`} className="found line" title={shownName(each.path)} onClick={() => onFile(each.path, each.line)}>
          <span className="xs t3 tr">{shownName(each.path)}:{each.line}</span>
          <code className="tr">{each.text.trim()}</code>
        </button>
      ))}
      {data.has_more && <p className="files-note">There is more: say more exactly what you look for.</p>}
    </div>
  );
}

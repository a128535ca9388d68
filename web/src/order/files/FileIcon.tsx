import { File, FileCode, FileLock, FileSymlink, FileText, Folder, FolderGit2, FolderOpen, Image } from "lucide-react";
import { languageOf } from "@/ui/language";
import type { SandboxFile } from "./files-api";

const PICTURE = /\.(png|jpe?g|gif|webp|avif|bmp|svg|ico)$/i;
const TEXT = /\.(md|txt|rst|log)$/i;

export function FileIcon({ file, isOpen = false }: { readonly file: Pick<SandboxFile, "kind" | "path" | "is_sensitive">; readonly isOpen?: boolean }) {
  const Icon = iconOf(file, isOpen);
  return <Icon className="i" size={14} aria-hidden />;
}

function iconOf(file: Pick<SandboxFile, "kind" | "path" | "is_sensitive">, isOpen: boolean) {
  if (file.kind === "directory") return isOpen ? FolderOpen : Folder;
  if (file.kind === "submodule") return FolderGit2;
  if (file.kind === "symlink") return FileSymlink;
  if (file.is_sensitive) return FileLock;
  if (PICTURE.test(file.path)) return Image;
  if (TEXT.test(file.path)) return FileText;
  return languageOf(file.path) === null ? File : FileCode;
}

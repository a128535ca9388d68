import { Download, FilePlus, FolderPlus, PencilLine, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuRule } from "@/ui/Menu";
import type { SandboxFile } from "./files-api";
import { isFolder } from "./tree";

export type Deed = "new-file" | "new-folder" | "move" | "remove" | "download";

export interface FileDeeds {
  readonly begin: (deed: Deed, path: string) => void;
}

export function FileMenu({ file, deeds, trigger }: { readonly file: SandboxFile; readonly deeds: FileDeeds; readonly trigger: ReactNode }) {
  const icon = (Icon: typeof Download) => <Icon className="i" size={14} aria-hidden />;
  return (
    <span onClick={(event) => event.stopPropagation()} role="presentation">
      <Menu trigger={trigger}>
        {isFolder(file) && <MenuItem icon={icon(FilePlus)} onSelect={() => deeds.begin("new-file", file.path)}>New file here</MenuItem>}
        {isFolder(file) && <MenuItem icon={icon(FolderPlus)} onSelect={() => deeds.begin("new-folder", file.path)}>New folder here</MenuItem>}
        {file.kind === "file" && <MenuItem icon={icon(Download)} onSelect={() => deeds.begin("download", file.path)}>Download</MenuItem>}
        <MenuItem icon={icon(PencilLine)} onSelect={() => deeds.begin("move", file.path)}>Rename or move</MenuItem>
        <MenuRule />
        <MenuItem icon={icon(Trash2)} danger onSelect={() => deeds.begin("remove", file.path)}>Delete</MenuItem>
      </Menu>
    </span>
  );
}

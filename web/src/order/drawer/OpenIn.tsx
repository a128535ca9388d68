import { Copy, ExternalLink, SquareArrowOutUpRight } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { Menu, MenuItem, MenuLabel, MenuRule } from "@/ui/Menu";
import { toast } from "@/ui/toasts";
import { EDITORS, isThisMachine, shellCommand } from "./open-in";

/** Only where the sandbox lies on the machine that this browser runs on. */
export function OpenIn({ path }: { readonly path: string | null }) {
  if (path === null || !isThisMachine(location.hostname)) return undefined;
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast({ title: "Copied", text });
  };
  return (
    <Menu trigger={<IconButton label="Open in…" size="sm"><SquareArrowOutUpRight className="i" size={13} /></IconButton>}>
      <MenuLabel>Open the sandbox in</MenuLabel>
      {EDITORS.map((editor) => (
        <MenuItem key={editor.name} icon={<ExternalLink className="i" size={14} aria-hidden />} onSelect={() => location.assign(editor.address(path))}>{editor.name}</MenuItem>
      ))}
      <MenuRule />
      <MenuItem icon={<Copy className="i" size={14} aria-hidden />} onSelect={() => void copy(shellCommand(path))}>Copy command for a shell</MenuItem>
      <MenuItem icon={<Copy className="i" size={14} aria-hidden />} onSelect={() => void copy(path)}>Copy path</MenuItem>
    </Menu>
  );
}

import { Box, Cloud, FolderGit2, GitBranch, ShipWheel, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import type { Sandbox } from "@/client/choices";
import { sentences } from "@/lib/format";
import { OptionCard } from "@/ui/OptionCard";

const ICONS: Record<string, ReactNode> = {
  git_worktree: <FolderGit2 className="i t2" size={14} />,
  git_branch: <GitBranch className="i t2" size={14} />,
  e2b: <Cloud className="i t3" size={14} />,
  kubernetes: <ShipWheel className="i t3" size={14} />,
  dagger: <Workflow className="i t3" size={14} />,
};

export function SandboxField({ sandboxes, value, onChange }: { sandboxes: Sandbox[]; value: string; onChange: (value: string) => void }) {
  return (
    <fieldset>
      <legend className="fl">
        Sandbox <span className="h">Where the agent and its commands run</span>
      </legend>
      <div className="opts wide">
        {sandboxes.map((sandbox) => (
          <OptionCard
            key={sandbox.sandbox_type}
            name="sandbox"
            value={sandbox.sandbox_type}
            checked={value === sandbox.sandbox_type}
            isOff={!sandbox.is_available}
            onChange={() => onChange(sandbox.sandbox_type)}
            title={
              <>
                {ICONS[sandbox.sandbox_type] ?? <Box className="i t2" size={14} />}
                {sandbox.name}
              </>
            }
            tag={sandbox.is_available ? <span className="tag ok">Ready</span> : <span className="tag">Not here</span>}
            text={sandbox.is_available ? sandbox.description : sentences(sandbox.reason, sandbox.hint) || sandbox.description}
          />
        ))}
      </div>
    </fieldset>
  );
}

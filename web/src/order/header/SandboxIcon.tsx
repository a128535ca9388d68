import { Box, Cloud, Container, FolderGit2, GitBranch, type LucideIcon } from "lucide-react";

const ICONS: Readonly<Record<string, LucideIcon>> = { git_worktree: FolderGit2, git_branch: GitBranch, e2b: Cloud, kubernetes: Cloud, docker: Container, container: Container };

export function SandboxIcon({ type }: { readonly type: string }) {
  const Icon = ICONS[type] ?? Box;
  return <Icon className="i" size={13} aria-hidden />;
}

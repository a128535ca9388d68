/** What the pages work with: the wire's models, and fields a server may not have yet. */
import type { Schemas } from "./api";

export interface Limits {
  turn_seconds?: number | null;
  idle_seconds?: number | null;
  max_tokens?: number | null;
  max_cost_usd?: number | null;
}

interface OrderAdditions {
  archived?: boolean;
  created_by?: string | null;
  reasoning_effort?: string | null;
  mode?: string | null;
  limits?: Limits | null;
}

export type Order = Schemas["AgentWorkOrderModel"] & OrderAdditions;
export type OrderStatus = Schemas["AgentWorkOrderStatus"];
export type Phase = Schemas["AgentWorkflowPhase"];
export type WorkflowType = Schemas["AgentWorkflowType"];
export type SandboxType = Schemas["SandboxType"];
export type Project = Schemas["ProjectModel"];
export type ConfigurationVersion = Schemas["ConfigurationVersionSummary"];
export type Difference = Schemas["DifferenceModel"];
export type Settings = Schemas["SettingsModel"];
export type PullRequest = Schemas["PullRequestModel"];
export type Permission = Schemas["PermissionModel"];
export type Prompt = Schemas["PromptModel"] & { author?: string | null };
export type Repository = Schemas["RepositoryModel"] & {
  visibility?: string | null;
  can_push?: boolean | null;
  needs_fork?: boolean | null;
  is_archived?: boolean | null;
};

export type Agent = Schemas["AgentModel"] & {
  signed_in?: "yes" | "no" | "unknown";
  sign_in_hint?: string | null;
  install_hint?: string | null;
  supports_modes?: boolean;
  supports_effort?: boolean;
  default_model?: string | null;
  unavailable_reason?: string | null;
};

export interface AgentModels {
  agent: string;
  state: "ready" | "unavailable";
  message: string | null;
  models: { model_id: string; name: string; provider: string | null; description: string | null }[];
  modes?: { id: string; name: string; description?: string | null }[];
  efforts?: { id: string; name: string }[];
  current_model: string | null;
}

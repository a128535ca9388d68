/** What the pages work with, as the wire has it. */
import type { Schemas } from "./api";

export type Limits = Schemas["LimitsModel"];
export type Order = Schemas["AgentWorkOrderModel"];
export type OrderStatus = Schemas["AgentWorkOrderStatus"];
export type Project = Schemas["ProjectModel"];
export type ConfigurationVersion = Schemas["ConfigurationVersionSummary"];
export type Difference = Schemas["DifferenceModel"];
export type Settings = Schemas["SettingsModel"];
export type PullRequest = Schemas["PullRequestModel"];
export type Agent = Schemas["AgentModel"];

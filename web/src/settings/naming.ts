/** The small model that finds titles, branches and commit subjects, as it stands in the form. */
import type { Schemas } from "@/client/api";

type Naming = Schemas["NamingModel"];

export type NamingDraft = Naming;

/** The name under which the model's key is kept. */
export const NAMING_KEY = "naming_api_key";

export const USUAL_ADDRESS: Readonly<Record<Naming["provider"], string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com",
};

export const namingDraft = (naming: Naming | null): NamingDraft => naming ?? { provider: "openai", base_url: USUAL_ADDRESS.openai, model: "" };

/** The address follows the kind unless it is one's own. */
export function withProvider(draft: NamingDraft, provider: Naming["provider"]): NamingDraft {
  const isUsual = Object.values(USUAL_ADDRESS).includes(draft.base_url.trim()) || draft.base_url.trim() === "";
  return { ...draft, provider, base_url: isUsual ? USUAL_ADDRESS[provider] : draft.base_url };
}

export interface NamingProblems {
  base_url?: string;
  model?: string;
}

export function namingProblems(draft: NamingDraft): NamingProblems {
  const problems: NamingProblems = {};
  if (!/^https?:\/\/\S+$/.test(draft.base_url.trim())) problems.base_url = "An address that begins with http:// or https://.";
  if (draft.model.trim() === "") problems.model = "The model's name, as its provider calls it.";
  return problems;
}

export const namingOf = ({ provider, base_url, model }: NamingDraft): Naming => ({ provider, base_url: base_url.trim(), model: model.trim() });

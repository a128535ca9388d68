/** One page, no wizard: what, where, by whom. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { DollarSign, GitBranch } from "lucide-react";
import { useEffect, useState } from "react";
import { branchesQuery, sandboxesQuery, workflowsQuery } from "@/client/choices";
import type { Project, Settings } from "@/client/models";
import { createOrder } from "@/client/order-actions";
import { agentsQuery, keys, projectsQuery, settingsQuery } from "@/client/queries";
import { useShortcut } from "@/lib/shortcuts";
import { useTitle } from "@/lib/title";
import { AgentState, agentGroups, ModelSelect, OfferedSelect } from "@/ui/AgentFields";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/fields";
import { Kbd } from "@/ui/Kbd";
import { sandboxWords, workflowWords } from "@/ui/order-status";
import { POLICIES, policyWords } from "@/ui/policies";
import { Select } from "@/ui/Select";
import { toastError } from "@/ui/toasts";
import { type Draft, EMPTY, placeOf, problemsOf, requestOf, titleOf, useDraft } from "./draft";
import { IssueField, useIssue } from "./IssueField";
import { IssuePreview } from "./IssuePreview";
import { PromptField } from "./PromptField";
import { RepositoryField, useVerified } from "./RepositoryField";
import { SandboxField } from "./SandboxField";
import { Ticket } from "./Ticket";
import { WorkflowField } from "./WorkflowField";

const route = getRouteApi("/new");

export function NewOrderPage() {
  useTitle("New work order");
  const settings = useQuery(settingsQuery);
  const projects = useQuery(projectsQuery);
  if (!settings.data || !projects.data) return null;
  return <Form settings={settings.data} projects={projects.data} />;
}

function Form({ settings, projects }: { settings: Settings; projects: Project[] }) {
  const [draft, setDraft] = useDraft();
  const [wasSent, setSent] = useState(false);
  const agents = useQuery(agentsQuery);
  const sandboxes = useQuery(sandboxesQuery);
  const workflows = useQuery(workflowsQuery);
  const verified = useVerified(draft.repository);
  const issue = useIssue(draft.repository, draft.issue);
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  useGiven(draft, setDraft, projects);
  const project = projects.find((each) => each.repository_url === draft.repository.trim());
  const defaults = defaultsOf(settings, project);
  const chosen = { ...draft, agent: draft.agent || defaults.agent, workflow: draft.workflow || defaults.workflow, sandbox: draft.sandbox || defaults.sandbox, policy: draft.policy || defaults.policy };
  const agent = agents.data?.find((each) => each.name === chosen.agent);
  const problems = wasSent ? problemsOf(draft) : {};
  const file = useFiling(draft, projects, () => setDraft(EMPTY));
  const start = () => {
    setSent(true);
    if (Object.keys(problemsOf(draft)).length === 0 && !file.isPending) file.mutate();
  };
  useShortcut("mod+enter", "Start work order", "New work order", start);
  const base = draft.base || (project?.base_branch ?? verified.data?.repository.default_branch ?? "");
  const modelText = draft.model || project?.model || settings.default_model;
  return (
    <>
      <header className="topbar">
        <h1>New work order</h1>
        <span className="t3 sm hide-phone">Draft kept in this browser</span>
        <Cancel />
      </header>
      <form
        className="formgrid"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <div className="form scrolls">
          <div className="two">
            <RepositoryField value={draft.repository} onChange={(repository) => set({ repository, base: "" })} projects={projects} problem={problems.repository ?? null} />
            <IssueField repository={draft.repository} value={draft.issue} onChange={(value) => set({ issue: value })} problem={problems.issue ?? null} />
          </div>
          {issue.data && <IssuePreview issue={issue.data} />}
          <PromptField value={draft.prompt} onChange={(prompt) => set({ prompt })} repository={draft.repository.trim()} base={draft.base} problem={problems.prompt ?? null} onSubmit={start} />
          <WorkflowField workflows={workflows.data ?? []} value={chosen.workflow} onChange={(workflow) => set({ workflow })} />
          <div className="two">
            <Field label="Agent" aside={<AgentState agent={agent} />}>
              {(ids) => <Select id={ids.id} label="Agent" value={chosen.agent} onChange={(next) => set({ agent: next, model: "", effort: "", mode: "" })} groups={agentGroups(agents.data ?? [])} />}
            </Field>
            <Field label="Model">{(ids) => <ModelSelect id={ids.id} agent={chosen.agent} value={draft.model} onChange={(model) => set({ model })} any={defaultWords(project?.model ?? settings.default_model ?? agent?.default_model)} />}</Field>
          </div>
          {(agent?.supports_effort || agent?.supports_modes) && (
            <div className="two">
              <Field label="Effort">{(ids) => <OfferedSelect id={ids.id} kind="efforts" agent={chosen.agent} value={draft.effort} onChange={(effort) => set({ effort })} any="Default" />}</Field>
              <Field label="Mode">{(ids) => <OfferedSelect id={ids.id} kind="modes" agent={chosen.agent} value={draft.mode} onChange={(mode) => set({ mode })} any="Default" />}</Field>
            </div>
          )}
          <div className="two">
            <BaseField repository={draft.repository.trim()} value={draft.base} fallback={base} onChange={(next) => set({ base: next })} />
            <Field label="Branch" hint="optional">
              {(ids) => (
                <div className="input">
                  <input {...ids} className="mono" value={draft.branch} onChange={(event) => set({ branch: event.target.value })} placeholder="Named by what is done" spellCheck={false} />
                </div>
              )}
            </Field>
          </div>
          <SandboxField sandboxes={sandboxes.data ?? []} value={chosen.sandbox} onChange={(sandbox) => set({ sandbox })} />
          <div className="three-up">
            <Field label="Permissions" below={POLICIES.find((each) => each.value === chosen.policy)?.text}>
              {(ids) => <Select id={ids.id} label="Permissions" value={chosen.policy} onChange={(policy) => set({ policy })} groups={[{ choices: POLICIES.map(({ value, label }) => ({ value, label })) }]} />}
            </Field>
            <Field label="Cost limit" hint="optional" problem={problems.maxCost ?? null}>
              {(ids) => (
                <div className="input">
                  <DollarSign className="i" size={13} />
                  <input {...ids} inputMode="decimal" value={draft.maxCost} onChange={(event) => set({ maxCost: event.target.value })} placeholder={limitText(settings.default_limits?.max_cost_usd, "No limit")} />
                </div>
              )}
            </Field>
            <Field label="Time limit of a turn" hint="optional" problem={problems.minutes ?? null}>
              {(ids) => (
                <div className="input">
                  <input {...ids} inputMode="numeric" value={draft.minutes} onChange={(event) => set({ minutes: event.target.value })} placeholder={limitText(minutesOf(settings.default_limits?.turn_seconds), "60")} />
                  <span className="t3">minutes</span>
                </div>
              )}
            </Field>
          </div>
        </div>
        <Ticket
          draft={draft}
          title={titleOf(draft, issue.data?.title ?? null)}
          isTitleOfIssue={!draft.prompt.trim() && Boolean(issue.data)}
          base={base}
          isBusy={file.isPending}
          onStart={start}
          onPrompt={(prompt) => set({ prompt })}
          rows={[
            { name: "Repository", value: project?.name ?? (draft.repository ? placeOf(draft.repository) : "–") },
            ...(draft.issue ? [{ name: "Issue", value: `#${draft.issue.replace(/^#/, "")}` }] : []),
            { name: "Workflow", value: workflowWords(chosen.workflow) },
            { name: "Agent", value: [agent?.display_name ?? chosen.agent, modelText].filter(Boolean).join(", ") },
            { name: "Sandbox", value: sandboxWords(chosen.sandbox) },
            { name: "Permissions", value: policyWords(chosen.policy) },
            { name: "Limits", value: [draft.maxCost && `$${draft.maxCost}`, draft.minutes && `${draft.minutes} min`].filter(Boolean).join(", ") || "Defaults" },
          ]}
        />
      </form>
    </>
  );
}

/** What the address says goes into the draft, once. */
function useGiven(draft: Draft, setDraft: (draft: Draft) => void, projects: Project[]): void {
  const given = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (Object.keys(given).length === 0) return;
    const repository = given.repository ?? projects.find((each) => each.project_id === given.project)?.repository_url;
    setDraft({ ...draft, ...(repository ? { repository } : {}), ...(given.prompt ? { prompt: given.prompt } : {}), ...(given.issue ? { issue: given.issue } : {}) });
    void navigate({ search: {}, replace: true });
  }, [given, draft, setDraft, projects, navigate]);
}

function useFiling(draft: Draft, projects: Project[], onFiled: () => void) {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  return useMutation({
    mutationFn: () => createOrder(requestOf(draft, projects)),
    onSuccess: (order) => {
      client.setQueryData(keys.order(order.agent_work_order_id), order);
      void client.invalidateQueries({ queryKey: keys.orderLists });
      onFiled();
      void navigate({ to: "/orders/$orderId", params: { orderId: order.agent_work_order_id } });
    },
    onError: (error) => toastError("The work order was not filed", error),
  });
}

function Cancel() {
  const navigate = route.useNavigate();
  useShortcut("escape", "Back to the orders", "New work order", () => void navigate({ to: "/" }));
  return (
    <Link to="/" className="btn ghost push">
      Cancel <Kbd keys="esc" />
    </Link>
  );
}

function BaseField({ repository, value, fallback, onChange }: { repository: string; value: string; fallback: string; onChange: (value: string) => void }) {
  const branches = useQuery(branchesQuery(repository, value));
  return (
    <Field label="Base">
      {(ids) => (
        <Combobox
          id={ids.id}
          label="Base branch"
          mono
          value={value}
          onChange={onChange}
          placeholder={fallback || "default branch"}
          icon={<GitBranch className="i" size={14} />}
          suggestions={(branches.data?.branches ?? []).map((branch) => ({ value: branch.name, label: branch.name, hint: branch.is_default ? "default" : branch.sha.slice(0, 7) }))}
        />
      )}
    </Field>
  );
}

interface Defaults {
  agent: string;
  workflow: string;
  sandbox: string;
  policy: string;
}

const defaultsOf = (settings: Settings, project: Project | undefined): Defaults => ({
  agent: project?.agent ?? settings.default_agent,
  workflow: project?.workflow_type ?? settings.default_workflow_type,
  sandbox: project?.sandbox_type ?? settings.default_sandbox_type,
  policy: project?.permission_policy ?? settings.default_permission_policy,
});

const defaultWords = (model: string | null | undefined): string => (model ? `Default, ${model}` : "The agent's default");
const limitText = (value: number | null | undefined, none: string): string => (value ? String(value) : none);
const minutesOf = (seconds: number | null | undefined): number | null => (seconds ? Math.round(seconds / 60) : null);

import { useQuery } from "@tanstack/react-query";
import { sandboxesQuery, workflowsQuery } from "@/client/choices";
import type { Settings } from "@/client/models";
import { agentsQuery } from "@/client/queries";
import { agentGroups, ModelSelect, OfferedSelect } from "@/ui/AgentFields";
import { Switch } from "@/ui/fields";
import { workflowWords } from "@/ui/order-status";
import { POLICIES } from "@/ui/policies";
import { Select } from "@/ui/Select";
import { ErrorState } from "@/ui/states";
import { LimitRows } from "./LimitRows";
import { Heading, Row, TextSetting } from "./parts";
import { useSettings } from "./use-settings";

export function DefaultsSection() {
  const { settings, error, refetch, change } = useSettings();
  if (error) return <ErrorState title="The settings cannot be read" error={error} onRetry={() => void refetch()} />;
  if (!settings) return null;
  return (
    <>
      <Heading title="Defaults" text="What a new order takes unless it or its project says otherwise. They hold from the next order on." />
      <Choices settings={settings} change={change} />
      <Limits settings={settings} change={change} />
      <Author settings={settings} change={change} />
    </>
  );
}

type Part = { settings: Settings; change: ReturnType<typeof useSettings>["change"] };

function Choices({ settings, change }: Part) {
  const agents = useQuery(agentsQuery);
  const workflows = useQuery(workflowsQuery);
  const sandboxes = useQuery(sandboxesQuery);
  const agent = agents.data?.find((each) => each.name === settings.default_agent);
  return (
    <section className="card">
      <Row name="Agent" text={agent?.description}>
        <Select label="Default agent" value={settings.default_agent} onChange={(name) => change({ default_agent: name, default_model: null, default_reasoning_effort: null, default_mode: null })} groups={agentGroups(agents.data ?? [])} />
      </Row>
      <Row name="Model">
        <ModelSelect agent={settings.default_agent} value={settings.default_model ?? ""} onChange={(model) => change({ default_model: model || null })} any="The agent's default" />
      </Row>
      {agent?.supports_effort && (
        <Row name="Effort">
          <OfferedSelect kind="efforts" agent={settings.default_agent} value={settings.default_reasoning_effort ?? ""} onChange={(effort) => change({ default_reasoning_effort: effort || null })} any="The agent's default" />
        </Row>
      )}
      {agent?.supports_modes && (
        <Row name="Mode">
          <OfferedSelect kind="modes" agent={settings.default_agent} value={settings.default_mode ?? ""} onChange={(mode) => change({ default_mode: mode || null })} any="The agent's default" />
        </Row>
      )}
      <Row name="Workflow">
        <Select
          label="Default workflow"
          value={settings.default_workflow_type}
          onChange={(workflow) => change({ default_workflow_type: workflow as Settings["default_workflow_type"] })}
          groups={[{ choices: (workflows.data ?? []).map((each) => ({ value: each.workflow_type, label: each.name || workflowWords(each.workflow_type) })) }]}
        />
      </Row>
      <Row name="Sandbox">
        <Select
          label="Default sandbox"
          value={settings.default_sandbox_type}
          onChange={(sandbox) => change({ default_sandbox_type: sandbox as Settings["default_sandbox_type"] })}
          groups={[{ choices: (sandboxes.data ?? []).map((each) => ({ value: each.sandbox_type, label: each.name, disabled: !each.is_available, hint: each.is_available ? undefined : "not here" })) }]}
        />
      </Row>
      <Row name="Permissions" text={POLICIES.find((each) => each.value === settings.default_permission_policy)?.text}>
        <Select label="Default permissions" value={settings.default_permission_policy} onChange={(policy) => change({ default_permission_policy: policy as Settings["default_permission_policy"] })} groups={[{ choices: POLICIES.map(({ value, label }) => ({ value, label })) }]} />
      </Row>
    </section>
  );
}

const countProblem = (text: string) => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000 ? null : "A whole number from 1 to 1000.");

function Limits({ settings, change }: Part) {
  return (
    <section className="card">
      <Row name="Running at once" text="On the whole floor; the rest waits in line.">
        <TextSetting label="Running at once" inputMode="numeric" value={String(settings.max_running_orders)} problemOf={countProblem} onSave={(value) => change({ max_running_orders: Number(value) })} suffix="orders" />
      </Row>
      <Row name="Of one repository">
        <TextSetting label="Running at once of one repository" inputMode="numeric" value={String(settings.max_running_orders_per_repository)} problemOf={countProblem} onSave={(value) => change({ max_running_orders_per_repository: Number(value) })} suffix="orders" />
      </Row>
      <LimitRows limits={settings.default_limits} onChange={(limits) => change({ default_limits: limits as Settings["default_limits"] })} />
    </section>
  );
}

function Author({ settings, change }: Part) {
  return (
    <section className="card">
      <Row name="Author of the commits" text="Empty: git's user.name and user.email on the server.">
        <div className="col gap-2">
          <TextSetting label="Author name" value={settings.author_name ?? ""} placeholder="Name" onSave={(value) => change({ author_name: value || null })} />
          <TextSetting label="Author email" value={settings.author_email ?? ""} placeholder="Email" onSave={(value) => change({ author_email: value || null })} />
        </div>
      </Row>
      <Row name="Comment on issues" text="An order that was filed for an issue says there when it begins and ends." end>
        <Switch label="Comment on issues" checked={settings.comment_on_issues} onChange={(on) => change({ comment_on_issues: on })} />
      </Row>
      <Row name="Close issues" text="A pull request that was made for an issue closes it when it is merged." end>
        <Switch label="Close issues" checked={settings.close_issues} onChange={(on) => change({ close_issues: on })} />
      </Row>
      <Row name="Lend sign-ins to agents" text="Agents use the sign-ins and keys of this server's user." end>
        <Switch label="Lend sign-ins to agents" checked={settings.carry_agent_credentials} onChange={(on) => change({ carry_agent_credentials: on })} />
      </Row>
    </section>
  );
}

/** What happening in the repository sets off work. */
import type { Project } from "@/client/models";
import { Row, TextSetting } from "@/settings/parts";
import { Switch } from "@/ui/fields";
import { useProjectChange } from "./use-project-change";

export function WebhookRules({ project }: { project: Project }) {
  const change = useProjectChange(project);
  const rules = project.webhook_rules;
  const set = (changes: Partial<Project["webhook_rules"]>) => change({ webhook_rules: { ...rules, ...changes } });
  return (
    <section className="card" aria-label="Webhook rules">
      <Row name="Commands in comments" text="/shopfloor … on an issue files an order, on its pull request it tells the agent." end>
        <Switch label="Commands in comments" checked={rules.comments} onChange={(comments) => set({ comments })} />
      </Row>
      <Row name="Answer reviews" text="Reviews of an order's pull request go to its agent and are answered." end>
        <Switch label="Answer reviews" checked={rules.reviews} onChange={(reviews) => set({ reviews })} />
      </Row>
      <Row name="Label that files an order" text="Put on an issue.">
        <TextSetting label="Label that files an order" value={rules.issue_label ?? ""} placeholder="None" onSave={(label) => set({ issue_label: label || null })} />
      </Row>
      <Row name="Tasks follow their issues" text="Closed, open again, edited, commented on: seen on the card." end>
        <Switch label="Tasks follow their issues" checked={rules.issue_updates} onChange={(issue_updates) => set({ issue_updates })} />
      </Row>
      <Row name="New issues become tasks" text="Each that somebody opens is put on the board." end>
        <Switch label="New issues become tasks" checked={rules.new_issues} onChange={(new_issues) => set({ new_issues })} />
      </Row>
      <Row name="Done closes the issue" text="A task that is done closes the issue it stands for." end>
        <Switch label="Done closes the issue" checked={rules.done_closes_issue} onChange={(done_closes_issue) => set({ done_closes_issue })} />
      </Row>
      <Row name="Review asked of" text="A review that is asked of this user files an order.">
        <TextSetting label="Review asked of" value={rules.review_requests_to ?? ""} placeholder="Nobody" onSave={(login) => set({ review_requests_to: login || null })} />
      </Row>
      <Row name="Prompt for a push" text="A push to the base branch files an order with it.">
        <TextSetting label="Prompt for a push" value={rules.push_prompt ?? ""} placeholder="None" onSave={(prompt) => set({ push_prompt: prompt || null })} />
      </Row>
    </section>
  );
}

/** How this project's finished tasks are reviewed, and what an approval does. */
import { useQuery } from "@tanstack/react-query";
import type { Project } from "@/client/models";
import { settingsQuery } from "@/client/queries";
import { AiReviewRows, ON_APPROVE } from "@/settings/AiReviewRows";
import { Row } from "@/settings/parts";
import { Segmented } from "@/ui/fields";
import { Select } from "@/ui/Select";
import { useProjectChange } from "./use-project-change";

export function ReviewRules({ project }: { project: Project }) {
  const change = useProjectChange(project);
  const settings = useQuery(settingsQuery).data;
  const floor = settings?.default_ai_review;
  const ofFloor = ON_APPROVE.find((each) => each.value === settings?.default_on_approve)?.label.toLowerCase() ?? "";
  const builder = project.agent ?? settings?.default_agent ?? "";
  return (
    <section className="card" aria-label="Review">
      <Row name="Review of finished tasks" text={project.ai_review ? undefined : `As the floor: ${floor?.enabled ? "reviewed by an agent first" : "by a person only"}.`} end>
        <Segmented
          label="Review of finished tasks"
          value={project.ai_review ? "own" : "floor"}
          onChange={(value) => change({ ai_review: value === "own" ? { ...(floor ?? { rounds: 2 }), enabled: true } : null })}
          choices={[{ value: "floor", label: "The floor's" }, { value: "own", label: "Its own" }]}
        />
      </Row>
      {project.ai_review && <AiReviewRows rules={project.ai_review} builder={builder} onChange={(ai_review) => change({ ai_review })} />}
      <Row name="When a task is approved">
        <Select
          label="When a task is approved"
          value={project.on_approve ?? ""}
          onChange={(value) => change({ on_approve: (value || null) as Project["on_approve"] })}
          groups={[{ choices: [{ value: "", label: `As the floor: ${ofFloor}` }, ...ON_APPROVE] }]}
        />
      </Row>
    </section>
  );
}

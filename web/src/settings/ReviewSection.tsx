import { Select } from "@/ui/Select";
import { ErrorState } from "@/ui/states";
import { AiReviewRows, ON_APPROVE, type OnApprove } from "./AiReviewRows";
import { Heading, Row } from "./parts";
import { useSettings } from "./use-settings";

export function ReviewSection() {
  const { settings, error, refetch, change } = useSettings();
  if (error) return <ErrorState title="The settings cannot be read" error={error} onRetry={() => void refetch()} />;
  if (!settings) return null;
  return (
    <>
      <Heading title="Review" text="What happens to a task that an agent has finished, unless its project says otherwise." />
      <section className="card">
        <AiReviewRows rules={settings.default_ai_review} builder={settings.default_agent} onChange={(rules) => change({ default_ai_review: rules })} />
      </section>
      <section className="card">
        <Row name="When a task is approved" text="A pull request that cannot be merged keeps its task in review, with the reason.">
          <Select label="When a task is approved" value={settings.default_on_approve} onChange={(value) => change({ default_on_approve: value as OnApprove })} groups={[{ choices: ON_APPROVE }]} />
        </Row>
      </section>
    </>
  );
}

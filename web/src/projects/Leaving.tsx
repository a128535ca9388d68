/** Putting a project away, and forgetting it: with what becomes of its orders said before. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Project } from "@/client/models";
import { Row } from "@/settings/parts";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/Dialog";
import { toast, toastError } from "@/ui/toasts";
import { useProjectActions } from "./project-actions";
import { becomesOf } from "./project-state";
import { useProjectChange } from "./use-project-change";

export function Leaving({ project }: { project: Project }) {
  const { remove } = useProjectActions();
  const change = useProjectChange(project);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const forget = async () => {
    try {
      const gone = await remove.mutateAsync(project.project_id);
      await navigate({ to: "/projects" });
      toast({ title: `${project.name} is forgotten`, text: gone.message });
    } catch (error) {
      toastError("The project was not forgotten", error);
    }
  };
  return (
    <section className="card" aria-label="Archive and forget">
      <Row name={project.archived ? "Archived" : "Archive this project"} text="Left out of lists, and nothing that happens on GitHub sets off work. Its orders and tasks stay; those under way go on." end>
        <Button onClick={() => change({ archived: !project.archived })}>{project.archived ? "Take it back" : "Archive"}</Button>
      </Row>
      <Row name="Forget this project" text={becomesOf(project.state)} end>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Forget
        </Button>
      </Row>
      <ConfirmDialog open={isAsking} onOpenChange={setAsking} title={`Forget ${project.name}?`} text={becomesOf(project.state)} action="Forget it" danger onConfirm={forget} />
    </section>
  );
}

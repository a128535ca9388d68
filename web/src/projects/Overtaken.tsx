import { Button } from "@/ui/Button";

/** Somebody else has saved what one is writing: nobody's words go unseen. */
export const Overtaken = ({ onTakeTheirs, onKeepMine }: { onTakeTheirs: () => void; onKeepMine: () => void }) => (
  <div className="srow" role="alert">
    <div className="warn sm">Somebody else has changed this meanwhile.</div>
    <div className="row g8">
      <Button size="sm" onClick={onTakeTheirs}>
        Take theirs
      </Button>
      <Button size="sm" onClick={onKeepMine}>
        Keep mine
      </Button>
    </div>
  </div>
);

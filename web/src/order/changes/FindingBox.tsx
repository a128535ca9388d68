/** A finding of an agent's review: at its line, or beside the diff. Its words are text, never markup. */
import { MessageSquarePlus, X } from "lucide-react";
import { Button, IconButton } from "@/ui/Button";
import { SeverityMark } from "@/ui/Severity";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { placeOf } from "./review";
import type { PlacedFinding } from "./findings";

interface FindingBoxProps {
  readonly placed: PlacedFinding;
  readonly onAsk: () => void;
  readonly onDismiss: () => void;
}

export function FindingBox({ placed: { finding, at }, onAsk, onDismiss }: FindingBoxProps) {
  return (
    <div className="cmt ai" role="note" aria-label={`AI review: ${finding.severity}`}>
      <div className="hd">
        <StatusGlyph glyph="review" size={14} />
        <b className="vio">AI review</b>
        <SeverityMark severity={finding.severity} withWord />
        {at !== undefined && <span className="t3 wide-only">{placeOf(at)}</span>}
        <span className="push row g4">
          <Button size="sm" icon={<MessageSquarePlus className="i" size={12} aria-hidden />} onClick={onAsk}>Ask the agent to fix it</Button>
          <IconButton label="Dismiss the finding" size="sm" onClick={onDismiss}><X className="i" size={12} /></IconButton>
        </span>
      </div>
      <div className="tx pre">{finding.text}</div>
    </div>
  );
}

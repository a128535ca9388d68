import { use, Suspense } from "react";
import type { Piece } from "./highlight";

let highlighter: Promise<typeof import("./highlight")> | null = null;
const load = () => (highlighter ??= import("./highlight"));

export const Pieces = ({ pieces }: { pieces: Piece[] }) => (
  <>{pieces.map((piece, index) => (piece.className ? <i key={index} className={piece.className}>{piece.text}</i> : piece.text))}</>
);

function Coloured({ code, language }: { code: string; language: string | null }) {
  return <Pieces pieces={use(load()).highlight(code, language)} />;
}

/** Highlighted code; plain until the highlighter is there. Goes inside a `code` element. */
export function Code({ code, language }: { code: string; language: string | null }) {
  if (!language) return code;
  return (
    <Suspense fallback={code}>
      <Coloured code={code} language={language} />
    </Suspense>
  );
}

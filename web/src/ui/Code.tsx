import { Suspense, use, useEffect, useState } from "react";
import { arriving } from "@/lib/arriving";
import type { Piece } from "./highlight";

let highlighter: Promise<typeof import("./highlight")> | null = null;
const load = () => (highlighter ??= arriving(() => import("./highlight")));

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

type Highlight = (typeof import("./highlight"))["highlight"];
let loaded: Highlight | undefined;

/** The highlighter itself, for code that is drawn line by line; undefined until it is there. */
export function useHighlighter(): Highlight | undefined {
  const [highlight, setHighlight] = useState<Highlight | undefined>(() => loaded);
  useEffect(() => {
    if (highlight !== undefined) return;
    let wanted = true;
    void load().then((module) => {
      loaded = module.highlight;
      if (wanted) setHighlight(() => module.highlight);
    });
    return () => {
      wanted = false;
    };
  }, [highlight]);
  return highlight;
}

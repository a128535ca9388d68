import { highlightLine, familyOf, type Token } from "./highlight";

export function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  return tokens.map((token, index) =>
    token.kind === undefined ? token.text : <i key={index} className={token.kind}>{token.text}</i>,
  );
}

/** Code as a block. Lines are coloured one by one. */
export function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const family = familyOf(language);
  const lines = code.replace(/\n$/, "").split("\n");
  return (
    <code>
      {lines.map((line, index) => (
        <span key={index}>
          <Tokens tokens={highlightLine(line, family)} />
          {index < lines.length - 1 ? "\n" : ""}
        </span>
      ))}
    </code>
  );
}

/**
 * Markdown of agents and people, drawn from tokens: no raw HTML, no remote images, links only to where it is safe.
 * Blocks are drawn anew only where their source changed, so that a text can stream.
 */
import { marked, type Token, type Tokens } from "marked";
import { memo, type ReactNode } from "react";
import { CodeBlock } from "./highlighted";
import { safeLink } from "./safe-link";

export const Markdown = memo(function Markdown({ text, tail }: { readonly text: string; readonly tail?: ReactNode }) {
  const blocks = marked.lexer(text, { gfm: true }).filter((token) => token.type !== "space");
  return (
    <div className="prose md">
      {blocks.map((token, index) => (
        <Block key={index} raw={token.raw} token={token} tail={index === blocks.length - 1 ? tail : undefined} />
      ))}
      {blocks.length === 0 ? tail : undefined}
    </div>
  );
});

interface BlockProps {
  readonly raw: string;
  readonly token: Token;
  readonly tail: ReactNode;
}

const Block = memo(
  function Block({ token, tail }: BlockProps): ReactNode {
    return block(token, tail);
  },
  (before, after) => before.raw === after.raw && before.tail === after.tail,
);

function block(token: Token, tail?: ReactNode): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <p>{inline(token.tokens)}{tail}</p>;
    case "text":
      return <>{inline(token.tokens) ?? token.raw}{tail}</>;
    case "heading":
      return <Heading depth={(token as Tokens.Heading).depth}>{inline(token.tokens)}{tail}</Heading>;
    case "code":
      return <Fence token={token as Tokens.Code} tail={tail} />;
    case "blockquote":
      return <blockquote>{token.tokens?.map((each, index) => <Block key={index} raw={each.raw} token={each} tail={undefined} />)}{tail}</blockquote>;
    case "list":
      return <List list={token as Tokens.List} tail={tail} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "space":
      return undefined;
    default:
      return <p>{token.raw}{tail}</p>;
  }
}

function Heading({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  return <p role="heading" aria-level={Math.min(6, depth + 2)} className={depth <= 2 ? "h" : "h small"}>{children}</p>;
}

function Fence({ token, tail }: { readonly token: Tokens.Code; readonly tail: ReactNode }) {
  const language = (token.lang ?? "").split(/\s/)[0] ?? "";
  return (
    <div className="fence">
      {language === "" ? undefined : <span className="lang">{language}</span>}
      <pre tabIndex={0} aria-label={language === "" ? "Code" : `Code, ${language}`}>
        <CodeBlock code={token.text} language={language} />
        {tail}
      </pre>
    </div>
  );
}

function List({ list, tail }: { readonly list: Tokens.List; readonly tail: ReactNode }) {
  const items = list.items.map((item, index) => (
    <li key={index} className={item.task ? "task" : undefined}>
      {item.task ? <input type="checkbox" checked={item.checked ?? false} readOnly disabled aria-label={item.checked ? "done" : "open"} /> : undefined}
      {item.tokens.filter((each) => each.type !== "checkbox").map((each, at) => <Block key={at} raw={each.raw} token={each} tail={undefined} />)}
      {index === list.items.length - 1 ? tail : undefined}
    </li>
  ));
  return list.ordered ? <ol start={typeof list.start === "number" ? list.start : 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { readonly table: Tokens.Table }) {
  return (
    <div className="table" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>{table.header.map((cell, index) => <th key={index} style={{ textAlign: cell.align ?? undefined }}>{inline(cell.tokens)}</th>)}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>{row.map((cell, index) => <td key={index} style={{ textAlign: cell.align ?? undefined }}>{inline(cell.tokens)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[] | undefined): ReactNode[] | undefined {
  return tokens?.map((token, index) => <Inline key={index} token={token} />);
}

function Inline({ token }: { readonly token: Token }): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "del":
      return <del>{inline(token.tokens)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "link":
      return <Link address={(token as Tokens.Link).href}>{inline(token.tokens)}</Link>;
    case "image":
      return <Link address={(token as Tokens.Image).href}>{`image: ${(token as Tokens.Image).text || "untitled"}`}</Link>;
    case "escape":
      return (token as Tokens.Escape).text;
    case "text":
      return token.tokens === undefined ? unescaped((token as Tokens.Text).text) : inline(token.tokens);
    case "checkbox":
      return undefined;
    default:
      return token.raw;
  }
}

function Link({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const safe = safeLink(address);
  if (safe === undefined) return <span title={address}>{children}</span>;
  return <a href={safe} target="_blank" rel="noopener noreferrer nofollow" title={safe}>{children}</a>;
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

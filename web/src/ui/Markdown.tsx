/** Markdown as React elements: nothing an agent writes becomes markup. Blocks that did not change are not drawn again. */
import { Copy } from "lucide-react";
import { marked, type Token, type Tokens } from "marked";
import { Fragment, memo, type ReactNode } from "react";
import { IconButton } from "./Button";
import { Code } from "./Code";

const SAFE_LINK = /^(https?:|mailto:|#|\/(?!\/))/i;

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = marked.lexer(text, { gfm: true }).filter((token) => token.type !== "space" && token.type !== "def");
  return (
    <div className="md">
      {blocks.map((token, index) => (
        <Block key={index} token={token} raw={token.raw} />
      ))}
    </div>
  );
});

const Block = memo(
  function Block({ token }: { token: Token; raw: string }) {
    return block(token);
  },
  (before, after) => before.raw === after.raw && before.token.type === after.token.type,
);

function block(token: Token): ReactNode {
  switch (token.type) {
    case "heading": {
      const Heading = `h${Math.min(6, (token as Tokens.Heading).depth + 1)}` as "h2";
      return <Heading>{inline(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "code":
      return <CodeBlock code={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? null} />;
    case "list":
      return list(token as Tokens.List);
    case "blockquote":
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case "table":
      return table(token as Tokens.Table);
    case "hr":
      return <hr />;
    case "html": {
      const seen = withoutComments(token.raw);
      return seen && <p>{seen}</p>;
    }
    case "text":
      return "tokens" in token && token.tokens ? inline(token.tokens) : plain(token.raw);
    default:
      return token.raw;
  }
}

const blocks = (tokens: Token[] | undefined): ReactNode =>
  tokens?.filter((token) => token.type !== "space").map((token, index) => <Fragment key={index}>{block(token)}</Fragment>);

function list(token: Tokens.List): ReactNode {
  const items = token.items.map((item, index) => (
    <li key={index} className={item.task ? "task" : undefined}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled aria-label="Task" />} {blocks(item.tokens)}
    </li>
  ));
  return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>;
}

function table(token: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {token.header.map((cell, index) => (
            <th key={index}>{inline(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{inline(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CodeBlock({ code, language }: { code: string; language: string | null }) {
  return (
    <div className="code-frame">
      <pre tabIndex={0}>
        <code>
          <Code code={code} language={language?.split(/\s/)[0] || null} />
        </code>
      </pre>
      <IconButton label="Copy code" size="sm" onClick={() => void navigator.clipboard.writeText(code)}>
        <Copy className="i" size={13} />
      </IconButton>
    </div>
  );
}

const inline = (tokens: Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{span(token)}</Fragment>);

function span(token: Token): ReactNode {
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
      return link(token as Tokens.Link);
    case "image":
      return `${(token as Tokens.Image).text} (${(token as Tokens.Image).href})`;
    case "escape":
      return (token as Tokens.Escape).text;
    case "html":
      return withoutComments(token.raw);
    case "text":
      return "tokens" in token && token.tokens ? inline(token.tokens) : plain(token.raw);
    default:
      return token.raw;
  }
}

function link(token: Tokens.Link): ReactNode {
  if (!SAFE_LINK.test(token.href)) return inline(token.tokens);
  const leaves = /^https?:/i.test(token.href);
  return (
    <a href={token.href} {...(leaves ? { target: "_blank", rel: "noreferrer noopener" } : {})}>
      {inline(token.tokens)}
    </a>
  );
}

/** Comments are for programs; other markup is shown as it was written. */
const withoutComments = (raw: string): string => raw.replace(/<!--[\s\S]*?-->/g, "").trim();

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": "\u00a0" };
const plain = (raw: string): string => raw.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);

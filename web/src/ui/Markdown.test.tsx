import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "./Markdown";
import { TooltipProvider } from "./Tooltip";

const show = (text: string) =>
  render(
    <TooltipProvider>
      <Markdown text={text} />
    </TooltipProvider>,
  );

test("headings, lists and code are elements", () => {
  show("# Plan\n\n- one\n- two with `code`\n\n```ts\nconst a = 1;\n```");
  expect(screen.getByRole("heading", { name: "Plan" })).toBeInTheDocument();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByText("code").tagName).toBe("CODE");
  expect(screen.getByText(/const a/)).toBeInTheDocument();
});

test.each([
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "text <svg onload=alert(1)> more",
  "[x](javascript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "![x](javascript:alert(1))",
])("what an agent writes never becomes markup: %s", (text) => {
  const { container } = show(text);
  expect(container.querySelector("script, img, svg[onload], a")).toBeNull();
});

test("links to other sites open apart and tell nothing", () => {
  show("[docs](https://example.org/a)");
  expect(screen.getByRole("link", { name: "docs" })).toHaveAttribute("rel", "noreferrer noopener");
});

test("entities read as characters, once", () => {
  const { container } = show("a &lt;b&gt; &amp;amp; c");
  expect(container).toHaveTextContent("a <b> &amp; c");
});

test("comments are not for people", () => {
  const { container } = render(<Markdown text={"<!-- begin 1 -->\n\nWords <!-- and --> more\n\n<!-- end -->"} />);
  expect(container.textContent).toBe("Words  more");
});

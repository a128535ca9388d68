import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useShortcut, useShortcutKeys } from "./shortcuts";

function Page({ run, keys }: { run: () => void; keys: string }) {
  useShortcutKeys();
  useShortcut(keys, "Do it", "Page", run);
  return <input aria-label="Text" />;
}

test("a single key works on the page, not in a text field", async () => {
  const run = vi.fn();
  render(<Page run={run} keys="n" />);
  await userEvent.keyboard("n");
  expect(run).toHaveBeenCalledTimes(1);
  await userEvent.type(screen.getByLabelText("Text"), "n");
  expect(run).toHaveBeenCalledTimes(1);
});

test("two keys after one another", async () => {
  const run = vi.fn();
  render(<Page run={run} keys="g o" />);
  await userEvent.keyboard("o");
  expect(run).not.toHaveBeenCalled();
  await userEvent.keyboard("go");
  expect(run).toHaveBeenCalledTimes(1);
});

test("with Ctrl it works while typing", async () => {
  const run = vi.fn();
  render(<Page run={run} keys="mod+k" />);
  await userEvent.click(screen.getByLabelText("Text"));
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(run).toHaveBeenCalledTimes(1);
});

test("not under an open dialog", async () => {
  const run = vi.fn();
  render(
    <>
      <Page run={run} keys="n" />
      <div role="dialog" data-state="open" />
    </>,
  );
  await userEvent.keyboard("n");
  expect(run).not.toHaveBeenCalled();
});

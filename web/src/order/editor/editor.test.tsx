import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { NoEditor } from "./NoEditor";

const nothing = { hint: null, problem: undefined, output: "", onRetry: () => undefined, onFiles: () => undefined };

test("where it is missing it says how to add it, and what serves meanwhile", async () => {
  const onFiles = vi.fn();
  render(<NoEditor {...nothing} isMissing hint="Install code-server." onFiles={onFiles} />);
  expect(screen.getByRole("status")).toHaveTextContent("Install code-server.");
  await userEvent.click(screen.getByRole("button", { name: "Edit in Files" }));
  expect(onFiles).toHaveBeenCalledOnce();
});

test("what it printed last is shown when it has ended", async () => {
  const onRetry = vi.fn();
  render(<NoEditor {...nothing} isMissing={false} output={"one\nno room left\n"} onRetry={onRetry} />);
  expect(screen.getByRole("alert")).toHaveTextContent("no room left");
  await userEvent.click(screen.getByRole("button", { name: "Start again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

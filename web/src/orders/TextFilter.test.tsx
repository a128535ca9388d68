import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TextFilter } from "./TextFilter";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function filter(value: string) {
  const onChange = vi.fn();
  const { rerender } = render(<TextFilter value={value} onChange={onChange} />);
  const box = screen.getByRole<HTMLInputElement>("searchbox");
  return {
    onChange,
    box,
    type: (text: string) => fireEvent.change(box, { target: { value: text } }),
    settle: () => act(() => vi.advanceTimersByTime(500)),
    arrives: (next: string) => rerender(<TextFilter value={next} onChange={onChange} />),
  };
}

test("says nothing before something is typed: a page in the address stays", () => {
  const { onChange, settle } = filter("login");
  settle();
  expect(onChange).not.toHaveBeenCalled();
});

test("what is typed is told once it settles, and typing goes on while it comes back", () => {
  const { onChange, box, type, settle, arrives } = filter("");
  type("lo");
  settle();
  type("logi");
  arrives("lo");
  expect(box.value).toBe("logi");
  settle();
  expect(onChange.mock.calls).toEqual([["lo"], ["logi"]]);
});

test("cleared from outside it is empty, and does not tell so again", () => {
  const { onChange, box, settle, arrives } = filter("login");
  arrives("");
  settle();
  expect(box.value).toBe("");
  expect(onChange).not.toHaveBeenCalled();
});

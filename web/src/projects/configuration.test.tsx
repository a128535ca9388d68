import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { textOf } from "./Differences";
import { fieldWords } from "./field-words";
import { becomesOf, stateWords } from "./project-state";
import { useDraft } from "./use-draft";

describe("a draft", () => {
  const opened = () => renderHook(({ saved }) => useDraft(saved), { initialProps: { saved: { script: "a", files: "" } } });

  it("takes over what others save where nothing was written", () => {
    const { result, rerender } = opened();
    rerender({ saved: { script: "theirs", files: "" } });
    expect(result.current.draft.script).toBe("theirs");
    expect(result.current.isChanged).toBe(false);
  });

  it("keeps what was written and says that others were faster", () => {
    const { result, rerender } = opened();
    act(() => result.current.set({ script: "mine" }));
    rerender({ saved: { script: "theirs", files: "" } });
    expect(result.current.draft.script).toBe("mine");
    expect(result.current.isOvertaken).toBe(true);
    act(() => result.current.keepMine());
    expect(result.current.isOvertaken).toBe(false);
    expect(result.current.isChanged).toBe(true);
    rerender({ saved: { script: "mine", files: "" } });
    expect(result.current.isChanged).toBe(false);
  });

  it("is given up for theirs on request", () => {
    const { result, rerender } = opened();
    act(() => result.current.set({ script: "mine" }));
    rerender({ saved: { script: "theirs", files: "" } });
    act(() => result.current.takeTheirs());
    expect(result.current.draft.script).toBe("theirs");
    expect(result.current.isOvertaken).toBe(false);
  });
});

it("tells fields and values as people read them", () => {
  expect(fieldWords("environment.NODE_ENV")).toBe("variable NODE_ENV");
  expect(fieldWords("setup_script")).toBe("setup script");
  expect(textOf(["a", "b"])).toBe("a\nb");
  expect(textOf(null)).toBe("");
  expect(textOf({ a: 1 })).toBe('{\n  "a": 1\n}');
});

it("says how a project stands and what becomes of its orders", () => {
  const quiet = { orders: 0, queued: 0, running: 0, needs_you: 0, paused: 0, failed: 0, tasks: 0 };
  expect(stateWords(quiet).map((each) => each.text)).toEqual(["Quiet"]);
  const busy = { ...quiet, orders: 4, running: 1, needs_you: 2, failed: 1, tasks: 1 };
  expect(stateWords(busy).map((each) => each.text)).toEqual(["2 need you", "1 running", "1 failed"]);
  expect(becomesOf(quiet)).toContain("no work orders");
  expect(becomesOf(busy)).toContain("Its 4 work orders are kept, with branches and pull requests. 3 under way go on");
});

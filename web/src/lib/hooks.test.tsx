import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useNow } from "./hooks";

it("does not chase a clock that ticks while it renders", () => {
  let time = 1_000;
  vi.spyOn(Date, "now").mockImplementation(() => (time += 5));
  let renders = 0;
  function Watch() {
    useNow(30_000);
    renders += 1;
    return null;
  }
  render(<Watch />).rerender(<Watch />);
  vi.restoreAllMocks();
  expect(renders).toBeLessThanOrEqual(4);
});

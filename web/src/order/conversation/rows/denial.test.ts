// @vitest-environment node
import { expect, test } from "vitest";
import { denialOf, denialPrompt } from "./denial";

const option = (kind: string) => ({ option_id: kind, name: kind, kind });

test("denies this once where that is offered", () => {
  expect(denialOf(["allow_once", "reject_always", "reject_once"].map(option))?.kind).toBe("reject_once");
  expect(denialOf(["allow_once", "reject_always"].map(option))?.kind).toBe("reject_always");
  expect(denialOf([option("allow_once")])).toBeUndefined();
});

test("the reason names what was denied, unless that is long", () => {
  expect(denialPrompt("npm publish", " Not today. ")).toBe("I denied `npm publish`: Not today.");
  expect(denialPrompt("cat <<E\nx\nE", "No.")).toBe("I denied what you asked for: No.");
});

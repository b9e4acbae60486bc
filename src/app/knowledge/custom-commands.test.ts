import { expect, test } from "vitest";
import { fillTemplate } from "./custom-commands.ts";

test("arguments stand where the template names them, else at its end", () => {
  expect(fillTemplate("Review $1 and $2: $ARGUMENTS", 'a.ts "b c.ts"')).toBe('Review a.ts and b c.ts: a.ts "b c.ts"');
  expect(fillTemplate("Review it.", "quickly")).toBe("Review it.\n\nquickly");
  expect(fillTemplate("Review it.", "")).toBe("Review it.");
});

test("an argument that looks like a placeholder stays as it is", () => {
  expect(fillTemplate("Say $ARGUMENTS", "$1 & $&")).toBe("Say $1 & $&");
});

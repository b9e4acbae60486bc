import { createPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf } from "./diff-parts.ts";

test("both sides of a diff are the lines of both files, in order, whatever they look like", () => {
  const line = fc.constantFrom("a", "b", "", "--- x", "+++ y", "@@ -1,2 +1,2 @@", "-", "+", "\\ x");
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((each) => `${each}\n`).join(""));
  fc.assert(
    fc.property(text, text, (old, fresh) => {
      const patch = createPatch("f", old, fresh, "", "", { context: 99 });
      const rows = partsOf(patch).flatMap((part) => (part.kind === "rows" ? part.rows : []));
      const side = (name: "left" | "right") =>
        rows.flatMap((row) => (row[name] ? [`${row[name].text}\n`] : [])).join("");
      const isSame = old === fresh;
      expect([side("left"), side("right")]).toEqual(isSame ? ["", ""] : [old, fresh]);
    }),
  );
});

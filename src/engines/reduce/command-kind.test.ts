import { expect, test } from "vitest";
import { commandKind } from "./command-kind.ts";

test.each([
  ["grep -rn 'a|b' src", "search"],
  ["cd lib && rg state | sort | head -500", "search"],
  ["git grep -n state; find . -name '*.ts'", "search"],
  ["cat src/index.ts", "source"],
  ["sed -n '1,400p' src/index.ts | nl", "source"],
  ["sed -n 1,400p a.ts; cat b.ts", "source"],
  ["git show HEAD:src/a.ts", "source"],
  ["cat rows.csv | head -2000", "data"],
  ["npm test", "command"],
  ["npm test 2>&1 | tail -800", "command"],
  ["cat a.ts; npm test", "command"],
  ["cat build.log", "command"],
  ["for f in a b; do cat $f; done", "command"],
  ["cat $(ls)", "command"],
  ["", "command"],
] as const)("%s prints %s", (command, kind) => {
  expect(commandKind(command)).toBe(kind);
});

import { expect, test } from "vitest";
import type { Access } from "./accesses.ts";
import { canRun } from "./can-run.ts";
import { decide, PERMISSION_MODES, type PermissionPolicy } from "./decide.ts";
import type { RuleSet } from "./rule.ts";

const STRICT = ["allow", "ask", "deny"];
const RULES: readonly RuleSet[] = [
  { allow: [], ask: [], deny: [] },
  { allow: ["*"], ask: [], deny: [] },
  { allow: [], ask: [], deny: ["edit"] },
  { allow: ["edit(src/**)"], ask: ["edit(src/a)"], deny: [] },
];
const ACCESSES: readonly Access[] = [
  { kind: "read", path: "src/a" },
  { kind: "write", path: "src/a" },
  { kind: "write", path: "b", deletes: true },
  { kind: "run", command: "make" },
  { kind: "network", url: "https://example.com" },
  { kind: "foreign" },
  { kind: "agent", name: "x" },
  { kind: "load", name: "x" },
  { kind: "ask" },
];
const policies: readonly PermissionPolicy[] = PERMISSION_MODES.flatMap((mode) =>
  RULES.map((rules) => ({
    mode,
    rules,
    judgeCommand: async () => ({ verdict: "ask" as const, reason: "runs", readsOnly: false }),
    judgePath: () => ({ verdict: "allow" as const, reason: "inside", isFloor: false }),
  })),
);

test("whatever the two policies are, nothing is decided more freely than by the outer one, or by the inner one", async () => {
  let seen = 0;
  for (const outer of policies)
    for (const inner of policies)
      for (const access of ACCESSES) {
        const intent = { accesses: [access], display: { kind: "text", text: "" } as const };
        const verdictOf = async (policy: PermissionPolicy) =>
          STRICT.indexOf((await decide("edit", intent, policy)).verdict);
        const both = await verdictOf({ ...inner, within: outer });
        expect(both).toBe(Math.max(await verdictOf(outer), await verdictOf(inner)));
        seen++;
      }
  expect(seen).toBe(policies.length ** 2 * ACCESSES.length);
});

test("a tool that one of the two never runs is not offered", () => {
  for (const outer of policies)
    for (const inner of policies)
      for (const acts of ["changes", "runs"] as const) {
        const tool = { name: "edit", acts };
        expect(canRun(tool, { ...inner, within: outer })).toBe(canRun(tool, inner) && canRun(tool, outer));
      }
});

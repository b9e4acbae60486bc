import { expect, test } from "vitest";
import type { Access } from "./accesses.ts";
import { decide, PERMISSION_MODES, type PermissionMode, type PermissionPolicy } from "./decide.ts";
import type { RuleSet } from "./rule.ts";

const COMMAND = "npm ci";
const ACCESSES: readonly Access[] = [
  { kind: "escape", exception: "network", command: COMMAND },
  { kind: "run", command: COMMAND },
];

function verdict(mode: PermissionMode, more: { allow?: readonly string[]; isOpen?: boolean } = {}) {
  const rules: RuleSet = { allow: more.allow ?? [], ask: [], deny: [] };
  const policy: PermissionPolicy = {
    mode,
    rules,
    judgeCommand: async () => ({ verdict: "allow", reason: "rule shell", readsOnly: false }),
    judgePath: () => ({ verdict: "allow", reason: "", isFloor: false }),
    opens: async () => more.isOpen !== true,
  };
  return decide("shell", { accesses: ACCESSES, display: { kind: "text", text: "" } }, policy);
}

test("the way out of the sandbox is never given by a mode", async () => {
  const verdicts = await Promise.all(PERMISSION_MODES.map(async (mode) => [mode, (await verdict(mode)).verdict]));
  expect(Object.fromEntries(verdicts)).toEqual({
    default: "ask",
    plan: "deny",
    acceptEdits: "ask",
    dontAsk: "deny",
    bypassPermissions: "ask",
  });
});

test("a rule gives it for this very command only", async () => {
  expect((await verdict("default", { allow: ["network(npm ci)"] })).verdict).toBe("allow");
  expect((await verdict("default", { allow: ["network(npm c)"] })).verdict).toBe("ask");
  expect((await verdict("default", { allow: ["outside(npm ci)"] })).verdict).toBe("ask");
  expect((await verdict("default", { allow: ["shell"] })).verdict).toBe("ask");
});

test("nothing is asked where nothing is closed", async () => {
  expect((await verdict("default", { isOpen: true })).verdict).toBe("allow");
});

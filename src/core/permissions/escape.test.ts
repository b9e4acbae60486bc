import { expect, test } from "vitest";
import type { Access } from "./accesses.ts";
import { decide, leaveVerdict, PERMISSION_MODES, type PermissionMode, type PermissionPolicy } from "./decide.ts";
import type { RuleSet } from "./rule.ts";

const COMMAND = "npm ci";
const ACCESSES: readonly Access[] = [
  { kind: "escape", exception: "network", command: COMMAND },
  { kind: "run", command: COMMAND },
];

interface More {
  readonly allow?: readonly string[];
  readonly isOpen?: boolean;
  readonly isAlone?: boolean;
}

function policyOf(mode: PermissionMode, { allow = [], isOpen = false, isAlone = false }: More): PermissionPolicy {
  const rules: RuleSet = { allow, ask: [], deny: [] };
  return {
    mode,
    rules,
    isAlone,
    judgeCommand: async () => ({ verdict: "allow", reason: "rule shell", readsOnly: false }),
    judgePath: () => ({ verdict: "allow", reason: "", isFloor: false }),
    opens: async () => !isOpen,
  };
}

const display = { kind: "text", text: "" } as const;
const verdict = (mode: PermissionMode, more: More = {}) =>
  decide("shell", { accesses: ACCESSES, display }, policyOf(mode, more));

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

test("a call that would be let out is told so only where a rule or somebody opens the way", async () => {
  const accesses = [{ kind: "run", command: COMMAND }] as const;
  const leave = (mode: PermissionMode, more: More, isAnswered = false) =>
    leaveVerdict("shell", { accesses, display }, "outside", { policy: policyOf(mode, more), isAnswered });
  expect(await leave("default", {})).toBe("ask");
  expect(await leave("dontAsk", {})).toBe("deny");
  expect(await leave("bypassPermissions", { isAlone: true })).toBe("deny");
  expect(await leave("default", { isAlone: true }, true)).toBe("ask");
  expect(await leave("default", { isAlone: true, allow: ["outside(npm ci)"] })).toBe("allow");
});

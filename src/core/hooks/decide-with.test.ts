import { expect, test } from "vitest";
import { permissionPolicy } from "../../app/permissions/permission-policy.ts";
import { type Decision, decide, PERMISSION_MODES } from "../permissions/decide.ts";
import type { Verdict } from "../permissions/decision.ts";
import type { Tool } from "../tool.ts";
import { decideWith } from "./decide-with.ts";

const TOOL = {} as Tool;
const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;
const CALLS = [
  { name: "write_file", accesses: [{ kind: "write", path: "a.txt" }] },
  { name: "write_file", accesses: [{ kind: "write", path: ".git/hooks/pre-commit" }] },
  { name: "write_file", accesses: [{ kind: "write", path: "../outside.txt" }] },
  { name: "read_file", accesses: [{ kind: "read", path: "a.txt" }] },
  { name: "shell", accesses: [{ kind: "run", command: "ls" }] },
  { name: "shell", accesses: [{ kind: "run", command: "touch a" }] },
  { name: "shell", accesses: [{ kind: "run", command: "rm -rf /" }] },
  { name: "shell", accesses: [{ kind: "run", command: 'eval "$X"' }] },
  { name: "mcp__s__t", accesses: [{ kind: "foreign" }] },
] as const;
const RULES = ["none", "allow", "ask", "deny"] as const;

test("whatever a hook says, what policy denies stays denied, and a hook's no stays a no", async () => {
  let seen = 0;
  for (const mode of PERMISSION_MODES)
    for (const rule of RULES)
      for (const { name, accesses } of CALLS) {
        const rules = { allow: [], ask: [], deny: [], ...(rule === "none" ? {} : { [rule]: [name] }) };
        const policy = permissionPolicy({ mode, rules, cwd: "/tmp/nowhere", home: "/root" });
        const intent = { accesses, display: { kind: "text", text: name } } as const;
        const item = { kind: "ready", call: { id: "1", name, input: {} }, tool: TOOL, input: {}, intent } as const;
        const own = await decide(name, intent, policy);
        const widest = await decide(name, intent, { ...policy, mode: "bypassPermissions" });
        for (const verdict of ["allow", "ask", "deny"] as const satisfies readonly Verdict[]) {
          const { verdict: got } = await decideWith(item, { verdict, reason: "so" }, policy);
          expect([mode, rule, name, verdict, got]).toEqual([mode, rule, name, verdict, expected(own, verdict, widest)]);
          seen++;
        }
      }
  expect(seen).toBe(5 * 4 * CALLS.length * 3);
});

/** The stricter of both words; only a question that no rule demands may be answered, as far as no mode keeps it. */
function expected(own: Decision, word: Verdict, widest: Decision): Verdict {
  const mayAnswer = own.verdict === "ask" && own.rule === undefined && widest.verdict === "allow";
  if (word === "allow") return mayAnswer ? "allow" : own.verdict;
  return STRICTNESS[word] > STRICTNESS[own.verdict] ? word : own.verdict;
}

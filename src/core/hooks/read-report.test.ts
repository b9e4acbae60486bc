import { describe, expect, test } from "vitest";
import { HOOK_EVENTS, REFUSAL_MEANS } from "./hook-events.ts";
import { joinReports, readReport } from "./read-report.ts";

const exited = (exitCode: number, output = "", errors = "") => ({ kind: "exited", exitCode, output, errors }) as const;

describe("how a hook ended", () => {
  test.each(HOOK_EVENTS)("exit 2 is a refusal where something can be refused: %s", (event) => {
    const report = readReport(event, exited(2, "", "no\n"));
    expect(report).toEqual(REFUSAL_MEANS[event] === "person" ? { told: ["no"] } : { block: "no", told: [] });
  });

  test.each([
    [
      "another code is told and refuses nothing",
      exited(1, "", "bad\nworse"),
      { told: ["ended with code 1: bad"], failed: true },
    ],
    ["nothing said is nothing", exited(0), { told: [] }],
    ["nothing but blanks is nothing", exited(0, " \n\t\n"), { told: [] }],
    ["words before a call are for nobody", exited(0, "hello"), { told: [] }],
    [
      "half of a JSON counts for nothing",
      exited(0, '{"decision":"block"'),
      {
        told: ["printed something that begins like JSON and is none; nothing of it counts"],
        failed: true,
      },
    ],
    ["the old word of refusal", exited(0, '{"decision":"block","reason":"r"}'), { block: "r", told: [] }],
    [
      "the old word of leave",
      exited(0, '{"decision":"approve","reason":"r"}'),
      {
        permission: { verdict: "allow", reason: "r" },
        told: [],
      },
    ],
    [
      "fields of other types are left alone",
      exited(0, '{"continue":"no","hookSpecificOutput":7,"systemMessage":null}'),
      {
        told: [],
      },
    ],
    [
      "all there is",
      exited(
        0,
        JSON.stringify({
          continue: false,
          stopReason: "enough",
          systemMessage: "hear",
          hookSpecificOutput: {
            permissionDecision: "ask",
            permissionDecisionReason: "why",
            updatedInput: { a: 1 },
            additionalContext: "know",
            updatedToolOutput: "other",
          },
        }),
      ),
      {
        permission: { verdict: "ask", reason: "why" },
        input: { a: 1 },
        output: "other",
        context: "know",
        halt: "enough",
        told: ["hear"],
      },
    ],
  ])("%s", (_, end, report) => {
    expect(readReport("PreToolUse", end)).toEqual(report);
  });

  test("plain words at a prompt and a start are for the model", () => {
    expect(readReport("UserPromptSubmit", exited(0, "words"))).toEqual({ context: "words", told: [] });
    expect(readReport("SessionStart", exited(0, "words"))).toEqual({ context: "words", told: [] });
  });
});

test("of several hooks the strictest word counts, the last arguments, and every reason", () => {
  const of = (value: unknown) => readReport("PreToolUse", { kind: "answered", value });
  const decision = (permissionDecision: string, updatedInput?: unknown) =>
    of({ hookSpecificOutput: { permissionDecision, permissionDecisionReason: permissionDecision, updatedInput } });
  expect(
    joinReports([
      decision("allow", { a: 1 }),
      decision("deny"),
      decision("ask", { a: 2 }),
      of({ decision: "block", reason: "x" }),
    ]),
  ).toEqual({ block: "x", permission: { verdict: "deny", reason: "deny" }, input: { a: 2 }, context: [] });
});

test("what one hook allows is not what another one made of it; a no and a question stand", () => {
  const of = (by: string, permissionDecision?: string, updatedInput?: unknown) => {
    const value = { hookSpecificOutput: { permissionDecision, permissionDecisionReason: by, updatedInput } };
    return { ...readReport("PreToolUse", { kind: "answered", value }), by };
  };
  const [plain, given] = [{ context: [] }, { input: { a: 1 }, inputBy: "b" }];
  const word = (verdict: string, reason: string) => ({ permission: { verdict, reason } });
  const changed = of("b", undefined, { a: 1 });
  expect(joinReports([of("a", "allow"), changed])).toEqual({ ...plain, ...given });
  expect(joinReports([of("a", "ask"), changed])).toEqual({ ...plain, ...given, ...word("ask", "a") });
  expect(joinReports([of("a", "allow"), of("b", "allow", { a: 1 })])).toEqual({
    ...plain,
    ...given,
    ...word("allow", "b"),
  });
  expect(joinReports([of("a", "allow"), changed], ["b"])).toEqual({ ...plain, ...word("allow", "a") });
});

test("a permissionDecision that is no known word is told as a fault", () => {
  const value = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "block" } };
  const { told, failed, permission } = readReport("PreToolUse", { kind: "answered", value });
  expect([told, failed, permission]).toEqual([
    ['permissionDecision is "block", which decides nothing; use allow, ask or deny'],
    true,
    undefined,
  ]);
});

test("what a hook prints keeps the blanks that its first line begins with", () => {
  const report = readReport("UserPromptSubmit", exited(0, "\n  one:\n    two\n\n"));
  expect(report).toEqual({ context: "  one:\n    two", told: [] });
});

import { describe, expect, test } from "vitest";
import { detectSpeculation, isNarratedCall } from "./speculation.ts";

describe("a text that guesses about a file names it", () => {
  test.each([
    ["Let me look at src/x.ts first.", ["src/x.ts"]],
    ["I would need to see `config/app.yaml` before changing it.", ["config/app.yaml"]],
    ["Assuming the file src/PAYROLL.cbl contains the date routine, the fix is small.", ["src/PAYROLL.cbl"]],
    ["Could you share package.json and tsconfig.json?", ["package.json", "tsconfig.json"]],
    ["Vou ler o arquivo src/main/PAYROLL.cbl agora.", ["src/main/PAYROLL.cbl"]],
    ["Without seeing utils.py I can't be sure. I haven’t read lib/b.go either.", ["utils.py", "lib/b.go"]],
    ["This probably lives in the Makefile; Node.js is irrelevant.", ["Makefile"]],
  ])("%s", (text, paths) => expect(detectSpeculation(text)).toEqual({ paths }));
});

describe("a text that speaks of what it knows names nothing", () => {
  test.each([
    "I read src/a.ts and it is fine.",
    "The fix in src/a.ts is to rename x.",
    "I have updated src/a.ts. The tests probably pass now.",
    "Run `npm test` to check.",
    "```ts\n// probably in src/a.ts\n```",
    "",
  ])("%s", (text) => expect(detectSpeculation(text)).toEqual({ paths: [] }));
});

describe("a turn that only tells of a call is narrated", () => {
  test.each([
    "I'll call the read_file tool now.",
    "[Calling tools: read_file]",
    "Sure! Let me read src/a.ts.",
    "Let me search for the date function.",
    "I will now update the loop in total.mjs.",
    "Okay, I'm going to fix that. Then I'll run the tests.",
  ])("%s", (text) => expect(isNarratedCall(text, ["read_file"])).toBe(true));
});

describe("an answer is not, whatever phrase it contains", () => {
  test.each([
    "",
    "The answer is 42.",
    "Calling the API twice costs double, so the cache matters.",
    "I will use a hash map here because lookups are constant time.",
    "Let me know if you want more.",
    "I read the file. The bug is in line 3.",
    "Shall I run the tests?",
    "Let me read it.\n```ts\nx\n```",
  ])("%s", (text) => expect(isNarratedCall(text, ["read_file"])).toBe(false));
});

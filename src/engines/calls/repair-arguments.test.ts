import { expect, test } from "vitest";
import { repairArguments } from "./repair-arguments.ts";

test("malformed native arguments are mended, and it is said how", () => {
  expect(repairArguments("{'path': 'src/a', limit: '2',}")).toEqual({
    ok: true,
    value: { path: "src/a", limit: "2" },
    repairs: ["changed the quotes of a string", "quoted a key"],
    isGuess: false,
  });
  expect(repairArguments(JSON.stringify('{"path": "src/a"}'))).toMatchObject({ ok: true, value: { path: "src/a" } });
  expect(repairArguments("")).toMatchObject({ ok: true, value: {} });
});

test.each([
  ['{"content": "one\ntwo\t\\n"}', false],
  ['{"content": "one",}', false],
  [JSON.stringify('{"content": "one\ntwo"}'), false],
  ['{"content": "say "hi" to"}', true],
  ['{"content": "one"', true],
  [JSON.stringify('{"content": "one"'), true],
  ['{"content": one}', true],
])("what was put right in %j is a guess or not: %s", (raw, isGuess) => {
  expect(repairArguments(raw)).toMatchObject({ ok: true, isGuess });
});

test("arguments that end in the middle are refused: what is missing cannot be known", () => {
  expect(repairArguments('{"path": "src/a", "content": "half a fi')).toEqual({
    ok: false,
    isCut: true,
    problem: "The arguments end in the middle. Send the call again, complete, or split the work into smaller calls.",
  });
});

import { expect, test } from "vitest";
import { repairArguments } from "./repair-arguments.ts";

test("malformed native arguments are mended, and it is said how", () => {
  expect(repairArguments("{'path': 'src/a', limit: '2',}")).toEqual({
    ok: true,
    value: { path: "src/a", limit: "2" },
    repairs: ["changed the quotes of a string", "quoted a key"],
  });
  expect(repairArguments(JSON.stringify('{"path": "src/a"}'))).toMatchObject({ ok: true, value: { path: "src/a" } });
  expect(repairArguments("")).toMatchObject({ ok: true, value: {} });
});

test("arguments that end in the middle are refused: what is missing cannot be known", () => {
  expect(repairArguments('{"path": "src/a", "content": "half a fi')).toEqual({
    ok: false,
    isCut: true,
    problem: "The arguments end in the middle. Send the call again, complete, or split the work into smaller calls.",
  });
});

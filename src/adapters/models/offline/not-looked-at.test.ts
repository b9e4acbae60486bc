import { expect, test } from "vitest";
import { answered } from "./answers/answer.ts";
import { type Looking, look } from "./looking.ts";
import { withNotLookedAt } from "./not-looked-at.ts";

const SUMMARY =
  "# Summary of .\n\nFiles: 3\n\n## Not read in full (2)\n- partial: no END — cbl/A.cbl:9\n- none: odd — cbl/B.cbl:1";

/** What is said below an answer that rests on these results, in their order. */
function told(calls: readonly (readonly [tool: string, text: string])[], tools = ["citadel_get_file_summary"]): string {
  function* work(): Looking<ReturnType<typeof answered>> {
    for (const [tool] of calls) yield* look(tool, {});
    return answered("It is so.");
  }
  const texts = [...calls.map(([, text]) => text), SUMMARY];
  const answers = withNotLookedAt(work(), new Set(tools));
  let state = answers.next();
  while (!state.done) state = answers.next([{ text: texts.shift() ?? "", failed: false }]);
  return state.value.text;
}

test("what look-ups did not come to is said once below the answer", () => {
  const late = "(2 files were not looked at: there are too many, or they are too large)";
  const large = "(of 1 files only the first 512 KB were looked at)";
  const wide = "(of lines in 3 files only the first 8000 characters were looked at)";
  const hidden = "(files that may hold secrets, or that a rule forbids, were not searched)";
  const slow = "(shown 2 of 2 matches; the search was cut, as time ran out, so there may be more; narrow the pattern)";
  expect(
    told([
      ["find_passages", `a\n${late}\n${large}\n${wide}`],
      ["find_passages", late],
      ["search_code", `${hidden}\n${slow}`],
    ]),
  ).toMatchInlineSnapshot(`
    "A search was cut, as there was too much to look through in its time: there may be more, and what is said to be nowhere may be somewhere.

    It is so.
    Not looked at, as there are too many or they are too large: 2 files.
    Looked at only to their first 512 KB: 1 files.
    Lines looked at only to their first 8000 characters: in 3 files.
    Files that may hold secrets, or that a rule forbids, were not searched."
  `);
});

test("that a look-up failed is said before what it may make untrue, and a refusal is none", () => {
  const fault =
    "Execution error: EMFILE: too many open files. This is a fault of the tool, not of your arguments; try another way.";
  const ended = (text: string): string => {
    function* work(): Looking<ReturnType<typeof answered>> {
      yield* look("search_code", {});
      return answered("NIGHT reads nothing.");
    }
    const answers = withNotLookedAt(work(), new Set());
    let state = answers.next();
    while (!state.done) state = answers.next([{ text, failed: true }]);
    return state.value.text;
  };
  expect(ended(fault)).toBe(
    "A look-up failed (EMFILE: too many open files): what is said to be nowhere may be somewhere.\n\nNIGHT reads nothing.",
  );
  expect(ended("NIGHT is no file. find_files finds it by its name.")).toBe("NIGHT reads nothing.");
});

test("files that the parsers read in part are said where an answer rests on them", () => {
  expect(told([["citadel_crud", ""]])).toBe(
    "It is so.\n2 files were not read in full by the parsers: cbl/A.cbl:9, cbl/B.cbl:1.",
  );
  expect(told([["search_code", ""]])).toBe("It is so.");
  expect(told([["citadel_outcomes", ""]])).toBe("It is so.");
  expect(told([["citadel_crud", ""]], [])).toBe("It is so.");
});

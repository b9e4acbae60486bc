import { expect, test } from "vitest";
import { atOnce } from "../../../../base/steps.ts";
import { type Answer, answered } from "../answers/answer.ts";
import { pursue } from "../looking.ts";
import { gated } from "./gate.ts";

const HOLDS = "90 % of the question, score 9.0; holds";

/** What is told of an answer to a part where this is found near, as `words held` and the line that holds them. */
function told(answer: Answer, part: string, [held, line]: readonly [string, string]): string {
  const near = `## source/crane.ts:3-3  lift\n(${HOLDS} ${held})\n3\t${line}\n`;
  const folder = { paths: ["source/crane.ts"], isWhole: false, tools: new Set(["find_passages"]) };
  const played = atOnce(
    pursue(
      () => gated(answer, part, folder),
      ({ name }) => ({ text: name === "find_passages" ? near : "1:x", failed: false }),
    ),
  );
  if (played.kind !== "done") throw new Error("wants more");
  return played.value.text;
}

const GATE = "does nothing open the gate?";
const LIFTS = answered("2 cranes that lift:\n- GANTRY — cranes.md:3\n- JIB — cranes.md:4");

test("a statement that accounts for each weighty word leads, by another form of it or within a name, too", () => {
  for (const part of ["which cranes lift?", "which cranes are lifting?", "do gantries lift?"])
    expect(told(LIFTS, part, ["gate", GATE])).toBe(LIFTS.text);
});

test("a weighty word that neither it nor what is near holds is told above it", () => {
  expect(told(LIFTS, "which cranes lift containers?", ["cranes, lift", "cranes lift"])).toBe(
    `Without regard to "containers", of which nothing below speaks:\n${LIFTS.text}`,
  );
});

test("behind lines that hold all of the words it is only nearby, and claims nothing", () => {
  const claim = answered(`Yes, as the lines below show.\n${LIFTS.text}`);
  const held = "cranes lift steel containers";
  expect(told(claim, "which cranes lift steel containers?", ["cranes, lift, steel, containers", held])).toBe(
    `Nearest in this folder:\nsource/crane.ts:3-3, "lift":\n  ${held}\nNearby:\n${LIFTS.text}`,
  );
});

test("without regard to a word nothing is settled", () => {
  const claim = answered(`Yes, as the lines below show.\n${LIFTS.text}`);
  expect(told(claim, "do cranes lift containers?", ["cranes", "cranes"])).not.toContain("Yes");
});

test.each([
  ["of another case", "which checks are made when adding a user?", "Checks (1):\n- JIB — cranes.md:4", "adding, user"],
  [
    "of one of several",
    "which program checks a hook?",
    "I took the program that is meant as HOOK or JIB.\n- HOOK checks",
    "x",
  ],
  ["of a likely subject", "how high is the load of a vessel?", 'I took "load" as LOAD-MAX: 9', "high, vessel"],
])("what may be %s does not lead where lines near hold the words", (_, part, text, held) => {
  expect(told(answered(text), part, [held, held])).toMatch(/^Nearest in this folder[\s\S]*\nNearby:\n/);
});

test("a form that was read in a part of the question gives way to lines that speak of a thing which it leaves out", () => {
  const form: Answer = { ...answered("Yes.\n- JIB lifts — cranes.md:4"), isOfForm: true };
  const part = "does the harbour office lift?";
  expect(told(form, part, ["harbour, office", "the harbour office rests"])).toMatch(
    /^Nearest in this folder[\s\S]* the harbour office rests\nNearby:\n- JIB lifts/,
  );
  expect(told(form, part, ["office, lift", "the office lifts"])).toBe(form.text);
});

test("what is quoted, and what is not certain, is no statement", () => {
  const quoted: Answer = { ...answered("Nearest in this folder:\nlid.ts:1"), isOfPassages: true };
  expect(told(quoted, "which cranes lift containers?", ["containers", "containers"])).toBe(quoted.text);
});

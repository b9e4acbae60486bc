import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { commitAs, gitAs } from "./git-history.ts";
import { makePlace, type Place } from "./run-waymark.ts";

/** A small library with a history, whose readme answers what no kind of question knows. */
let place: Place;

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "kedge", "version": "2.0.0", "scripts": { "haul": "node source/haul.ts" } }\n',
  "readme.md": [
    "# Kedge",
    "",
    "Hauls boats off the sand with a small anchor.",
    "",
    "## Ropes",
    "",
    "A rope goes through the block.",
    "",
    "## Using a windlass",
    "",
    "Set KEDGE_WINDLASS=1 to haul through a windlass.",
    "",
    "## How is it different from capstan?",
    "",
    "Capstan needs four people; kedge is worked by one.",
    "",
    "## Deprecations",
    "",
    "The `--slack-rope` behaviour is deprecated: give `--no-slack-rope` to silence its warning.",
    "",
  ].join("\n"),
  "RELEASING.md": "# Steps\n\nTag it, and run `npm publish` to release it.\n",
  "source/haul.ts": [
    "/** What is hauled. An empty ropeLengths deletes the rope. */",
    "export function haul(ropeLengths: readonly number[]): number {",
    "  return ropeLengths.length;",
    "}",
    "",
  ].join("\n"),
  "test/haul.ts": [
    "test('hauls one', () => {});",
    "test.failing('hauls nothing', () => {});",
    "test.skip('hauls in a gale', () => {});",
    "",
  ].join("\n"),
  "test/jetty.ts": [
    "import { everyJettyTest } from './helpers.ts';",
    "everyJettyTest('onMooringChange is told once', () => {});",
    "everyJettyTest('hauling leaves the anchor of a neighbour alone', () => {});",
    "",
  ].join("\n"),
};

beforeAll(() => {
  place = makePlace(FILES);
  gitAs("Ann", place, "init", "-q");
  commitAs("Ann", place, "begin");
  gitAs("Ann", place, "tag", "v2.0.0");
  for (const subject of ["mend the rope", "mend the anchor"]) commitAs("Ann", place, subject);
});
afterAll(() => place.remove());

const ANSWERS: readonly (readonly [question: string, says: RegExp, saysNot?: RegExp])[] = [
  ["kedge keeps warning about --slack-rope, how do I get rid of it?", /--no-slack-rope/, /mainframe/],
  ["what happens if ropeLenghts is empty?", /"ropeLenghts" as "ropeLengths"[\s\S]*deletes the rope/, /is named/],
  ["I know capstan. How is this library different?", /Capstan needs four people/],
  ["how many tests are marked as expected to fail?", /\(1\):\n- test\/haul\.ts:2 {2}test\.failing/],
  ["which tests cover the change of moorings?", /\(1\):\n- test\/jetty\.ts:2/],
  [
    "which test makes sure that hauling leaves a neighbour's anchor alone?",
    /jetty\.ts:[\s\S]*neighbour alone/,
    /run alone/,
  ],
  ["which tests are run alone?", /No line of a test here marks it as run alone/],
  ["which tests are skipped?", /test\/haul\.ts:3/, /haul\.ts:1/],
  ["what's the newest release, and how many commits came after it?", /v2\.0\.0[\s\S]*2 commits since v2\.0\.0/],
  ["where's it documented how to go through a windlass", /readme\.md:9[\s\S]*KEDGE_WINDLASS=1/],
  ["which npm scripts are there?", /`npm run haul` runs node source\/haul\.ts — package\.json:1/],
  ["how do I release it?", /RELEASING\.md:3 {2}Tag it, and run `npm publish`/],
  ["what is the command for publishing?", /npm publish/, /none at all/],
  ["how many lines has @source/haul.ts?", /source\/haul\.ts.*\b4\b/, /is named/],
  ["what is in @source?", /source\/haul\.ts/, /is named/],
  ["how many people downloaded kedge last week?", /^That is not in this folder/m],
  ["how much faster is kedge than capstan?", /^That is not in this folder/m],
  [
    "what's the newest release, and who feeds the harbour cat?",
    /^Not answered for certain: "who feeds the harbour cat"/m,
  ],
];

test.for(ANSWERS)("%s", { timeout: 60_000 }, async ([question, says, saysNot]) => {
  const said = await answerOfGuide(question, place);
  expect(said).toMatch(says);
  if (saysNot) expect(said).not.toMatch(saysNot);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide } from "./asked-guide.ts";
import { makePlace, type Place, putFiles } from "./run-waymark.ts";

/** A small service of which much may be asked that it does not have. */
let place: Place;

const FILES: Readonly<Record<string, string>> = {
  "README.md":
    "# Quay\n\nTells which ship lies where.\n\n## Cranes\n\nThe cranes are the tall ones and the short ones.\n",
  "source/gateway.ts": [
    "/** Asks the harbour for a berth. */",
    "export async function askHarbour(berth: string): Promise<string> {",
    '  const response = await fetch("http://127.0.0.1:7070/berths/" + berth);',
    "  return await response.text();",
    "}",
  ].join("\n"),
  "source/crane.ts": [
    "export function lift(load: number): number {",
    "  if (load > 40) return 3;",
    "  return 0;",
    "}",
  ].join("\n"),
};

beforeAll(() => {
  place = makePlace();
  putFiles(place.cwd, FILES);
});
afterAll(() => place.remove());

const answerTo = (question: string) => answerOfGuide(question, place);

test("what no file names is said first, with how much was searched, and little stands below it", async () => {
  const answer = await answerTo("does the gateway have a timeout or retry?");
  expect(answer).toMatch(
    /Not found: no line says "retry" [^\n]*\(files searched: 3, comments and documents included\)/,
  );
  expect(answer).toMatch(
    /Not found: no line says "timeout" [^\n]*\(files searched: 3, comments and documents included\)/,
  );
  expect(answer).not.toContain("for you to read");
  expect(answer.split("\n").filter((line) => line.startsWith("- ")).length).toBeLessThanOrEqual(4);
});

test("a part that names nothing of its own is answered with the one before it", async () => {
  const answer = await answerTo("which cranes are there and what does each one need?");
  expect(answer).toContain("README.md:5-7");
  expect(answer).not.toContain("TODO");
  expect(answer).not.toContain("**");
});

test("what somebody has to change is no question for the history", async () => {
  const answer = await answerTo("I need to add a crane to the quay, what do I change?");
  expect(answer).not.toMatch(/git log|commit/);
});

import { expect, test } from "vitest";
import type { Folder } from "../../folder.ts";
import { answerScan } from "./answer-scan.ts";
import { ENVIRONMENT_LINES } from "./environment.ts";

const folder: Folder = { paths: ["source/quay.ts"], isWhole: true, tools: new Set(["search_code"]) };

function isLookedFor(question: string): boolean {
  const state = answerScan(question, { folder, before: [] }).next();
  return !state.done && state.value[0]?.input["pattern"] === ENVIRONMENT_LINES;
}

test("all variables of the environment are asked for, whoever reads them", () => {
  expect(isLookedFor("What environment variables does the quay read or set?")).toBe(true);
  expect(isLookedFor("Which environment variables are there?")).toBe(true);
});

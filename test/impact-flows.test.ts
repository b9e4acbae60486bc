import { expect, test } from "vitest";
import { Estate } from "../src/engines/citadel/graph/estate.ts";
import { cobol } from "../src/engines/citadel/languages/cobol/frontend.ts";
import { impact } from "../src/engines/citadel/queries/impact/impact.ts";
import { brokenLines } from "./impact-flows/oracle.ts";
import { areaOf, makeScene, pictureOf, type Scene } from "./impact-flows/scene.ts";

const SCENES = Number(process.env["IMPACT_SCENES"] ?? 300);
/** The share of scenes in which the two may still differ; it only falls. */
const DIFFERENT_MAX = 0.035;
const FIRST = Number(process.env["IMPACT_FIRST"] ?? 1);

/** The statements that `impact --to` names; declarations are not among them. */
function toldLines({ sources, areas, field, size, statements }: Scene): Set<string> {
  const files = Object.entries(sources).map(([path, text]) => ({
    facts: cobol.parse({ path, text }, { find: () => undefined }),
    sha256: "",
  }));
  const leaf = areaOf(areas, field).leaves.find(({ name }) => name === field);
  if (!leaf) throw new Error("no field");
  const to = pictureOf({ ...leaf, size });
  const result = impact(new Estate(files), field, undefined, { to });
  if (result.kind === "failure") throw new Error(result.message);
  const code = result.answer.sections.find(({ heading }) => heading.startsWith("Code to change"));
  const lines = new Set((code?.lines ?? []).map(({ file, line }) => `${file}:${line}`));
  return new Set(statements.map(({ program, line }) => `${program}.cbl:${line}`).filter((line) => lines.has(line)));
}

test("impact names the statements after which bytes that are moved no longer hold all of a wider field", () => {
  const wrong: string[] = [];
  let found = 0;
  for (let seed = FIRST; seed < FIRST + SCENES; seed += 1) {
    const scene = makeScene(seed);
    const [expected, told] = [brokenLines(scene), toldLines(scene)];
    found += expected.size;
    const missed = [...expected].filter((line) => !told.has(line));
    const more = [...told].filter((line) => !expected.has(line));
    if (missed.length + more.length > 0)
      wrong.push(`seed ${seed}, ${scene.field} to ${scene.size}: missed ${missed.join(" ")}; more ${more.join(" ")}`);
  }
  // What is left are values that bytes of another kind hold for a while, and circles in which each turn is longer.
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(Math.ceil(SCENES * DIFFERENT_MAX));
  expect(found).toBeGreaterThan(SCENES / 2);
});

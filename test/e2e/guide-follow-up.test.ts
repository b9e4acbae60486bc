import { cpSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { askGuide } from "./asked-guide.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

/** A place with the example estate, in which prompts follow one another in one session. */
function harbor(): { readonly place: Place; readonly ask: (question: string) => ReturnType<typeof runWaymark> } {
  const place = makePlace();
  onTestFinished(() => place.remove());
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
  let isFirst = true;
  const ask = (question: string): ReturnType<typeof runWaymark> => {
    const before = isFirst ? [] : ["-c"];
    isFirst = false;
    return runWaymark([...before, "-p", question, "-m", "offline/guide"], place);
  };
  return { place, ask };
}

test("what the prompt before was about is what `it` means in the next, and in the one behind that", async () => {
  const { ask } = harbor();
  await ask("who calls RATECALC?");
  const does = await ask("what does it do?");
  expect(does.code).toBe(0);
  expect(does.stdout).toContain("RATECALC is a program");
  expect(does.stdout).not.toContain("Who calls or uses RATECALC");
  await ask("thanks");
  const lines = await ask("how many lines does it have?");
  expect(lines.stdout).toContain("RATECALC: 22 lines");
});

test("who reads what another prompt asked the writers of is asked of the same data, and a name of its own comes first", async () => {
  const { place } = harbor();
  const asked = ["who writes the berth file?", "and who reads it?"];
  expect((await askGuide(asked[1] ?? "", place, asked.slice(0, 1))).said).toContain("What reads HARBOR.BERTHS.KSDS");
  const other = (await askGuide("what does RATECALC do when it is called?", place, asked)).said;
  expect(other).not.toContain("HARBOR.BERTHS.KSDS");
  expect(other).toContain("cobol/RATECALC.cbl");
});

test("a subject that nothing told is asked for in one line", async () => {
  const { said, outcome } = await askGuide("what does it do?", harbor().place);
  expect(outcome).not.toBe("done");
  expect(said).toContain('Nothing was asked before that "it" could mean: ask again with a name in its place.');
});

test("where nothing is near, what was looked for and what can be asked here is shown", async () => {
  const { said, outcome } = await askGuide("o que acontece se o navio não existir?", harbor().place);
  expect(outcome).not.toBe("done");
  expect(said).toMatch(/Procurado: navio/);
  expect(said).toMatch(/Por exemplo:\n(?:- .*\n)*- explain AUDITLOG/);
});

test("how many lines a program has is its size, in either order of words", async () => {
  expect((await askGuide("how many lines has RATECALC?", harbor().place)).said).toContain("total lines 22");
});

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOfGuide, askGuide } from "./asked-guide.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

/** What is given with a prompt, said behind an answer, or written by Waymark itself is no question and no evidence. */
let place: Place;
beforeAll(() => {
  place = makePlace();
  cpSync("examples/harbor-ledger", place.cwd, { recursive: true });
});
afterAll(() => place.remove());

const ask = (prompt: string, stdin = "", ...flags: readonly string[]) =>
  runWaymark(["-p", prompt, "-m", "offline/guide", ...flags], { ...place, stdin });

/** A diff as git writes it, of as many files as are wanted, each with one changed function, one new, one gone, one renamed. */
function diffOf(files: number): string {
  const changed = Array.from(
    { length: files },
    (_, index) =>
      `diff --git a/src/f${index}.ts b/src/f${index}.ts\nindex 1..2 100644\n--- a/src/f${index}.ts\n+++ b/src/f${index}.ts\n@@ -4,3 +4,4 @@ function berth${index}() {\n   one();\n-  who(); calls FEEPOST?\n+  who();\n+  two();\n   three();\n`,
  );
  return [
    ...changed,
    "diff --git a/gone.md b/gone.md\ndeleted file mode 100644\n--- a/gone.md\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n--- two\n",
    "diff --git a/old.md b/new.md\nsimilarity index 100%\nrename from old.md\nrename to new.md\n",
  ].join("");
}

test.each([1, 7, 40])(
  "a diff of %s files that is piped in is told by its files, lines and functions, and is no question",
  async (files) => {
    const { stdout, code } = await ask("summarise this", diffOf(files));
    expect(stdout).toContain(`a diff of ${files + 2} files: ${files * 2} lines added, ${files + 2} removed.`);
    expect(stdout).toContain("- src/f0.ts: +2 -1 — in function berth0() {");
    if (files < 10) expect(stdout).toMatch(/- gone\.md: \+0 -2\n- new\.md: \+0 -0\n/);
    else expect(stdout).toContain(`- … ${files + 2 - 20} more`);
    expect(stdout).not.toMatch(/Nearest|Who calls|documentation/);
    expect(stdout.split("\n").length).toBeLessThan(45);
    expect(code).toBe(0);
  },
);

test("a diff without words is told as well, in Portuguese where it is asked so, and not changed", async () => {
  expect((await ask("", diffOf(1))).stdout).toContain("a diff of 3 files");
  expect((await ask("resuma isto", diffOf(1))).stdout).toContain(
    "um diff de 3 ficheiros: 2 linhas acrescentadas, 3 retiradas.",
  );
  expect((await ask("fix this", diffOf(1))).code).not.toBe(0);
});

test("what is asked of the folder beside a diff is answered behind it", async () => {
  expect((await ask("who calls FEEPOST?", diffOf(1))).stdout).toMatch(/a diff of 3 files[\s\S]*NIGHTRUN\.jcl:9/);
});

test("a log that is piped in is told by its errors and the frames of its stacks", async () => {
  const log = [
    ...Array.from({ length: 30 }, (_, index) => `2026-01-02 10:00:${String(index + 10)} INFO posted fee ${index}`),
    "2026-01-02 10:01:00 ERROR fee file not open",
    "Error: fee file not open",
    "    at post (service/accounts.ts:16:3)",
  ].join("\n");
  const { stdout, code } = await ask("what went wrong in this log?", log);
  expect(stdout).toContain("a log of 33 lines: 2 of errors, 0 of warnings, 1 of stacks.");
  expect(stdout).toMatch(
    /- 31: 2026-01-02 10:01:00 ERROR fee file not open[\s\S]*- 33: at post \(service\/accounts\.ts:16:3\)/,
  );
  expect(code).toBe(0);
});

test("any other text is told by its size and first lines, and not answered", async () => {
  const { stdout, code } = await ask("explain this", readFileSync(join(place.cwd, "jcl/NIGHTRUN.jcl"), "utf8"));
  expect(stdout).toMatch(/a text of \d+ lines \(\d+ characters\)\. It begins:\n```\n\/\/NIGHTRUN JOB/);
  expect(stdout.split("\n").length).toBeLessThan(14);
  expect(code).toBe(1);
});

test.each([
  ["go on", /Nothing is waiting/, "failed"],
  ["Continue.", /Nothing is waiting/, "failed"],
  ["yes", /Nothing is waiting/, "failed"],
  ["thanks", /You are welcome/, "done"],
  ["ok", /You are welcome/, "done"],
  ["sim", /Nada está à espera/, "failed"],
  ["obrigado!", /De nada/, "done"],
])("behind an answer %s is answered in a line or two", async (prompt, answer, end) => {
  const { said, outcome } = await askGuide(prompt, place, ["what is the biggest program?"]);
  expect(said).toMatch(answer);
  expect(said.trim().split("\n").length).toBeLessThanOrEqual(2);
  expect(outcome === "done" ? "done" : "failed").toBe(end);
});

test("what Waymark wrote itself is never quoted, and of other pages neither tags nor styles", async () => {
  const own = makePlace({
    "a.html":
      "<!doctype html>\n<style>\n.tariff{color:red}\n</style>\n<p class=tariff>The winter tariff of the marina is twelve.</p>\n",
  });
  try {
    const question = "what is the winter tariff of the marina?";
    await answerOfGuide(question, own);
    const [session] = JSON.parse((await runWaymark(["sessions", "list", "--json"], own)).stdout) as { id: string }[];
    for (const format of ["html", "md"]) {
      const { stdout, code } = await runWaymark(["sessions", "export", session?.id ?? "", "--format", format], own);
      expect(code).toBe(0);
      writeFileSync(join(own.cwd, `talk.${format}`), stdout);
    }
    const said = await answerOfGuide(question, own);
    expect(said).toContain("The winter tariff of the marina is twelve.");
    expect(said).not.toMatch(/talk\.|<p|color:red/);
  } finally {
    own.remove();
  }
});

test("the pages of an estate are never quoted", async () => {
  const own = makePlace();
  cpSync("examples/harbor-ledger", own.cwd, { recursive: true });
  try {
    for (const format of ["markdown", "html"]) {
      const output = format === "html" ? "site.html" : "waymark-docs";
      expect((await runWaymark(["document", "--offline", "--format", format, "-o", output], own)).code).toBe(0);
    }
    for (const format of ["html", "md"])
      expect((await runWaymark(["code", "report", ".", "--format", format, "-o", `r.${format}`], own)).code).toBe(0);
    const said = await answerOfGuide("what does the paragraph about discounts do?", own);
    expect(said).toContain("cobol/");
    expect(said).not.toMatch(/^(?:waymark-docs|site|r\.(?:html|md))/m);
  } finally {
    own.remove();
  }
});

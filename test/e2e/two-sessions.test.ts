import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
afterEach(() => place.remove());

const ROUNDS = 12;

/** Works on files of its own and, in each round, on its own line of a file that both have. */
function script(who: string): string {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => [
    { calls: [{ name: "write_file", input: { path: `${who}/${round}.txt`, content: `${who} ${round}\n` } }] },
    { calls: [{ name: "read_file", input: { path: "both.txt" } }] },
    {
      calls: [
        {
          name: "edit_file",
          input: { path: "both.txt", old_string: `${who} ${round} open`, new_string: `${who} ${round} done` },
        },
      ],
    },
  ]);
  return JSON.stringify({ replies: [...rounds.flat(), { text: "Done." }] });
}

const lines = (who: string): string[] => Array.from({ length: ROUNDS }, (_, round) => `${who} ${round} open`);
const read = (path: string): string => readFileSync(join(place.cwd, path), "utf8");

/** @returns how many edits of the shared file it was told were made */
async function work(who: string): Promise<number> {
  const flags = ["--permission-mode", "acceptEdits", "--output-format", "stream-json", "--max-turns", "100"];
  const run = await runWaymark(["-p", "Work.", "-m", `scripted/${who}.json`, ...flags], place);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
  return run.stdout.match(/"content":"Edited both\.txt [^"]*","is_error":false/g)?.length ?? 0;
}

test("two sessions in one folder at once lose nothing of each other", {
  timeout: 120_000,
}, async () => {
  place = makePlace({
    "both.txt": `${[...lines("a"), ...lines("b")].join("\n")}\n`,
    "a.json": script("a"),
    "b.json": script("b"),
  });
  const before = read("both.txt");
  const [one, other] = await Promise.all([work("a"), work("b")]);
  for (const who of ["a", "b"])
    for (let round = 0; round < ROUNDS; round++) expect(read(`${who}/${round}.txt`)).toBe(`${who} ${round}\n`);
  // An edit that met the other's was refused or made; none was lost, and no line is anything else.
  const after = read("both.txt").split("\n");
  expect(after.map((line) => line.replace(/done$/, "open")).join("\n")).toBe(before);
  expect(after.filter((line) => line.endsWith("done"))).toHaveLength(one + other);
  expect(one + other).toBeGreaterThan(ROUNDS);
  const check = await runWaymark(["sessions", "fsck"], place);
  expect(check.code).toBe(0);
});

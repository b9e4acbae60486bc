import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
afterEach(() => place.remove());

const LINES = `${Array.from({ length: 300 }, (_, index) => `line ${index + 1}`).join("\n")}\n`;
const call = (name: string, input: object) => ({ name, input });

/** What `a.txt` is after a model's replies, with nobody asked about edits. */
async function after(replies: readonly object[]): Promise<string> {
  place = makePlace({ "a.txt": LINES });
  writeFileSync(join(place.cwd, "script.json"), JSON.stringify([...replies, { text: "done" }]));
  const run = await runWaymark(["-p", "x", "-m", "scripted/script.json", "--permission-mode", "acceptEdits"], place);
  expect(run.code, run.stderr).toBe(0);
  return readFileSync(join(place.cwd, "a.txt"), "utf8");
}

const WHOLE = call("write_file", { path: "a.txt", content: "x\n" });
const PART = call("read_file", { path: "a.txt", offset: 200, limit: 20 });

test.each([
  ["a part", PART],
  ["a search in it", call("search_code", { pattern: "line 20", path: "a.txt" })],
])("a file of which %s was looked at is not replaced whole", async (_, look) => {
  expect(await after([{ calls: [look] }, { calls: [PART] }, { calls: [WHOLE] }])).toBe(LINES);
});

test("words that stand for lines never take their place, whichever tool writes them", async () => {
  const all = call("read_file", { path: "a.txt", limit: 400, max_tokens: 20_000 });
  const kept = "// ... rest of the lines unchanged ...";
  const old_string = "line 10\nline 11\nline 12\nline 13\n";
  const attempts = [
    call("write_file", { path: "a.txt", content: `one\n${kept}\n` }),
    call("edit_file", { path: "a.txt", old_string, new_string: `line ten\n${kept}\n` }),
    call("apply_diff", {
      diff: `a.txt\n<<<<<<< SEARCH\n${old_string}=======\nline ten\n${kept}\n>>>>>>> REPLACE\n`,
    }),
  ];
  expect(await after([{ calls: [all] }, ...attempts.map((one) => ({ calls: [one] }))])).toBe(LINES);
});

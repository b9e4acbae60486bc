import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { makePlace, type Place, runWaymark, scriptedModel } from "./run-waymark.ts";

const FILES = Array.from({ length: 6 }, (_, index) => `f${index}.txt`);
const PATCH = [
  "*** Begin Patch",
  ...FILES.flatMap((file) => [`*** Update File: ${file}`, "@@", "-old", "+new"]),
  "*** End Patch\n",
].join("\n");

const states = ({ cwd }: Place): string => FILES.map((file) => readFileSync(join(cwd, file), "utf8")[0]).join("");

/** A session that is killed as it renames a file for that time. */
async function killedAt(count: number): Promise<Place> {
  const place = makePlace(Object.fromEntries(FILES.map((file) => [file, "old\n"])));
  const reads = FILES.map((path) => ({ name: "read_file", input: { path } }));
  const calls = [{ name: "apply_diff", input: { diff: PATCH } }];
  const model = scriptedModel(place, [{ calls: reads }, { calls }, { text: "done" }]);
  const inject = [
    "-f",
    "-qq",
    "-o",
    "/dev/null",
    "-e",
    "trace=rename",
    "-e",
    `inject=rename:signal=SIGKILL:when=${count}`,
  ];
  await runWaymark(["-p", "go", "-m", model, "--permission-mode", "acceptEdits"], {
    ...place,
    by: ["strace", ...inject],
  });
  return place;
}

test.skipIf(missing("strace"))(
  "an undo of an edit that a kill cut in the middle is not taken back by the next start",
  { timeout: 60_000 },
  async () => {
    let wereHalf = 0;
    for (const count of [3, 4, 5, 6, 7, 8]) {
      const place = await killedAt(count);
      try {
        if (/on/.test(states(place)) || /no/.test(states(place))) wereHalf++;
        else continue;
        expect((await runWaymark(["undo", "--force"], place)).code).toBe(0);
        expect(states(place)).toBe("oooooo");
        await runWaymark(["-p", "go", "-m", scriptedModel(place, [{ text: "done" }])], place);
        expect(states(place)).toBe("oooooo");
        if (wereHalf === 2) break;
      } finally {
        place.remove();
      }
    }
    expect(wereHalf).toBeGreaterThan(0);
  },
);

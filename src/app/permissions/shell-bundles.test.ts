import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { classifyCommand } from "../../engines/shell/classify-command.ts";

/** Which text a shell runs is asked of bash itself; the judge is only asked for its verdict on the same line with what must not run. */

const LETTERS = [..."aefhkmtuvxBCEHPTri"];
const NAMES = { o: ["pipefail", "errexit", "nounset"], O: ["extglob", "nullglob", "lastpipe"] };
const BUNDLE = fc
  .tuple(
    fc.constantFrom("-", "-", "+"),
    fc.subarray(LETTERS, { maxLength: 3 }),
    fc.subarray(["c", "o", "O"] as const),
    fc.constantFrom(...NAMES.o),
    fc.constantFrom(...NAMES.O),
    fc.boolean(),
  )
  .filter(([, letters, more]) => letters.length + more.length > 0)
  .map(([sign, letters, more, option, shopt, isLast]) => {
    const bundle = isLast ? [...letters, ...more] : [...more, ...letters];
    const values = bundle.flatMap((letter) => (letter === "o" ? [option] : letter === "O" ? [shopt] : []));
    return [`${sign}${bundle.join("")}`, ...values];
  });
const WORDS = fc
  .tuple(fc.array(BUNDLE, { minLength: 1, maxLength: 3 }), fc.constantFrom([], ["--"], ["-"], ["--norc"], ["-c"]))
  .map(([bundles, more]) => [...bundles.flat(), ...more]);

test("whatever options stand in front of it, or in which bundle, a script that bash runs is read", () => {
  const missed: string[] = [];
  let ran = 0;
  for (const words of fc.sample(WORDS, { numRuns: rounds(150), seed: 9 })) {
    const { stdout } = spawnSync("bash", [...words, "echo he'r'e", "x"], { encoding: "utf8", input: "" });
    if (!/^here$/m.test(stdout)) continue;
    ran++;
    const options = { root: "/w", home: "/home/me", otherwise: "allow" } as const;
    if (classifyCommand(`bash ${words.join(" ")} 'rm -rf ~' x`, options).verdict !== "deny")
      missed.push(words.join(" "));
  }
  expect(missed).toEqual([]);
  expect(ran).toBeGreaterThan(40);
});

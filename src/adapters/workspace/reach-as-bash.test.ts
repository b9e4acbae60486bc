import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createReach } from "../../base/glob.ts";

/** What a shell takes a pattern for is asked of bash itself. */

const PIECES =
  "a b n . - * ? [ ] [! [^ ! ^ [:lower:] [[:lower:]] [[:punct:]] [[:space:]] [[.a.]] [[=n=]] [a-n] [!x] [] [!] ]a] [a\\]n]".split(
    " ",
  );
const NAMES = ["a", "an", ".n", "-n", "b.a", "nab", "]", "[a", "a]n", "\\", "!a", "^", "a-b", "x", "n n"];
const ASKS =
  'LC_ALL=C; while IFS= read -r glob; do line=; for name in "$@"; do case "$name" in $glob) line+=1 ;; *) line+=0 ;; esac; done; printf "%s\\n" "$line"; done';

test("whatever bash takes a pattern for is reached", () => {
  const globs = fc.sample(
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
    3_000,
  );
  const told = execFileSync("bash", ["--norc", "-c", ASKS, "bash", ...NAMES], {
    input: `${globs.join("\n")}\n`,
    encoding: "utf8",
  }).split("\n");
  const missed = globs.flatMap((glob, index) => {
    const reaches = createReach(glob);
    return NAMES.filter((name, at) => told[index]?.[at] === "1" && !reaches(name)).map((name) => `${glob} ${name}`);
  });
  expect(missed).toEqual([]);
  expect(told.join("").split("1").length).toBeGreaterThan(300);
});

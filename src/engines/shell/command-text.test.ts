import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandText, splitArguments } from "./command-text.ts";

const HOSTILE = [
  "",
  " ",
  "a b",
  "'",
  '"',
  "$(id)",
  "`id`",
  "; rm -rf keep",
  "*",
  "~",
  "a=b",
  "-rf",
  "\\",
  "x\ny",
  "!",
  "#",
];

test("a shell gives the program the very words", () => {
  const output = execFileSync("bash", ["-c", commandText(["printf", "%s\\0", ...HOSTILE])], { encoding: "utf8" });
  expect(output.split("\0").slice(0, -1)).toEqual(HOSTILE);
});

test("quoted words are split into what they were", () => {
  expect(splitArguments(commandText(HOSTILE))).toEqual(HOSTILE);
});

test("typed arguments are parted by blanks and held by quotes; nothing is expanded", () => {
  expect(splitArguments(`-t "two words" it\\'s  ; git push $(x)`)).toEqual([
    ...["-t", "two words", "it's", ";", "git", "push", "$(x)"],
  ]);
  expect(splitArguments("a 'b")).toBeUndefined();
});

import { expect, test } from "vitest";
import { classifyCommand } from "../../classify-command.ts";

const at = { root: "/home/ann/work/proj", home: "/home/ann" };
const under = (command: string) => classifyCommand(command, { ...at, rules: { allow: ["shell"] } });
const names = (count: number): string => Array.from({ length: count }, (_, index) => `a${index}`).join(" ");
const loop = (words: string, commands: number, last = ":"): string =>
  `for s in ${words}; do ${'echo "$s"; '.repeat(commands)}${last}; done`;

const COUNTS = [1, 8, 24, 40, 90, 300].flatMap((words) => [1, 5, 30].map((commands) => [words, commands] as const));

test.each(COUNTS)("what each of %i turns of %i commands may do, all of them may", (words, commands) => {
  expect(under(loop(names(words), commands, 'node a.js "$s"')).verdict).toBe("allow");
});

test.each(COUNTS)("and what one of %i turns of %i commands may not do, is asked about", (words, commands) => {
  for (const stray of ["../x", "/etc/x", "~/x", "a/../../x"])
    expect(under(loop(`${names(words)} ${stray}`, commands, 'rm -r "$s"')).verdict, stray).not.toBe("allow");
});

test("commands that are written out are counted", () => {
  const many = Array.from({ length: 51 }, (_, index) => `node a${index}.js`).join("; ");
  expect(under(many).reason).toBe("it holds more than 50 commands; run it in parts");
});

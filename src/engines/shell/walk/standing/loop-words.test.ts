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

test.each([100, 101, 120, 300])(
  "an option, a disk or the whole folder asks in every mode as one of %i words",
  (count) => {
    const isFloor = (command: string): boolean => {
      const { verdict, isFloor: floor } = classifyCommand(command, { ...at, otherwise: "allow" });
      return verdict === "deny" || floor === true;
    };
    const turns = (last: string, body: string): string => `for o in ${names(count - 1)} ${last}; do ${body}; done`;
    for (const [last, body] of [
      ["delete", "find ~ -$o"],
      ["--remove-files", "tar cf x $o ~"],
      ["sda", "mkfs.ext4 /dev/$o"],
      [".", 'rm -rf "$o"'],
      ["x", "dd if=a of=/dev/$o"],
    ] as const)
      expect(isFloor(turns(last, body)), `${last}: ${body}`).toBe(true);
    expect(isFloor(turns("x", 'rm -rf "$o"'))).toBe(false);
    expect(isFloor(turns("x", 'echo "$o" > src/$o'))).toBe(false);
  },
);

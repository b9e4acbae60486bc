import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const verdict = (command: string, allow: readonly string[] = []): string =>
  classifyCommand(command, { root: "/home/ann/work/proj", hasReadProfile: true, home: "/home/ann", rules: { allow } })
    .verdict;

test.each([
  "for i in $(seq 1 3); do echo $i; done",
  "for i in `seq 3`; do sed -n ${i}p a.txt; done",
  "for f in $(echo a.txt b.txt); do cat $f; done",
  "cat $(echo a.txt src/b.txt)",
  "for i in $(seq 1 2 99); do echo x; done",
])("what is written in the line is known, also where a substitution prints it: %s", (command) => {
  expect(verdict(command)).toBe("allow");
});

test("a loop over many numbers is one over numbers, and one over a good many files over these", () => {
  for (const items of ["{1..500}", "$(seq 1 500)", Array.from({ length: 99 }, (_, at) => at).join(" ")])
    expect(verdict(`for i in ${items}; do echo $i; done`)).toBe("allow");
  const files = Array.from({ length: 20 }, (_, at) => `src/f${at}.ts`).join(" ");
  expect(verdict(`for f in ${files}; do wc -l $f; done`)).toBe("allow");
  expect(verdict(`for f in ${files} .env; do cat $f; done`)).toBe("ask");
});

test.each([
  "cat $(echo /etc/shadow)",
  "cat $(echo .env)",
  "for f in $(echo a ../../b); do cat $f; done",
  "rm -rf $(echo src)",
  "$(echo rm) -rf src",
  "find $(echo a > b) -delete",
  "cat $(echo a*)",
  "cat $(echo -n a)",
  "echo() { ls; }; cat $(echo a)",
  "IFS=x; cat $(echo axb)",
  "cat $(echo a; date)",
  "cat $(if false; then echo a; fi)",
  "cat $(FOO=1 echo a)",
  "cat $(seq 1 99999999)",
  'cat "$(ls)"',
])("what is not, or is no read, asks as before: %s", (command) => {
  expect(verdict(command)).not.toBe("allow");
});

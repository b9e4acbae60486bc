import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const judged = (command: string) =>
  classifyCommand(command, { root: "/w", hasReadProfile: true, home: "/home/ann", rules: { allow: ["shell(*)"] } });

test.each([
  "a=($(touch mark))b",
  'a=(`touch mark`)"b"',
  "x=1 a=(<(touch mark))b",
  "echo $(a=($(touch mark))b)",
  'cat a "$(a=(${x:=$(touch mark)})b)"',
  "cat <(a=($(touch mark))b)",
  "a=(1 2)cat x",
  `[[ -n "\${x:-$'$(touch mark)'}" ]]`,
  `case "\${x:-a$'\`touch mark\`'b}" in *) ls;; esac`,
  `cat <<<[a"\${x:-$x$'\${y:=$(touch mark)}'}"]`,
  `cat <<E\n\${x:-$'$(touch mark)'}\nE\n`,
])("a word of which the grammar takes for text what a shell expands asks in every mode: %s", (command) => {
  expect(judged(command)).toMatchObject({ verdict: "ask", isFloor: true });
});

test.each([
  "a=(1 2)",
  "[[ a =~ ^(b|c)$ ]]",
  `echo \\\`a\\\` \\$\\(b "a(b" '$(x)' a\\(b`,
  "cat <<'E'\na=($(x))b\nE\n",
  "ls @(a|b)",
  `echo "$(printf %s $'a$(b)')" "\${x:-$'a'}" \${x:-$'$(y)'}`,
])("what is text to a shell as well is free: %s", (command) => {
  expect(judged(command).verdict).toBe("allow");
});

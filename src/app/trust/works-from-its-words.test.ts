import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { worksFromItsWords } from "./works-from-its-words.ts";

const place = { cwd: "/w", home: "/home/u", path: "/usr/bin", writable: ["/w", "/other"], plugin: "/home/u/plugin" };
const works = (command: string): boolean => worksFromItsWords(command, place);

const OF_ITS_WORDS = [
  "if grep -q 'package-lock.json'; then echo 'npm writes that file' >&2; exit 2; fi",
  "jq -r '.tool_input.command' >> ~/.claude/log.txt",
  'INPUT=$(cat); cmd=$(echo "$INPUT" | jq -r .tool_input.command); if [[ "$cmd" == *rm* ]]; then echo no >&2; exit 2; fi',
  'notify-send "Waiting" "$(jq -r .message)"',
  "osascript -e 'display notification \"Done\"'",
  "curl -s -X POST -H 'a: b' -d @- https://example.com/hook",
  'curl -d \'{"text": "done"}\' https://example.com/hook',
  "~/bin/notify.sh",
  "bash ~/bin/notify.sh done",
  "python3 $HOME/hooks/check.py --strict",
  "/opt/hooks/check.sh /etc/check.conf",
  '"${CLAUDE_PLUGIN_ROOT}/hooks/run" session-start',
  'cd "$CLAUDE_PROJECT_DIR" && jq .',
  "date >> ~/log; mkdir -p ~/logs; date | tee -a ~/logs/x",
  "[ -f package.json ] && exit 0",
  "sed 's/a/b/' | tr a b | head -1",
  'read -r x; printf "%s\\n" "$x"',
  'set -euo pipefail; cat <<< "$x" | jq .',
  'C=$(jq -r .tool_input.command); [ "$C" = rm ] && exit 2; [ $? = 0 ]',
  'curl -s "https://example.com/?c=$(jq -r .tool_input.command)"',
];
const OF_THE_FOLDER = [
  ...["make lint", "/usr/bin/make lint", "env make", "sh -c 'make'", "xargs make", "find . -exec make ;"],
  ...["npm run lint", "npx tool", "node .", "node -e 'require(\"x\")'", "pytest", "git status", "cargo --version"],
  ...[
    "python3 -m json",
    "python3 -c 'import json'",
    "uv run ~/x.py",
    "bun ~/x.ts",
    "unknown-tool x",
    "~/bin/tool",
    "~/venv/bin/pytest",
  ],
  ...["/home/u/node_modules/eslint/bin/eslint.js", "node ~/lib/node_modules/npm/bin/npm-cli.js run lint"],
  ...[
    "./x",
    "sh ./x",
    'sh "$PWD"/x.sh',
    'sh "$CLAUDE_PROJECT_DIR"/x.sh',
    'bash "$(pwd)/x.sh"',
    ". ./x",
    "source ~/x.sh",
  ],
  ...["/other/x.sh", "~/bin/x.sh .", "~/bin/x.sh src/a", "~/bin/x.sh a.py", '~/bin/x.sh "$1"'],
  ...[
    "echo x >> log",
    'printf x > "$CLAUDE_PROJECT_DIR/x"',
    "tee log",
    "cat notes.txt",
    "cat < f",
    "echo $(<f)",
    "grep -r x",
  ],
  ...[
    "curl -d @a https://example.com",
    "curl -o a https://example.com",
    "curl -K a",
    'curl -d "$x" https://example.com',
  ],
  ...["PATH=.:$PATH; jq .", "PATH=. jq .", "PYTHONPATH=. python3 ~/x.py", "export PYTHONPATH=.", "set -a"],
  ...[
    "eval x",
    "$(cat cmd)",
    "$CMD",
    "[[ $x -eq 1 ]]",
    "x=$((y))",
    'test -v "$x"',
    "f() { make; }; f",
    "alias jq=make",
  ],
  ...[
    "jq -f f.jq",
    "sed -f x",
    "sed -i s/a/b/ x",
    "sed e",
    "awk 'BEGIN{system(\"make\")}'",
    "notify-send x; make",
    "echo 'a",
  ],
  ...["osascript -e 'do shell script \"make\"'", "terminal-notifier -execute make", "cp a ~/b", "tar czf ~/x.tgz ."],
];

const OPTIONS_OF_WHAT_IS_READ = [
  ...[
    "[ $C = rm ]",
    "test $C",
    '[ "$C" "$D" ]',
    'printf "$C" x',
    "printf -vPATH x",
    "echo $C",
    "curl https://example.com/?c=$C",
  ],
  ...['read "$x"', "read a[1]", "read -r PATH <<< ./bin"],
];
const BY_OTHER_NAMES = [
  "~/bin/x.sh --file=etc",
  "sh /proc/self/cwd/x.sh",
  "sh /dev/fd/3/x.sh",
  "osascript -e 'do  shell  script \"x\"'",
];

test.each([...OPTIONS_OF_WHAT_IS_READ, ...BY_OTHER_NAMES])(
  "what a session wrote may decide what it does: %s",
  (command) => {
    expect(worksFromItsWords(`C=$(jq -r .tool_input.command); ${command}`, { ...place, cwd: "/" })).toBe(false);
  },
);

test.each(OF_ITS_WORDS)("nothing of a folder decides what it does: %s", (command) => {
  expect(works(command)).toBe(true);
});

test.each(OF_THE_FOLDER)("something of a folder may decide what it does: %s", (command) => {
  expect(works(command)).toBe(false);
});

test("a folder's own name is not read as a part of the command", () => {
  const named = { ...place, cwd: "/w'x", writable: ["/w'x"] };
  expect(worksFromItsWords("cd $CLAUDE_PROJECT_DIR; make; cd $CLAUDE_PROJECT_DIR", named)).toBe(false);
});

test("a program that is found in a folder which some session worked in is not the one of its name", () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-words-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "jq"), "");
  const wasWorkedIn = (one: string): boolean => one === folder;
  const runs = (command: string, path: readonly string[]): boolean =>
    worksFromItsWords(command, { ...place, path: path.join(delimiter), wasWorkedIn });
  expect([runs("jq .", [folder]), runs("cat | jq .", ["/none", folder]), runs("bash ~/x.sh", [folder])]).toEqual([
    false,
    false,
    true,
  ]);
});

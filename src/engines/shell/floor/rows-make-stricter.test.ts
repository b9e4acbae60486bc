import { expect, test } from "vitest";
import { randomOf } from "../../../../test/random.ts";
import { classifyCommand } from "../classify-command.ts";
import { EFFECTS, type EffectRow } from "./effects.ts";

/** How much of a person a command needs in `bypassPermissions`: nothing, a yes, or what no yes gives. */
function strictness(command: string): number {
  const { verdict, isFloor } = classifyCommand(command, { root: "/home/ann/work/proj", home: "/home/ann" });
  return verdict === "deny" ? 2 : isFloor === true ? 1 : 0;
}

const rows = EFFECTS as Map<string, readonly EffectRow[]>;

function strictnessWithoutRow(program: string, command: string): number {
  const row = rows.get(program) ?? [];
  rows.delete(program);
  try {
    return strictness(command);
  } finally {
    rows.set(program, row);
  }
}

/** What rows ask of words, what is like it, and what only looks so. */
const WORDS = (
  "-n -k -c -t -l -i -w -r -rf -rSt -rSc -S -ri -aair -w=true --w --write --check --diff --chec --dry-run --keep --list --suffix --stdout -d -x -R -o -m -C -P -a -e -s " +
  "--delete --remove-files --rm --in-place --output --fix --clean -- - 1 a s/a/b/ remove rm delete purge x"
).split(" ");
const NAMED = ["/home/ann", "~", "~/*", "/", "/etc", "/home/ann/.config/*", '"$d"', "$d", '"$d"/x'];
const LINES_A_PROGRAM = 12;

test.each([1, 2])("a row of the table makes what a program does stricter, never looser (seed %i)", (seed) => {
  const random = randomOf(seed);
  const freed: string[] = [];
  let lines = 0;
  for (const program of [...rows.keys()])
    for (let line = 0; line < LINES_A_PROGRAM; line++) {
      const words = Array.from({ length: random.below(4) }, () => random.pick(WORDS));
      words.splice(random.below(words.length + 1), 0, random.pick(NAMED));
      const command = [program, ...words].join(" ");
      lines++;
      if (strictness(command) < strictnessWithoutRow(program, command)) freed.push(command);
    }
  expect(lines).toBeGreaterThan(1_200);
  expect(freed).toEqual([]);
});

test.each([
  ...[
    'gzip -c "$f"',
    'gzip -9kv "$f"',
    'gunzip -c "$f"',
    'xz -T0 -9k "$f"',
    'black --check -l 100 "$f"',
    'isort -c "$f"',
  ],
  ...['rustfmt --check --edition 2021 "$f"', 'rename -n s/a/b/ "$f"', 'autoflake --check "$f"', 'nixfmt --check "$f"'],
])("what is told to leave what it names alone does so: %s", (command) => {
  expect(strictness(command)).toBe(0);
});

test.each([
  ...[
    "gzip -rSt ~",
    "gzip -rSc ~",
    "gzip -r -S -k ~",
    "gzip -r --suffix -k ~",
    "gzip -r ~ -- -k",
    "bzip2 -- ~/* -k",
    "pigz -r -Sk ~",
  ],
  ...[
    "gunzip -rSt ~",
    "black ~ -- --check",
    "isort -n ~",
    "rename s/a/b/ ~/* -- -n",
    "mogrify -n ~/*",
    "nixfmt ~",
    "yapf -rip ~",
  ],
  ...[
    "gofmt -w=true ~",
    "gofmt --w ~",
    "shfmt --write ~",
    "clang-format --i ~/*",
    "autopep8 -aair ~",
    "detox -r -- ~ -n",
  ],
])("a value, a name or another option leaves nothing alone: %s", (command) => {
  expect(strictness(command)).toBe(2);
});

/** Each option of a row, in a cluster or cut short; what a row says by whole words stands as it is. */
function spellingsOf(when: string): readonly string[] {
  return when.split(" ").flatMap((name) => {
    if (/^--./.test(name)) return [name, name.slice(0, -2)];
    return /^-[a-zA-Z]/.test(name)
      ? [...name.slice(1)].flatMap((letter) => [`-${letter}`, `-Z${letter}`, `-9${letter}v`])
      : [name];
  });
}

test("what a row says by options is said in every cluster, and by the beginning of a long one", () => {
  const lines = [...rows].flatMap(([program, own]) =>
    own.flatMap(({ effect, targets, when }) =>
      typeof when === "string" && effect === "lose" && (targets === "operands" || targets === "sources")
        ? spellingsOf(when).map((said) => `${program} ${said} ~ x`)
        : [],
    ),
  );
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => strictness(line) < 2)).toEqual([]);
});

test.each([
  ...[
    "mv -ft /tmp/x ~",
    "mv -nt/tmp/x ~",
    "busybox mv -ft /tmp ~",
    "zip -9rm x.zip ~",
    "zip -r --mov x.zip ~",
    "userdel --rem ann",
  ],
  ...[
    "usermod -md /tmp/x ann",
    "fd . ~ -xrm",
    "fd . ~ --ex=rm",
    "find ~ -type f -exec git rm {} +",
    "gawk --incl=inplace 1 ~/*",
  ],
  ...[
    "git -C ~ clean --fo -dx",
    "git -C ~ -c clean.requireForce=false clean -dx",
    "git worktree move ~ /tmp/x",
    "cmake -E rename ~ x",
  ],
])("a home is lost by no other spelling: %s", (command) => {
  expect(strictness(command)).toBe(2);
});

test.each([
  ...[
    "tar xPf x",
    "tar xf x --abs",
    "git -C ~ reset --har",
    "git -C ~ checkout -qf x",
    "git -C ~ switch -f x",
    "git -C ~ stash -u",
  ],
  ...[
    "git -C ~ read-tree -um HEAD",
    "awk '{print > FILENAME}' ~/*",
    "perl -e 'open F,\">\",$_ for @ARGV' ~/*",
    "rclone copy r: ~",
  ],
])("what may overwrite a home asks: %s", (command) => {
  expect(strictness(command)).toBeGreaterThan(0);
});

test.each([
  ...[
    "git stash -u",
    "git switch -f main",
    "git reset --hard",
    "git clean -fdx",
    "mv -vt build a b",
    "tar xzf a.tgz -C build",
  ],
  ...[
    "zip -r9 a.zip src",
    "rclone copy ~ r:",
    "fd . src -x wc -l",
    "find . -exec git log {} +",
    "awk '{print $1}' /etc/passwd",
  ],
])("what a project is worked with does not: %s", (command) => {
  expect(strictness(command)).toBe(0);
});

test.each([
  ...[
    "tar -cf /etc/shadow a",
    "tar czf /etc/shadow a",
    "tar --file=/etc/shadow -c a",
    "tar -cg /etc/passwd -f a.tar a",
  ],
  ...["tar -cf ~/.config/waymark/config.json a", "sqlite3 x '.sh rm -rf ~'", "sqlite3 x '.sy rm -rf ~'"],
])("what writes a file of the system in its place is refused: %s", (command) => {
  expect(strictness(command)).toBe(2);
});

test.each([
  ...[
    "curl --output-dir /etc -o passwd u",
    "git -C /etc archive -o passwd HEAD",
    "git -C ~/.config archive -o waymark/config.json HEAD",
  ],
  ...["ex -sc 'w!/etc/passwd|q' a", "sqlite3 x '.backup /etc/passwd'", "psql -c \"copy (select 1) to '/etc/passwd'\""],
])("or asks, where a folder or a console says it: %s", (command) => {
  expect(strictness(command)).toBe(1);
});

test.each([
  "tar czf a.tgz .",
  "tar xf /etc/x.tar",
  "sqlite3 x.db '.schema t'",
  "curl --output-dir out -o a u",
  "git -C sub apply x",
])("what writes in a project does not: %s", (command) => {
  expect(strictness(command)).toBe(0);
});

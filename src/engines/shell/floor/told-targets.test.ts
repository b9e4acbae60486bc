import { expect, test } from "vitest";
import { randomOf } from "../../../../test/random.ts";
import { inTurn } from "../../../../test/rounds.ts";
import { classifyCommand } from "../classify-command.ts";
import { EFFECTS, type EffectRow } from "./effects.ts";

const runsInBypass = (command: string): boolean => {
  const { verdict, isFloor } = classifyCommand(command, { root: "/home/ann/work/proj", home: "/home/ann" });
  return verdict !== "deny" && isFloor !== true;
};

/** What destroys `@`. */
const DESTROYERS = [
  ...[
    'rm -rf "@"',
    'rm -f "@"',
    'unlink "@"',
    'find "@" -delete',
    'shred "@"',
    'truncate -s 0 "@"',
    'mv a "@"',
    'mv "@" a',
  ],
  ...[
    'chmod -R 000 "@"',
    'dd if=a of="@"',
    'echo x > "@"',
    'ls >> "@"',
    'sed -i s/a/b/ "@"',
    'git -C "@" clean -fdx',
    'tee "@" < a',
  ],
  ...['cp a "@"', 'install a "@"', 'ln -sf a "@"', 'gcc -o "@" a.c', 'gofmt -w "@"', 'find "@" -name x -delete'],
  ...['docker run -v "@":/x image rm -rf /x', 'docker-compose run -itv "@:/x" app rm -rf /x'],
];
/** Lines in which `CMD` stands where more than what is written may say what `$d` is. */
const UNTOLD = [
  ...[
    "CMD",
    "unset d; CMD",
    "d=$(cat f); CMD",
    "read -r d < f; CMD",
    "mapfile -t d < f; CMD",
    "d=$UNKNOWN; CMD",
    "d=x$1; CMD",
  ],
  ...[
    "command read -r d < f; CMD",
    "builtin mapfile -t d; CMD",
    'printf -v d %s "$(cat f)"; CMD',
    "while read d; do CMD; done < f",
  ],
  ...["for d in $(cat f); do CMD; done", 'for d in "$@"; do CMD; done', "getopts a d; CMD", ': "${d:=x}"; CMD'],
  ...[
    'd=a; printf -v "$n" /; CMD',
    'd=a; read "$n" < f; CMD',
    'd=a; export "$n=/"; CMD',
    "d=a; declare -n r=d; r=/; CMD",
  ],
  ...[
    "d=a; . ./f; CMD",
    "d=a; source f; CMD",
    'd=a; eval "$(cat f)"; CMD',
    "d=a; trap 'd=/' DEBUG; CMD",
    "trap 'CMD' EXIT",
    "trap 'CMD' DEBUG",
  ],
  ...['d=a; command "$x" d; CMD', 'f() { d=$1; }; f "$(cat f)"; CMD', "bash -c 'CMD'", "d=a; unset d; CMD"],
];
/** Lines in which all values stand. */
const TOLD = [
  ...[
    "d=build; CMD",
    "d='my build'; CMD",
    "p=out; d=$p/a; CMD",
    "for d in a b c; do CMD; done",
    "d=build; [ -e x ] && CMD",
  ],
  ...[
    "readonly d=build; CMD",
    "export d=build; CMD",
    "declare d=build; CMD",
    "d=$PWD/build; CMD",
    "set -euo pipefail; d=build; CMD",
  ],
  ...[
    "d=$(mktemp -d)/a; CMD",
    "for d in src/*.tmp; do CMD; done",
    "d=build; trap 'rm -f tmp.txt' EXIT; CMD",
    "i=1; i=$((i+1)); d=f$i; CMD",
  ],
];
const HOLDS = ["$d", "${d}", "${d}/x", "build/$d", "$d/../x"];

const linesOf = (lines: readonly string[], holds: readonly string[]): readonly string[] =>
  lines.flatMap((line) =>
    DESTROYERS.flatMap((destroyer) =>
      holds.map((held) => line.replace("CMD", () => destroyer.replace("@", () => held))),
    ),
  );

test("what is not told by the line is destroyed unasked in no mode", () => {
  const all = linesOf(UNTOLD, HOLDS);
  expect(all.length).toBeGreaterThan(2_000);
  expect(inTurn(3, all).filter(runsInBypass)).toEqual([]);
});

/** Words by which programs are told to do what a row of the table says. */
const TRIGGERS =
  "-i -r -R -d -m -w -x -rm -c -fi -o -P --rm --delete --move --remove --remove-source-files --remove-files --in-place inplace rm remove remove_directory trash purge delete /mir -sdel e erase destroy --security-erase".split(
    " ",
  );

/** What does to `@` what a row says; none of what does it where it stands, or at a place of its own. */
function destroyersOf(program: string, { effect, targets, when }: EffectRow): readonly string[] {
  // Modes and owners of one thing are mended as easily.
  const said =
    when === undefined
      ? effect === "mode"
        ? "-R"
        : ""
      : typeof when === "string"
        ? when.split(" ")[0]?.replace(/^(-[a-zA-Z]).*/, "$1")
        : TRIGGERS.find((word) => when.test(word));
  if (said === undefined || targets === "here") return [];
  const start = `${program} ${said}`.trim();
  if (targets === "operands") return [`${start} "@"`];
  if (targets === "sources") return [`${start} "@" a`];
  if (targets === "target") return [`${start} a "@"`];
  if ("options" in targets)
    return targets.options.map((option) => `${start} ${option.endsWith("=") ? `${option}"@"` : `${option} "@"`} a`);
  return "editedBy" in targets ? [`${start} 1 "@"`] : [];
}

const OUTPUTS = ["-o", "--output", "--out", "-out", "--outfile", "--out-dir", "--dest"];
const LOSES_BY = ["purge", "--delete", "clean", "--write", "--fix", "--overwrite"];
const UNKNOWN_PROGRAMS = ["compiler", "./tool", "x-pack", "render3"];
const ALL_DESTROYERS = [
  ...[...EFFECTS].flatMap(([program, rows]) => rows.flatMap((row) => destroyersOf(program, row))),
  ...UNKNOWN_PROGRAMS.flatMap((program) => [
    ...OUTPUTS.map((option) => `${program} a ${option} "@"`),
    ...OUTPUTS.filter((option) => option.startsWith("--")).map((option) => `${program} ${option}="@" a`),
    ...LOSES_BY.map((word) => `${program} ${word} "@"`),
  ]),
];

test.each([1, 2, 3])("whatever a table says that a program destroys is to be told by the line (seed %i)", (seed) => {
  const random = randomOf(seed);
  const lines = ALL_DESTROYERS.map((destroyer) =>
    random.pick(UNTOLD).replace("CMD", () => destroyer.replace("@", () => random.pick(HOLDS.slice(0, 3)))),
  );
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.filter(runsInBypass)).toEqual([]);
});

/** Where code gets a path that nobody has written. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'python3 -c "import os, shutil, json; d = @; shutil.rmtree(d)"': [
    ...["os.readlink('l')", "os.path.realpath('l')", "os.environ['D']", "os.getenv('D')", "Path('l').resolve()"],
    ...["json.load(f)['d']", "open('f').read()", "input()"],
  ],
  "node -e \"const fs = require('fs'); const d = @; fs.rmSync(d, { recursive: true })\"": [
    ...["fs.readlinkSync('l')", "fs.realpathSync('l')", "process.env.D", "require('./conf.json').d"],
    ...["fs.readFileSync('f', 'utf8')", "JSON.parse(x).d"],
  ],
  "ruby -e 'd = @; FileUtils.rm_rf(d)'": ["File.readlink(%q(l))", "File.realpath(%q(l))", "ENV[%q(D)]", "gets"],
  "perl -e 'use File::Path; my $d = @; rmtree($d)'": ["readlink(q(l))", "$ENV{D}", "abs_path(q(l))", "<STDIN>"],
};

test("code deletes nothing whose path is written nowhere", () => {
  const codes = Object.entries(SOURCES).flatMap(([code, sources]) =>
    sources.flatMap((source) =>
      [code, code.replace(/\$?d = @/, (told) => (told.startsWith("$") ? "($d) = @" : "[d, e] = @"))].map((one) =>
        one.replace("@", () => source),
      ),
    ),
  );
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter(runsInBypass)).toEqual([]);
  const told = Object.keys(SOURCES).map((code) => code.replace("@", () => (code.startsWith("p") ? "q = 1" : "1")));
  expect(told.filter((code) => !runsInBypass(code))).toEqual([]);
});

test("what is deleted in a folder that the line does not tell is asked about", () => {
  const goes = ['cd "$(cat f)"', 'd=$(cat f); cd "$d"', 'pushd "$D"', 'read d < f; cd "$d/x"'];
  const does = ["rm -rf node_modules", "rm -f a.txt", "sed -i s/a/b/ x", "mv a b", "find . -name x -delete"];
  const lines = goes.flatMap((go) => does.flatMap((one) => [`${go} && ${one}`, `${go}; ${one}`, `(${go}; ${one})`]));
  expect(lines.filter(runsInBypass)).toEqual([]);
  const told = ['cd "$(mktemp -d)"', "cd sub", 'cd "$(git rev-parse --show-toplevel)"', 'cd "$(dirname "$0")"'];
  expect(told.map((go) => `${go} && rm -rf node_modules`).filter((line) => !runsInBypass(line))).toEqual([]);
});

test("what the line tells is left to the mode", () => {
  expect(linesOf(TOLD, HOLDS.slice(0, 4)).filter((line) => !runsInBypass(line))).toEqual([]);
});

test.each(['bash -c "@"', 'sh -c "@"', 'eval "@"', 'trap "@" EXIT'])(
  "a text for a shell that is not wholly read asks: %s",
  (start) => {
    const texts = ["$x", "rm -rf $x", "cd $x && rm -rf *", "npm test $1", "$(cat f)"];
    expect(texts.map((text) => start.replace("@", () => text)).filter(runsInBypass)).toEqual([]);
    // An eval may set any name.
    expect(runsInBypass(`d=build; ${start.replace("@", () => "rm -rf $d")}`)).toBe(!start.startsWith("eval"));
  },
);

test("code with parts that are not known asks where it deletes", () => {
  const codes = [
    "python3 -c \"import shutil; shutil.rmtree('$D')\"",
    "node -e \"fs.rmSync('$x')\"",
    "perl -e \"unlink '$f'\"",
    'python3 -c "$x"',
  ];
  expect(codes.filter(runsInBypass)).toEqual([]);
  expect(runsInBypass("python3 -c \"print('$x')\"")).toBe(true);
});

test.each([
  'rm -rf "$BUILD_DIR"',
  'rm -rf "$tmp"',
  'mv "$f" "$(basename "$f" .txt).md"',
  'rm -rf "$DIST"/cache',
  'rm -f "${OUT}.tmp"',
  'echo hi | tee "$LOG"',
  'dd if=/dev/zero of="$OUT" bs=1 count=1',
  'while IFS=, read -r a b; do echo "$a" >> "out-$b.txt"; done < in.csv',
  'bash -c "${CMD:-npm test}"',
  'bash -c "${1:-echo hi}"',
  'IFS=,; for f in $list; do rm "$f"; done',
])("somebody else's variable does not say unasked what is destroyed: %s", (command) => {
  expect(runsInBypass(command)).toBe(false);
});

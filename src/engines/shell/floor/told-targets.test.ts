import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

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
  expect(all.filter(runsInBypass)).toEqual([]);
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

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { factsFor } from "../../../../adapters/workspace/command-facts.ts";
import { classifyCommand } from "../../classify-command.ts";
import { askedOnce } from "../../meaning/asked-once.ts";
import { parseLine, scopeOf } from "../../parse-line.ts";
import { allPlacesOf } from "../../places.ts";
import type { CommandPolicyOptions } from "../../policy-types.ts";

/** Deep enough that no line of these climbs out of it. */
const TOP = mkdtempSync(join(tmpdir(), "waymark-stands-"));
const HOME = `${TOP}/1/2/3/4/5/6/home`;
const ROOT = `${HOME}/proj`;
const LOG = `${TOP}/log`;
afterAll(() => rmSync(TOP, { recursive: true, force: true }));

function makeFolders(): void {
  rmSync(TOP, { recursive: true, force: true });
  for (const folder of [`${ROOT}/qa/qb/qc`, `${ROOT}/qs`, `${HOME}/elsewhere/deep`, `${HOME}/elsewhere/qs`])
    mkdirSync(folder, { recursive: true });
  writeFileSync(`${ROOT}/q.txt`, "qa\nqs\n");
  writeFileSync(`${ROOT}/qs/q.txt`, "");
  symlinkSync(`${HOME}/elsewhere/deep`, `${ROOT}/ql`);
}

const options = (): CommandPolicyOptions => askedOnce({ root: ROOT, home: HOME, facts: factsFor([]) });
const verdict = (command: string): string => classifyCommand(command, { ...options(), hasReadProfile: true }).verdict;
const isFloor = (command: string): boolean => {
  const judged = classifyCommand(command, { ...options(), otherwise: "allow" });
  return judged.verdict === "deny" || judged.isFloor === true;
};

test("a folder is gone to for sure only where each name on the way is a folder, and nothing keeps the command from running", () => {
  makeFolders();
  const sure = [
    "cd qs; cat ../q.txt",
    "cd qs 2>/dev/null; cat ../q.txt",
    "cd qs >/dev/null 2>&1; cat ../q.txt",
    "cd ./qa/../qs; cat ../q.txt",
    "cd qs; cd ..; cd qa/qb; cat ../../q.txt",
    "{ cd qs; }; cat ../q.txt",
  ];
  expect(sure.filter((line) => verdict(line) !== "allow")).toEqual([]);
  const unsure = [
    "cd nosuch/../qs; cat ../diary",
    "cd q.txt/../qs; cat ../diary",
    "cd qs/q.txt/..; cat ../diary",
    "cd qs < nosuch; cat ../diary",
    "cd qs >&9; cat ../diary",
    "cd qs 2>&9; cat ../diary",
    "cd qs 2>&1 2>&-; cat ../diary",
    "{ cd qs; } >&7; cat ../diary",
    "! cd qs && cat ../diary",
    "cd qs && cd nosuch; cat ../diary",
    "cd -@ qs; cat ../diary",
    "readonly x=1; x=2 cd qs; cat ../diary",
  ];
  expect(unsure.filter((line) => verdict(line) === "allow")).toEqual([]);
});

test("what a line moves, what goes by itself and what a function does leave both folders to count", () => {
  makeFolders();
  const lost = [
    "cd nosuch/../qa/qb; rm -rf ../*",
    "mv qa qz; cd qa/qb; rm -rf ../*",
    "rmdir qa/qb; cd qa/qb; rm -rf ../*",
    "git checkout x; cd qa/qb; rm -rf ../*",
    "chmod 0 qa; cd qa/qb; rm -rf ../*",
    "x=$(rm -r qa); cd qa/qb; rm -rf ../*",
    "for i in 1 2; do (cd qa/qb; rm -rf ../*); rm -r qa; done",
    "eval 'cd ..'; rm -rf *",
    "trap 'cd ..' DEBUG; rm -rf *",
    "shopt -s lastpipe; true | cd ..; rm -rf *",
    "enable -n cd; cd qa/qb; rm -rf ../*",
    "cd() { :; }; cd qa/qb; rm -rf ../*",
    "f() { rm -rf *; }; cd ..; f",
    "f() { cd ..; rm -rf qz; rm -rf *; }; f; f",
    "unset HOME; cd; cd proj/qa; rm -rf ../*",
    "set -r; cd qa/qb; rm -rf ../*",
    "PS4='$(rm -rf qa)'; set -x; cd qa/qb; rm -rf ../*",
    "awk 'BEGIN{system(\"rm -rf qa\")}'; cd qa/qb; rm -rf ../*",
    "printf -v 'x[$(rm -rf qa)]' x; cd qa/qb; rm -rf ../*",
    "git -c diff.external='rm -rf qa;' diff; cd qa/qb; rm -rf ../*",
    "git fetch --upload-pack='rm -rf qa;' .; cd qa/qb; rm -rf ../*",
  ];
  expect(lost.filter((line) => !isFloor(line))).toEqual([]);
  const everyday = [
    "cd qa/qb; rm -rf ../x",
    "rm -rf qs; cd qa/qb && rm -rf ../x",
    "trap 'rm -rf x' EXIT; cd qa; rm -rf ../x",
    "shopt -s nullglob; rm -rf qa/*.o",
    "cd qa; make; cd ..; rm -rf qs",
    "awk '{print $1}' q.txt; sed -n 1,3p q.txt; git status; cd qa/qb; rm -rf ../x",
    "f() { rm -rf qa/x; }; f; f",
  ];
  expect(everyday.filter(isFloor)).toEqual([]);
});

const ACTS = ["x", "../x", "./qb/x", "../../x"].map((path) => `touch ${path}`);
const TARGETS =
  '.. .. qa qa/qb qs nosuch nosuch/../qs q.txt/../qs qs/q.txt/.. ql ql/.. ql/../qs ./qa qa/../qa/qb ../.. ../proj ~ - "" nosuch/.. "$PWD/qa"'.split(
    " ",
  );
const REDIRECTIONS = ["", "", "", "2>/dev/null", "<nosuch", ">&9", "2>&1", "<q.txt", ">nosuch/x", "2>&-", "<<<x"];
const MOVES =
  "rm -rf qa,mv qa qz,rmdir qs,mkdir -p qn/qm,mv qz qa,rm -f ql,rm -rf qa/qb,mv qs qa,mkdir -p nosuch".split(",");
const PROGRAMS = ["cd", "cd", "cd", "pushd", "cd --", "cd -P", "command cd", "builtin cd", "x=1 cd", "time cd", "! cd"];
/** `S` stands for a simple command, `L` for several. */
const SHAPES = [
  ..."S && S|S || S|S && S || S|S || S && S|! S && S|( L )|if S; then L; fi|if S; then L; else L; fi".split("|"),
  ..."for i in 1 2; do L; done|while read -r l; do L; done < q.txt|f() { L; }; S; f; S|f() { L; }; f; f".split("|"),
  ..."case x in x) L;; esac|until S; do L; break; done|for i in 1 2; do S; break; S; done|v=$(L)".split("|"),
  ..."f() { L; }; S; eval f|eval 'S'|trap 'S' DEBUG".split("|"),
  ...REDIRECTIONS.map((redirection) => `{ L; } ${redirection}`),
  ...["S | S", "shopt -s lastpipe; S | S", "{ L; } & wait"],
];

/** Lines of folders, moves and loops, the same for the same seed. */
function* lines(count: number, seed: number): Generator<string> {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (list: readonly string[]): string => list[next(list.length)] ?? "";
  const simple = (): string => {
    const kind = next(10);
    if (kind < 4) return `${pick(PROGRAMS)} ${pick(TARGETS)} ${pick(REDIRECTIONS)}`.trim();
    return pick(kind < 5 ? MOVES : ACTS);
  };
  const several = (depth: number): string =>
    Array.from({ length: 1 + next(3) }, () => statement(depth))
      .join("; ")
      .replaceAll("& wait;", "& wait;");
  const statement = (depth: number): string =>
    depth === 0 || next(2) === 0
      ? simple()
      : pick(SHAPES).replace(/\b[SL]\b/g, (mark) => (mark === "S" ? simple() : several(depth - 1)));
  for (let made = 0; made < count; made++) yield several(2);
}

/** What acts says where; what moves does so below the top alone. */
const TOLD = `
exec 3>"${LOG}" 2>/dev/null
touch() { local each; for each in "$@"; do printf '%s/%s\\n' "$(pwd -P)" "$each" >&3; done; }
within() { case "$(pwd -P)" in "${ROOT}"*) command "$@";; esac; }
rm() { within rm "$@"; }; mv() { within mv "$@"; }; rmdir() { within rmdir "$@"; }; mkdir() { within mkdir "$@"; }
`;

/** The paths that a line acts on in a real shell. */
function actedOn(line: string): readonly string[] {
  writeFileSync(LOG, "");
  spawnSync("bash", ["-c", `${TOLD}\n${line}`], {
    cwd: ROOT,
    env: { ...process.env, HOME },
    timeout: 10_000,
    input: "",
  });
  return readFileSync(LOG, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((path) => join(path));
}

/** The paths that the judge takes the same commands to act on; undefined where it says that it may be any. */
function believed(line: string): ReadonlySet<string> | undefined {
  const judged = options();
  const parsed = parseLine(line, scopeOf(judged));
  if (parsed.kind === "unreadable") return undefined;
  const found = new Set<string>();
  for (const { argv, folders } of parsed.parts) {
    const [program, ...words] = argv;
    const isHidden = /^(?:eval|trap)$/.test(program?.text ?? "") && words.some(({ text }) => text.includes("touch"));
    if (isHidden || (program?.text === "touch" && folders.includes(undefined))) return undefined;
    if (program?.text === "touch")
      for (const { path } of words.flatMap((word) => allPlacesOf(word, folders, judged))) if (path) found.add(path);
  }
  return found;
}

test("whatever a shell acts on is among what the judge saw", () => {
  let seen = 0;
  const missed: string[] = [];
  for (const line of lines(160, 45)) {
    makeFolders();
    const belief = believed(line);
    if (belief === undefined) continue;
    const acted = actedOn(line);
    seen += acted.length;
    if (!acted.every((path) => belief.has(path))) missed.push(line);
  }
  expect(missed).toEqual([]);
  expect(seen).toBeGreaterThan(100);
}, 120_000);

test("a value that may be empty is judged as empty, too", () => {
  makeFolders();
  const lost = [
    'd=$(find . -name nosuch); rm -rf "$d"/*',
    'd=$(ls nosuch); e=$d; rm -rf "$e"/*',
    'for d in $(ls -a); do rm -rf "$d"/*; done',
    'd=$(mktemp -d /nosuch/XXXXXX); rm -rf "$d"/*',
    'd=$(date +%Q -d x); rm -rf "$d"/*',
    'n=$(wc -l < nosuch); rm -rf "$n"/*',
    'a=(qs); rm -rf "${a[1]}"/*',
    'declare -A m=([x]=qs); rm -rf "${m[y]}"/*',
    'git ls-files | while read x; do :; done; rm -rf "$x"/*',
    'git ls-files | while read x y; do rm -rf "$y"/*; done',
    'x=qs; coproc x { :; }; rm -rf "$x"/*',
    'false && d=$(mktemp -d); rm -rf "$d"/*',
    'd=$(ls -d q*); [ -n $d ] && rm -rf "$d"/*',
    'd=$(ls -d q*); [ -n "$d" ] && ls; rm -rf "$d"/*',
    'd="x .."; rm -rf $d/*',
    'd=" "; rm -rf $d/*',
  ];
  expect(lost.filter((line) => !isFloor(line))).toEqual([]);
  const everyday = [
    'd=$(mktemp -d); cp q.txt "$d"/x; rm -rf "$d"/* "$d"',
    'for f in $(git ls-files); do rm -rf "$f"/*; done',
    'find . -name dist | while read -r d; do rm -rf "$d"/*; done',
    'd=$(ls -td releases/* | head -1); rm -rf "$d" "$d/x"',
    'd=$(find . -name nosuch); rm -rf "${d:?}"/*',
    'd=$(ls -d q*); [ -n "$d" ] && cd qa && rm -rf "$d"/*',
    'd=$(ls -d q*); if [ -d "$d" ]; then rm -rf "$d"/*; fi',
    'd=$(date +%Y%m%d); rm -rf "$d"/*',
    'a=(qs qa); rm -rf "${a[0]}"/* "${a[-1]}"/*',
  ];
  expect(everyday.filter(isFloor)).toEqual([]);
});

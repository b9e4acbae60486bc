import { randomOf } from "./random.ts";

/** What a rule denies: a program that leaves a mark wherever it is started. */
export const MARKER = "zzmark";

/** A program of this machine and what it says of itself. */
export interface Starter {
  readonly program: string;
  /** Out of its help. */
  readonly options: readonly string[];
  /** Names in its file that it may look for in its environment. */
  readonly variables: readonly string[];
}

/** How some programs are used, so that they come to where they would start something; any other is given a file, or nothing. */
const USES: Readonly<Record<string, readonly string[]>> = {
  tar: ["xf a.tar", "cf o.tar a.txt", "tf a.tar.gz"],
  bsdtar: ["xf a.tar"],
  zip: ["-q o.zip a.txt"],
  unzip: ["-o a.zip"],
  sort: ["-S 1 a.txt"],
  git: ["log", "diff HEAD~1", "commit --amend", "rebase HEAD~1", "status", "clone . o", "grep b"],
  man: ["ls", "-l p.1"],
  less: ["a.txt"],
  more: ["a.txt"],
  make: ["", "x"],
  npm: ["run x", "test", "explore zz", "exec", "docs zz", "edit zz"],
  python3: ["-m timeit", "-m cProfile", "-m pytest", "-m pdb", "a.py", "-c 1"],
  node: ["a.js", "-e 1"],
  perl: ["-e 1", "a.pl"],
  ruby: ["-e 1"],
  go: ["vet ./...", "build ./...", "test ./...", "run ."],
  cargo: ["build", "run", "test"],
  gcc: ["-c a.c", "a.c"],
  cc: ["-c a.c"],
  java: ["-version"],
  rsync: ["-a a.txt b:"],
  ssh: ["h", "h x"],
  scp: ["a.txt h:"],
  sftp: ["h"],
  find: [".", ". -maxdepth 0"],
  xargs: ["", "-n1"],
  vim: ["-es a.txt"],
  ed: ["-s a.txt"],
  sed: ["-n p a.txt", "p a.txt"],
  awk: ["1 a.txt", "BEGIN{}"],
  gdb: ["-batch", "-batch a.o"],
  sqlite3: [":memory:"],
  crontab: ["-e"],
  split: ["-n 2 a.txt"],
  env: [""],
  script: ["-q o"],
  flock: ["a.txt"],
  timeout: ["5"],
  bc: ["-q"],
  dc: [""],
  tmux: ["new -d"],
  watch: ["-n 9"],
  logrotate: ["-f a.txt"],
};
/** Texts by which one language or another starts a program. */
const TEXTS: readonly string[] = [
  `!${MARKER}`,
  `|${MARKER}`,
  `\\! ${MARKER}`,
  `${MARKER} x`,
  `shell ${MARKER}`,
  `.shell ${MARKER}`,
  `exec ${MARKER}`,
  `system("${MARKER}")`,
  `BEGIN{system("${MARKER}")}`,
  `exec "${MARKER}"`,
  `import os;os.system("${MARKER}")`,
  `require("child_process").execSync("${MARKER}")`,
  `1e ${MARKER}`,
  `os.execute("${MARKER}")`,
  `$(shell ${MARKER})`,
];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => `-${letter}`);
/** Any program may ask these. */
const COMMON_VARIABLES = ["PAGER", "EDITOR", "VISUAL", "SHELL", "BROWSER"];

const quoted = (text: string): string => `'${text}'`;

/** Lines in which a program is given the marker in any way that programs are given others; without end, the same for the same seed. */
export function* startLines({ program, options, variables }: Starter, seed: number): Generator<string> {
  const { pick, chance } = randomOf(seed);
  const uses = USES[program] ?? ["", "a.txt"];
  const long = options.length === 0 ? LETTERS : options;
  const named = [...COMMON_VARIABLES, ...variables];
  for (;;) {
    const use = pick(uses);
    const option = chance(0.5) ? pick(LETTERS) : pick(long);
    const value = chance(0.6) ? MARKER : quoted(pick(TEXTS));
    const attached = option.startsWith("--") ? `${option}=${value}` : `${option}${value}`;
    const given = pick([`${option} ${value}`, attached]);
    const told = pick([
      value,
      quoted(`${option}=${MARKER}`),
      quoted(`${option}${MARKER}`),
      quoted(given.replaceAll("'", "")),
    ]);
    const variable = pick(named);
    yield pick([
      `${program} ${use} ${given}`,
      `${program} ${given} ${use}`,
      `${program} ${use} ${value}`,
      `${program} ${use} -- ${value}`,
      `${program} ${use} x ${value}`,
      `${program} ${use} <<< ${quoted(pick(TEXTS))}`,
      `${variable}=${told} ${program} ${use}`,
      `export ${variable}=${told}; ${program} ${use}`,
      `env ${variable}=${told} ${program} ${use}`,
    ]).replace(/ {2,}/g, " ");
  }
}

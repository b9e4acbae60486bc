// What sessions try in a folder before it works: first what a model is used to, then a look, at last what is right here.

/** A command, or `read:PATH` for the tool that reads files. */
export type Try = string;

export interface RemedyScene {
  readonly name: string;
  /** Written into the folder; of an evaluation task its `setup.sh` makes the folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Each ends with what works. */
  readonly ladders: readonly (readonly Try[])[];
  /** Written between the two sessions: what worked then works no more. */
  readonly changed?: Readonly<Record<string, string>>;
  /** Of the second session, where the first one's do not hold any more. */
  readonly laddersNow?: readonly (readonly Try[])[];
}

const scripts = (names: readonly string[]): string =>
  JSON.stringify({ name: "x", scripts: Object.fromEntries(names.map((name) => [name, "echo fine"])) });

/** Made here, for a machine without a network. */
export const OWN_SCENES: readonly RemedyScene[] = [
  {
    name: "scripts of npm",
    files: { "package.json": scripts(["check", "test:unit", "lint:all"]), "src/deep/parser.js": "1;\n" },
    ladders: [
      ["npm test", "cat package.json", "npm run check"],
      ["npm run lint", "npm run", "npm run lint:all"],
      ["read:src/parser.js", "find src -name parser.js", "read:src/deep/parser.js"],
    ],
  },
  {
    name: "make and python",
    files: { Makefile: "check:\n\t@echo fine\n", "tools/report.py": "print('fine')\n" },
    ladders: [
      ["make test", "cat Makefile", "make check"],
      ["python2 tools/report.py", "which python3", "python3 tools/report.py"],
      ["python3 report.py", "find . -name report.py", "python3 tools/report.py"],
      ["git log --onelin", "git log -h", "git log --oneline"],
    ],
  },
  {
    name: "a project that changed since",
    files: { "package.json": scripts(["check"]), "src/deep/parser.js": "1;\n" },
    ladders: [
      ["npm test", "cat package.json", "npm run check"],
      ["read:src/parser.js", "find src -name parser.js", "read:src/deep/parser.js"],
    ],
    changed: { "package.json": scripts(["verify"]) },
    laddersNow: [["npm test", "cat package.json", "npm run verify"]],
  },
];

/** Ladders on folders of evaluation tasks, by the tasks' names. */
export const TASK_LADDERS: Readonly<Record<string, readonly (readonly Try[])[]>> = {
  "api-upgrade": [["read:lib/engine.js", "ls lib", "read:lib/engines.js"]],
  "cli-flag-crlf": [["read:bin/cli.js", "find . -name cli.js", "read:lib/cli.js"]],
  "cobol-question-callers": [
    ["read:cbl/CSUTLDTC.cbl", "find . -name CSUTLDTC.cbl", "read:app/cbl/CSUTLDTC.cbl"],
    ["cat CSUTLDTC.cbl", "find . -name CSUTLDTC.cbl", "cat app/cbl/CSUTLDTC.cbl"],
  ],
  "cobol-widen-field": [["read:app/copy/CVACT01Y.cpy", "find . -name CVACT01Y.cpy", "read:app/cpy/CVACT01Y.cpy"]],
  "docs-from-code": [
    ["read:lib/errors.js", "find lib -name errors.js", "read:lib/core/errors.js"],
    ["node --chek lib/core/errors.js", "node --help", "node --check lib/core/errors.js"],
  ],
  "feature-with-test": [
    ["npm run check", "cat package.json", "npm test"],
    ["mocha", "cat package.json", "npm test"],
    ["read:src/index.js", "ls", "read:index.js"],
  ],
  "git-history-restore": [["git log --onelin", "git log -h", "git log --oneline"]],
  "go-bug-failing-test": [
    ["go tst ./...", "go help", "go test ./..."],
    ["go test ./... -vv", "go help testflag", "go test ./... -v"],
  ],
  "jcl-add-dd": [["read:jcl/POSTTRAN.jcl", "find . -name POSTTRAN.jcl", "read:app/jcl/POSTTRAN.jcl"]],
  "js-bug-long-log": [
    ["npm run tests", "cat package.json", "npm test"],
    ["read:lib/util.js", "ls lib", "read:lib/utils.js"],
  ],
  "large-file-symptom": [["read:src/lodash.js", "ls", "read:lodash.js"]],
  "move-folder": [["npm run build-node", "cat package.json", "npm run build:node"]],
  "py-symptom": [
    ["python2 -m compileall -q humanize", "which python3", "python3 -m compileall -q humanize"],
    ["read:filesize.py", "find . -name filesize.py", "read:humanize/filesize.py"],
  ],
  "refactor-duplicates": [
    ["read:sqlparse/grouping.py", "find . -name grouping.py", "read:sqlparse/engine/grouping.py"],
  ],
  "rename-across-files": [
    ["read:lib/state_block.js", "find lib -name state_block.js", "read:lib/rules_block/state_block.js"],
  ],
  "rust-bug-symptom": [["cargo tset", "cargo --list", "cargo test"]],
  "ts-bug-failing-test": [
    ["npm run test:unit", "cat package.json", "npm test"],
    ["read:src/mapset.ts", "find src -name mapset.ts", "read:src/plugins/mapset.ts"],
  ],
};

/** Failures that nothing was learned of; whatever is told with one of them is told wrongly. */
export const OTHER_FAILURES: readonly Try[] = [
  "false",
  "node -e 'process.exit(3)'",
  "npm run nothing-of-the-kind",
  "cat nowhere/at/all.txt",
  "git show nothing-of-the-kind",
  "git log --nothing-of-the-kind",
  "make nothing-of-the-kind",
  "nothing-of-the-kind --version",
  "read:nowhere/at/all.txt",
  "python3 -m nothing_of_the_kind",
  "grep -rn nothing-of-the-kind-here .git/HEAD",
];

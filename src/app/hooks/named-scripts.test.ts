import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seeds } from "../../../test/rounds.ts";
import { filesNamed, filesOfServer, filesStarted } from "../trust/named-files.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-named-")));
const FOLDERS = ["plain", "my project", "a=b,c", "it's (1)", "at@x:y"];
const SCRIPTS = {
  guard: "sh tools/guard.sh",
  lint: "true",
  postlint: "npm run --silent guard",
  other: "sh deep/a/b/guard.sh",
  made: "make guard",
};
beforeAll(() => {
  for (const folder of FOLDERS) {
    mkdirSync(join(base, folder, "tools"), { recursive: true });
    writeFileSync(join(base, folder, "tools/guard.sh"), '#!/bin/sh\n: > "$MARK"\n', { mode: 0o755 });
    writeFileSync(join(base, folder, "tools/my guard.sh"), '#!/bin/sh\n: > "$MARK"\n', { mode: 0o755 });
    mkdirSync(join(base, folder, "deep/a/b"), { recursive: true });
    writeFileSync(join(base, folder, "deep/a/b/guard.sh"), ': > "$MARK"\n');
    writeFileSync(join(base, folder, "README.md"), "read me\n");
    writeFileSync(join(base, folder, "Makefile"), "guard:\n\t@sh tools/guard.sh\n");
    writeFileSync(join(base, folder, "package.json"), JSON.stringify({ scripts: SCRIPTS, dependencies: { one: "1" } }));
  }
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const placeOf = (folder: string) => ({ cwd: join(base, folder), roots: [join(base, folder)] });
const wordsOf = (command: string, folder: string) => filesNamed(command, placeOf(folder)).map(([word]) => word);

/** Ways to name it, each of which a shell is asked about: only what it runs counts. */
const PREFIXES = [
  ...["", "./", "$PWD/", '"$PWD"/', '"$(pwd)"/', "`pwd`/", "$(printf %s .)/", '"${NONE:-.}"/', '"${NONE-$PWD}"/'],
  ...['"$CLAUDE_PROJECT_DIR"/', "${CLAUDE_PROJECT_DIR}/", '"${CLAUDE_PROJECT_DIR:?}"/', '"${CLAUDE_PROJECT_DIR:-.}"/'],
];
const NAMES = [
  ...["tools/guard.sh", "tools/'guard'.sh", "tools/\\guard.sh", "tools/gu*.sh", "tools/{guard,none}.sh", "t*/guard.s?"],
  ...['"tools/guard.sh"', "tools//guard.sh", "tools/../tools/guard.sh", 'tools/"my guard.sh"', "tools/my\\ guard.sh"],
];
const STARTERS = ["", "sh ", "bash -e ", ". ", "exec ", "env X=1 ", "command ", "X=1 sh ", "sh -- "];
const LINES = [
  (run: string) => run,
  (run: string) => `true && ${run}`,
  (run: string) => `if true; then ${run}; fi`,
  (run: string) => `sh -c '${run.replaceAll("'", "'\\''")}'`,
  (run: string) => `bash -c "${run.replace(/[$"\\`]/g, "\\$&")}"`,
  (run: string) => `x=$(${run}); true`,
  (run: string) => `P="$CLAUDE_PROJECT_DIR"; ${run}`,
];
const MORE = [
  ...["cd tools && sh guard.sh", 'cd "$CLAUDE_PROJECT_DIR" && cd tools && ./guard.sh', "D=tools; sh $D/guard.sh"],
  ...['P="$PWD"; "$P/tools/guard.sh"', 'for f in tools/*.sh; do sh "$f"; done', "F=tools/guard.sh; sh $F"],
  ...[
    "timeout 9 tools/gu*.sh",
    "nice -n 5 tools/gu*.sh",
    "sh $'tools/gu\\x61rd.sh'",
    "nice sh $'tools/gu\\141rd\\u002esh'",
  ],
  ...[
    "D=ools; cd t$D && ./guard.sh",
    "cd t?ols; sh guard.sh",
    'set -- tools/gu*.sh; "$1"',
    'set -- tools/gu*.sh; sh "$1"',
  ],
  ...["npm run -s guard", "npm run -s lint", "npm run -s made", "npm test; npm -s run-script guard"],
  ...["run-parts --regex=guard tools", "cat tools/gu*.sh | sh", "ls tools/gu*.sh | xargs -n1 sh", "sh < tools/gu*.sh"],
  ...[
    "find deep -name 'gu*.sh' -exec sh {} \\;",
    "find deep -type f | xargs -n1 sh",
    "ls -R deep | sed 's,^,deep/a/b/,' | xargs -n1 sh",
  ],
  ...["for f in $(find deep -type f); do sh $f; done", "shopt -s globstar; for f in deep/**/*.sh; do sh $f; done"],
  ...["find tools -name 'gu*.sh' -exec sh {} \\;", "find tools -type f -exec sh {} \\;", 'eval "$(cat tools/gu*.sh)"'],
  ...[
    "source <(cat tools/gu*.sh)",
    'cd tools; for f in *; do sh "$f"; done',
    "bash -c 'sh $'\\''tools/gu\\x61rd.sh'\\'",
  ],
];

const drawn = <T>(list: readonly T[], seed: number, step: number): T => {
  // Of a generator that anybody knows (MINSTD): the same every day.
  let state = seed * 7919 + step * 104_729;
  for (let turn = 0; turn < 3; turn++) state = (state * 48_271) % 2_147_483_647;
  return list[state % list.length] as T;
};
const spelled = seeds(60).map((seed) => {
  const run = `${drawn(STARTERS, seed, 1)}${drawn(PREFIXES, seed, 2)}${drawn(NAMES, seed, 3)}`;
  return [drawn(FOLDERS, seed, 5), drawn(LINES, seed, 4)(run)] as const;
});

test("whatever script of the folder bash runs by a command is among the files that a yes is given to", () => {
  const mark = join(base, "mark");
  let ran = 0;
  const unseen = [...spelled, ...MORE.map((line) => ["my project", line] as const)].flatMap(([folder, command]) => {
    const cwd = join(base, folder);
    rmSync(mark, { force: true });
    const environment = { PATH: process.env["PATH"], MARK: mark, CLAUDE_PROJECT_DIR: cwd };
    spawnSync("bash", ["--noprofile", "--norc", "-c", command], { cwd, env: environment, stdio: "ignore" });
    if (!existsSync(mark)) return [];
    ran++;
    return wordsOf(command, folder).some((word) => /guard\.sh$/.test(word)) ? [] : [`${folder}: ${command}`];
  });
  expect(unseen).toEqual([]);
  expect(ran).toBeGreaterThan(spelled.length / 3);
});

test("files that are worked on are none of it, but by their names", () => {
  for (const command of [
    "prettier --write *.md",
    'eslint "$CLAUDE_PROJECT_DIR"/**/*.md',
    "jq -r .tool_input.file_path >> README.md",
    'echo done > "README.md"',
  ])
    expect(wordsOf(command, "plain"), command).toEqual([]);
  expect(wordsOf("cat README.md", "plain")).toEqual(["README.md"]);
});

test("what a test asks about is named and not started", () => {
  const started = (command: string) => filesStarted(command, placeOf("plain")).map(([word]) => word);
  for (const test of ["[ ! -e README.md ]", "[[ ! -e README.md ]]", "test ! -e README.md"])
    expect(started(`while ${test}; do sleep 1; done`), test).toEqual([]);
  expect(started("[ -e README.md ] && sh tools/guard.sh")).toContain("tools/guard.sh");
});

test("a command of more words than can be looked for is another one each time", () => {
  const long = Array.from({ length: 3_000 }, (_, index) => `w${index}`).join(" ");
  expect(filesNamed(long, placeOf("plain"))).not.toEqual(filesNamed(long, placeOf("plain")));
});

test.each([
  { command: "sh", args: ["${T:-tools}/guard.sh"] },
  { command: "sh", args: ["-c", "exec sh $PWD/tools/guard.sh"] },
  { command: "sh", args: ["-c", "cd tools\nexec sh ./guard.sh"] },
  { command: "sh", args: ["tools/my guard.sh"] },
  { command: "${T:-tools}/guard.sh" },
  { command: "node", args: ["tools/guard"] },
  { command: "node", args: ["-r", "./tools/guard", "x"] },
  { command: "node", args: ["tools"] },
  { command: "python3", args: ["-m", "tools.guard"] },
  { command: "node", args: ["x"], env: { NODE_OPTIONS: "--require ./tools/guard.sh" } },
  { command: "bash", args: ["-c", "true"], env: { BASH_ENV: "${PWD}/tools/guard.sh" } },
  { command: "wget", args: ["-i", "-"], env: { WGETRC: "tools/guard.sh" } },
  { command: "ls", env: { LD_PRELOAD: "./tools/guard.sh" } },
  { command: "guard.sh", env: { PATH: "./tools:/usr/bin" } },
])("a server is what it is started from: $command $args $env", (server) => {
  for (const folder of FOLDERS)
    expect(
      filesOfServer(server, placeOf(folder)).map(([word]) => word),
      folder,
    ).toContainEqual(expect.stringMatching(/guard\.sh$/));
});

test("what a runner finds by its own names is what a yes was given to, and what is added to a package every day is not", () => {
  const { cwd } = placeOf("plain");
  const files = (command: string) =>
    filesNamed(command, placeOf("plain")).map(([word]) => relative(cwd, resolve(cwd, word)));
  expect(files("timeout 9 make -s guard")).toEqual(["Makefile"]);
  expect(files("npm run lint")).toEqual(["package.json", "tools/guard.sh"]);
  expect(files("npm run made")).toEqual(["package.json", "Makefile", "tools/guard.sh"]);
  expect(files("npm run-script 'o*'")).toContain("deep/a/b/guard.sh");
  expect(filesOfServer({ command: "npm", args: ["run", "guard"] }, placeOf("plain")).map(([word]) => word)).toEqual([
    join(cwd, "package.json"),
    "tools/guard.sh",
  ]);
  const written = (more: object): unknown => {
    writeFileSync(join(cwd, "package.json"), JSON.stringify({ scripts: SCRIPTS, dependencies: { one: "1" }, ...more }));
    return filesNamed("npm run lint", placeOf("plain"));
  };
  const before = written({});
  expect(written({ dependencies: { one: "2" }, version: "2" })).toEqual(before);
  expect(written({ scripts: { ...SCRIPTS, lint: "false" } })).not.toEqual(before);
  written({});
});

test("a server that is a folder is what that folder says of itself", () => {
  const files = ["index.js", "package.json", "README.md", "dist/start.js"];
  const cwd = join(base, "packaged");
  mkdirSync(join(cwd, "dist"), { recursive: true });
  for (const name of files) writeFileSync(join(cwd, name), '{ "main": "./dist/start" }');
  const named = filesOfServer({ command: "node", args: ["."] }, { cwd, roots: [cwd] });
  expect(named.map(([word]) => relative(cwd, resolve(cwd, word)))).toEqual([
    "index.js",
    "package.json",
    "dist/start.js",
  ]);
});

test("and not what it keeps its work in, by a variable", () => {
  const env = { MEMORY_FILE_PATH: "README.md", NODE_ENV: "README.md" };
  expect(filesOfServer({ command: "npx", args: ["-y", "server"], env }, placeOf("plain"))).toEqual([]);
});

test("a command of more words than anybody writes is another each time, however few of them differ", () => {
  const command = `${"cd tools && ".repeat(40_000)}sh guard.sh`;
  const [first, second] = [filesNamed(command, placeOf("plain")), filesNamed(command, placeOf("plain"))];
  expect(first.map(([word]) => word)).toEqual(["more than 2000 words"]);
  expect(second).not.toEqual(first);
});

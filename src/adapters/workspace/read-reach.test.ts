import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import { readingWay } from "../../engines/shell/reading-way.ts";
import { factsFor, namedAbove } from "./command-facts.ts";
import { Listings, readProblem } from "./read-reach.ts";

let base: string;
let root: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-reach-")));
  root = join(base, "work");
  for (const path of [
    "work/src/a.ts",
    "work/src/b.ts",
    "work/docs/x.md",
    "work/.env",
    "work/keys/id_rsa",
    "outside/notes",
  ]) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), "x\n");
  }
  symlinkSync(join(base, "outside"), join(root, "docs/way"));
  symlinkSync("../.env", join(root, "src/plain.txt"));
  symlinkSync("../src", join(root, "docs/inner"));
  mkdirSync(join(root, "deep/lib"), { recursive: true });
  symlinkSync("../../keys", join(root, "deep/lib/keyring"));
  symlinkSync("..", join(root, "deep/lib/up"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function verdict(command: string): string {
  return verdictIn({ isRepository: true }, command);
}

function verdictIn({ isRepository }: { readonly isRepository: boolean }, command: string): string {
  const facts = {
    ...factsFor([]),
    namedAbove: () => (isRepository ? ".git" : undefined),
    readProblem: (path: string, way: Parameters<typeof readProblem>[1]) =>
      readProblem(path, way, { roots: [root], denies: () => false, listings: new Listings() }),
  };
  return classifyCommand(command, { root, home: "/home/me", facts }).verdict;
}

describe("without a sandbox reading is judged by the files", () => {
  test.each([
    ...[
      "cat docs/way/*",
      "cat docs/*/notes",
      "head -3 docs/w?y/notes",
      "grep -R x docs",
      "grep -rn x docs/way/",
      "rg -L x docs",
    ],
    ...["find -L docs -name notes", "tree -l docs", "cat src/*", "cat src/pl*.txt", "diff -r docs src"],
    ...["grep -rn . .", "grep -rn x", "rg --hidden x", "rg x", "rg x keys", "cat keys/*", "git status; grep -rn . ."],
    ...[
      "rg --hidden -g '.e*' x",
      "rg -g '.env' x",
      "git grep --untracked x",
      "cat < docs/*/notes",
      "grep -r --include='id_*' x .",
    ],
    // What is searched beside what names name, and names that are read in more ways than one.
    ...["grep -rn x . --exclude=zz --include=*.txt", "grep -rn x . --exclude-from=l --include=*.ts"],
    ...["grep -rn x . --include='\\.env'", "grep -rn x . --include='.[e]nv'", "rg x -g '\\.env'", "rg x -g '{.env}'"],
    // Patterns out of a file.
    ...["rg -f src/a.ts", "grep -rf src/a.ts", "rg -Hf src/a.ts -i", "git grep --untracked -f src/a.ts"],
    ...["rg x -g '{.env,a}'", "rg x -g '.env '", "rg x -g '[.]env'", "rg -t all x", "rg -tall x", "rg --type=config x"],
    // Folders by a value, by themselves, and by links into what is not wanted.
    ...["grep -d recurse x .", "grep -nd rec x .", "grep --directories=recurse x .", "diff -N src .", "diff keys src"],
    ...["grep -R x deep", "grep -R --include='*.txt' x src", "tree -l keys; grep -R x deep/lib"],
    // Git compares any two folders.
    ...["git diff --no-index src .", "git diff --no-index -- src keys", "git -P diff --no-index keys src"],
    ...["git -C docs diff --no-index way/notes inner/a.ts"],
  ])("asks: %s", (command) => expect(verdict(command)).toBe("ask"));

  test("outside of a repository git compares any two folders without being told", () => {
    const commands = [
      "git diff src .",
      "git diff keys src",
      "git -C docs diff way/notes inner/a.ts",
      "git diff src docs/inner",
    ];
    expect(commands.map((command) => verdictIn({ isRepository: false }, command))).toEqual([
      "ask",
      "ask",
      "ask",
      "allow",
    ]);
  });

  test.each([
    ...[
      "cat docs/inner/a*.ts",
      "cat src/?.ts",
      "grep -rn x src",
      "grep -r --include='*.ts' x .",
      "rg -g '*.ts' x",
      "rg x src",
      "rg -f src/a.ts src",
      "rg -t ts -tjson x src",
      "rg -g '*.{ts,tsx}' x",
      "grep -rn x . --include=*.ts --exclude=*.d.ts --exclude-dir=keys",
    ],
    ...["ls -R docs", "find . -name '*.ts'", "tree", "du -sh *", "wc -l src/*", "git status", "git grep x"],
    ...[
      "git diff --no-index src docs/inner",
      "git diff HEAD src",
      "git diff src .",
      "git -C src diff HEAD~1",
      "diff src/a.ts src/b.ts",
    ],
    ...["grep -d skip x src/a.ts"],
  ])("does not ask: %s", (command) => expect(verdict(command)).toBe("allow"));
});

test("an ignore file that excepts a hidden name has it read, wherever that file lies", () => {
  const own = join(base, "own/a/b");
  mkdirSync(join(own, ".git/info"), { recursive: true });
  for (const name of ["b/.env", "b/c.ts", ".env"]) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    writeFileSync(join(own, name), "KEY=x\n");
  }
  const home = join(base, "home-of-own");
  mkdirSync(join(home, ".config/git"), { recursive: true });
  const way = readingWay(
    { name: "rg", words: [], use: { options: new Map(), operands: [], reads: [] } },
    { namesOnly: false, isRepository: true },
  );
  const asks = (file: string, text: string): boolean => {
    writeFileSync(file, text);
    const problem = readProblem(join(own), { ...way, glob: false }, { roots: [own], home, listings: new Listings() });
    rmSync(file);
    return problem !== undefined;
  };
  const places = [
    join(own, ".gitignore"),
    join(own, "b/.rgignore"),
    join(own, "../.ignore"),
    join(base, "own/.ignore"),
  ];
  for (const place of [...places, join(own, ".git/info/exclude"), join(home, ".config/git/ignore")])
    expect([place, asks(place, ".*\n!.env\r\n")]).toEqual([place, true]);
  for (const text of ["!/.env", "!.*", "!*", "!b/.env", "!**/.env", "!\\.env", "!.[e]nv", "\ufeff!.env "])
    expect([text, asks(join(own, ".gitignore"), text)]).toEqual([text, true]);
  for (const text of [".env", "!.env.example", "!.vscode/", "!c/**", "!/b/*.ts", "# !.env", "!.github/.env"])
    expect([text, asks(join(own, ".gitignore"), text)]).toEqual([text, false]);
});

test("folders that are passed over otherwise are looked into where links are followed", () => {
  const [packages, repository] = [join(root, "led/node_modules/p"), join(root, "kept/.git")];
  for (const folder of [packages, repository]) {
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(base, "outside"), join(folder, "way"));
  }
  for (const folder of ["led", "kept"]) {
    const commands = [`grep -R x ${folder}`, `find -L ${folder}`, `diff -r ${folder} docs`, `ls -LR ${folder}`];
    expect(commands.map(verdict)).toEqual(["ask", "ask", "ask", "ask"]);
    expect([`grep -r x ${folder}`, `find ${folder}`, `ls -R ${folder}`].map(verdict)).toEqual(Array(3).fill("allow"));
  }
});

test.each([
  "sha256sum -c a.sums",
  "echo 'x  /etc/passwd' | md5sum --check",
  "shasum -ca256 a.sums",
  "cksum -c < a.sums",
])("what a list names may lie anywhere: %s", (command) => expect(verdict(command)).toBe("ask"));

test("settings of npm in the folder, or above it, say where it writes and whom it asks", () => {
  const verdictWith = (home: string): string =>
    classifyCommand("npm ls", { root, home, facts: { ...factsFor([]), namedAbove } }).verdict;
  expect(verdictWith("/home/me")).toBe("allow");
  writeFileSync(join(base, ".npmrc"), "logs-dir=/home/me\n");
  expect([verdictWith("/home/me"), verdictWith(base)]).toEqual(["ask", "allow"]);
  rmSync(join(base, ".npmrc"));
});

test("patterns that a search takes up are no link to elsewhere, below, above or hidden", () => {
  mkdirSync(join(root, "sought/in"), { recursive: true });
  const commands = ["rg x sought/in", "rg x sought", "fd x sought/in", "tree --gitignore sought"];
  const verdicts = (): readonly string[] => commands.map(verdict);
  expect(verdicts()).toEqual(Array(4).fill("allow"));
  for (const [name, asked] of [
    ["sought/.gitignore", 4],
    ["sought/.ignore", 4],
    ["sought/in/.rgignore", 4],
  ] as const) {
    symlinkSync(join(base, "outside/notes"), join(root, name));
    expect(verdicts().filter((one) => one === "ask")).toHaveLength(asked);
    rmSync(join(root, name));
    symlinkSync("a.ts", join(root, name));
    expect(verdicts()).toEqual(Array(4).fill("allow"));
    rmSync(join(root, name));
  }
  expect(verdict("grep -r x sought")).toBe("allow");
});

test("a glob behind a link deletes where the link leads", () => {
  symlinkSync("/usr", join(root, "system"));
  expect(verdict("rm -rf system/*")).toBe("deny");
  expect(verdict("rm -rf docs/way/*")).toBe("ask");
});

test("links come before the `..` that stands after them, as in the kernel", () => {
  const names = [
    "rm -rf system/../*",
    "rm -rf system/../home/../../*",
    "cd system; rm -rf ../*",
    "rm -rf docs/way/../../../*",
  ];
  expect(names.filter((command) => verdict(command) !== "deny")).toEqual([]);
  expect(
    [
      "cat docs/way/../outside/notes",
      "echo x > docs/way/../new",
      "cd -P docs/way/..; cat notes",
      "cp src/a.ts docs/way/../x",
    ].map(verdict),
  ).toEqual(["ask", "ask", "ask", "ask"]);
  expect(["cat docs/inner/../docs/x.md", "cat src/../docs/x.md"].map(verdict)).toEqual(["allow", "allow"]);
});

test("names that are no text are looked through by a shell and not by us", () => {
  mkdirSync(join(root, "bytes"));
  const linked = Buffer.concat([Buffer.from(join(root, "bytes/n")), Buffer.from([0xff])]);
  symlinkSync("../../outside", linked);
  const asked = [
    "cat bytes/n*/notes",
    "cat bytes/*",
    "grep -rn x bytes",
    "cat bytes/$'n\\xff'/notes",
    "cat $'bytes/n\\377/notes'",
    "cd bytes/$'n\\xff' && cat notes",
  ];
  expect(asked.filter((command) => verdict(command) !== "ask")).toEqual([]);
  expect(verdict("cat $'src/a.ts'")).toBe("allow");
  rmSync(join(root, "bytes"), { recursive: true });
});

test("more than plain brackets may be any text", () => {
  const asked = ["cat .en[[:lower:]]", "cat docs/wa[[.y.]]/notes", "cat docs/w[]a]y/notes", "grep -n x .[[:alpha:]]*"];
  expect(asked.filter((command) => verdict(command) !== "ask")).toEqual([]);
  expect(["cat src/[ab].ts", "wc -l src/[!x].ts", "cat src/a.[[:lower:]]s"].map(verdict)).toEqual([
    "allow",
    "allow",
    "allow",
  ]);
});

test("all that one judgement looks at has a bound, and a folder is read once for it", () => {
  const folder = join(base, "many");
  mkdirSync(folder);
  for (let name = 0; name < 500; name++) writeFileSync(join(folder, `${name}`), "");
  const listings = new Listings();
  const first = listings.in(folder);
  expect(listings.in(folder)).toBe(first);
  for (let look = 0; look < 2_000; look++) listings.in(folder);
  expect(listings.in(folder)).toBeUndefined();
  const way = {
    glob: true,
    namesOnly: true,
    below: false,
    deniedOnly: false,
    follows: false,
    hidden: true,
    names: [],
    obeys: [],
  };
  expect(readProblem(`${folder}/*0*`, way, { roots: [base], listings })).toContain("too many files");
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { factsFor } from "../../adapters/workspace/command-facts.ts";
import { linksBelow } from "../../adapters/workspace/read-reach.ts";
import { classifyCommand } from "./classify-command.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-brought-")));
const root = join(home, "proj");
afterAll(() => rmSync(home, { recursive: true, force: true }));

beforeAll(() => {
  for (const folder of ["l", "plain/src", "e", ".git", ".husky", "vendor/r"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["plain/src/a", ".git/config", ".mcp.json", ".husky/pre-commit", "a.txt"])
    writeFileSync(join(root, file), "{}");
  symlinkSync(".", join(root, "here"));
  symlinkSync("../..", join(root, "l/up"));
});

const options = (allow: readonly string[] = []) => ({
  root,
  home,
  facts: { ...factsFor([]), linksBelow },
  rules: { allow },
});

test("what deletes by way of a link that the line brings asks in every mode, and where none can be among it, it does not", () => {
  const isFloor = (line: string): boolean => {
    const { verdict, isFloor: floor } = classifyCommand(line, { ...options(), otherwise: "allow" });
    return verdict === "deny" || floor === true;
  };
  const through = [
    ...[
      "cp -a l z; rm -rf z/up/*",
      "mv l z; rm -rf z/up/*",
      "cp -P here h; rm -rf h/../x",
      "cp -P here h; find h/.. -delete",
    ],
    ...[
      "git clone . w && rm -rf w/l/up/*",
      "tar cf - here | tar xf - -C e; rm -rf e/here/../*",
      "ln -s .. n; chmod -R 0 n/x",
      "cp -a here z; find -L z -delete",
      "ln -s .. n; chown -R -L me n",
    ],
  ];
  expect(through.filter((line) => !isFloor(line))).toEqual([]);
  const plain = [
    ...["cp -r plain z; rm -rf z/src/*", "mkdir -p a/b && rm -rf a/b/*", "git clone https://x.org/w && rm -rf w/.git"],
    ...["tar xf x.tgz; rm -rf plain/src/*", "ln -s plain n; rm n", "mkdir -p b && cd b && cmake .."],
  ];
  expect(plain.filter(isFloor)).toEqual([]);
});

test("what deletes behind a .. asks in every mode where that stands behind what is not there yet, unless all in between becomes a plain folder", () => {
  const isFloor = (line: string, sandbox = {}): boolean => {
    const { verdict, isFloor: floor } = classifyCommand(line, { ...options(), ...sandbox, otherwise: "allow" });
    return verdict === "deny" || floor === true;
  };
  const paths = ["n/../l/up/..", "n/../here/../..", "./n/../l/up/../x", "n/m/../../l/up/.."];
  const losing = [
    "find % -delete",
    "mv % x",
    "rm -rf %/x",
    "chmod -R 000 %",
    "rsync -a --delete e/ %",
    "cd -P % && rm -rf x",
    "trash %",
  ];
  const lines = paths.flatMap((path) => losing.map((line) => `mkdir -p n/m; ${line.replace("%", path)}`));
  expect(lines.filter((line) => !isFloor(line))).toEqual([]);
  expect(
    ["mkdir -p a/b && rm -rf a/b/../c", "mkdir n; cd n; rm -rf ../plain", "rm -rf plain/src/../x"].filter((line) =>
      isFloor(line),
    ),
  ).toEqual([]);
  expect(isFloor("make; rm -rf n/../x", { boundsWrites: true })).toBe(false);
});

test("what a pattern finds is what is written, gone to and asked of git", () => {
  const isFree = (line: string): boolean => classifyCommand(line, options(["shell"])).verdict === "allow";
  const written = [
    ...["cp a.txt .mc*.json", "echo x > .husk*/pre-commit", "cd .g*; echo x >> config", "cd -P .git; echo x >> config"],
    ...["for d in .g*; do echo x >> $d/config; done", "cd her*; rm -rf ../victim", "echo x > her*/../diary"],
  ];
  expect(written.filter(isFree)).toEqual([]);
  expect(
    ["cp a.txt a.tx*", "cd plai*; echo x >> a", "cd -P plain; echo x >> a", "echo x > her*/a"].filter(
      (one) => !isFree(one),
    ),
  ).toEqual([]);
  const looks = (line: string): boolean =>
    classifyCommand(line, {
      ...options(),
      facts: { ...options().facts, repositoryStartsPrograms: (folder) => folder.endsWith("/vendor/r") },
    }).verdict === "allow";
  expect(["git -C vend*/r status", "git -C vendor/r status", "git -C */r diff"].filter(looks)).toEqual([]);
  expect(looks("git -C plai* status")).toBe(true);
});

test("what the line makes counts where a pattern finds it later: a name that is an option, a part of a repository", () => {
  const isFree = (line: string): boolean => classifyCommand(line, options(["shell(@edit-files)"])).verdict === "allow";
  const made = [
    "touch ./-delete && find *",
    "touch -- -delete; find *",
    "mkdir ./-delete; find *",
    "cp -r plain/. .; find *",
  ];
  expect(made.filter(isFree)).toEqual([]);
  expect(["find *", "mkdir -p b && find plain", "touch b && ls *"].filter((line) => !isFree(line))).toEqual([]);
  mkdirSync(join(root, "bare/refs"), { recursive: true });
  mkdirSync(join(root, "bare/objects"));
  mkdirSync(join(root, "part"));
  writeFileSync(join(root, "part/HEAD"), "ref: refs/heads/main\n");
  expect(classifyCommand("cp part/* bare", options(["shell"])).verdict).toBe("ask");
  expect(classifyCommand("cp plain/src/* bare", options(["shell"])).verdict).toBe("allow");
});

test("what is not there yet is no link where the line makes none, and may lead outside where it may", () => {
  const judged = (line: string) => classifyCommand(line, options(["shell"]));
  mkdirSync(join(root, "../out/deep"), { recursive: true });
  symlinkSync("../out/deep", join(root, "away"));
  const makes = ["mkdir -p d/e", "mkdir -p d/e/f && touch d/e/f/x", "echo a > new", "rm -f x && mkdir d"];
  for (const made of makes) {
    expect(judged(`${made} && cp a.txt d/e/../c.txt`).verdict, made).toBe("allow");
    expect(judged(`${made}; echo x > d/../c.txt`).verdict, made).toBe("allow");
    for (const out of ["d/../../c", "d/e/../../../c", "l/up/x/../c", "d/../away/../c", "new2/../away/../../c"])
      expect(judged(`${made} && cp a.txt ${out}`).verdict, out).toBe("ask");
  }
  for (const brings of [
    "ln -s / d",
    "tar xf a.tar",
    "git checkout x",
    "unzip a",
    "cp -a l d",
    "cp -r l d",
    "mv l d",
    "./make",
  ])
    expect(judged(`${brings}; cp a.txt d/../c`).reason, brings).toContain("d/../c may lead outside the workspace");
});

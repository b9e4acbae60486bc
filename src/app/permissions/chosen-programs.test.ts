import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import { namesPlace } from "../../engines/shell/programs/chosen-programs.ts";
import { readingKind } from "./judge-command.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-chosen-")));
const root = join(home, "proj");
afterAll(() => rmSync(home, { recursive: true }));

/** Programs of the machine's own, by where they lie below the home: one as it is called, and what goes on to start another. */
const NATIVE = ["bin/rg", "bin/python3.12", "sw/coreutils", "manager/mise", "proto/shims/deno"];
const SCRIPTS = ["manager/terraform", "manager/perl", "manager/npm"];
const LINKS = [
  ["bin/python3", "bin/python3.12"],
  ["bin/ls", "sw/coreutils"],
  ["manager/node", "manager/mise"],
  ["manager/java", "manager/mise"],
] as const;
const PATH = ["bin", "manager", "proto/shims"].map((name) => join(home, name)).join(delimiter);

beforeAll(() => {
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text, { mode: 0o755 });
  };
  for (const name of NATIVE) put(name, "\x7fELF\x02\x01\x01\0\0");
  for (const name of SCRIPTS) put(name, `#!/usr/bin/env bash\nexec manager exec ${name} "$@"\n`);
  for (const [name, target] of LINKS) symlinkSync(join(home, target), join(home, name));
  linkSync(join(home, "manager/mise"), join(home, "manager/bun"));
});

async function kindWith(command: string, name: string, text: string): Promise<string> {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const kind = await readingKind(command, { root, home, folder: undefined, environment: { PATH } });
  rmSync(root, { recursive: true });
  return kind;
}

test.each([
  ["rustc -V", "rust-toolchain.toml", '[toolchain]\npath = "/tmp/proj/tc"\n'],
  ["rustc -V", "rust-toolchain.toml", '[toolchain]\n"p\\u0061th" = "\\u002ftmp"\n'],
  ["cargo --version", "rust-toolchain", "/tmp/proj/tc\n"],
  ["ls; cargo -V | head -1", "rust-toolchain", "/tmp/proj/tc\n"],
  ["dotnet --version", "global.json", '{ "sdk": { "paths": ["sdk"] } }'],
  ["java -version", ".java-version", "../../../tmp/proj/jdk\n"],
  ["node -v", ".tool-versions", "python 3.12.0\nnodejs path:./node\n"],
  ["node --version", "mise.toml", '[tools]\nnode = "path:./evil"\n'],
  ["node --version", ".mise.ci.toml", '[tools]\nnode = { path = "evil" }\n'],
  ["node --version", ".config/mise/config.toml", '[tools]\nnode = "22"\n'],
  ["node --version", ".nvmrc", "lts/../../evil\n"],
  [
    "node --version",
    "package.json",
    '{ "devEngines": { "runtime": { "name": "node", "version": "p\\u0061th:evil" } } }',
  ],
  ["deno --version", ".prototools", 'deno = "file://./deno"\n'],
  ["bun --version", ".bun-version", "path:./bun\n"],
  ["ls; npm -v", ".node-version", "path:./node\n"],
  ["npm ls", ".corepack.env", "COREPACK_HOME=ev\n"],
  ["perl -v", ".perl-version", "../../tmp/proj/perl\n"],
])("no program that lies where the folder says runs as a look: %s with %s", async (command, name, text) => {
  expect(await kindWith(command, name, text)).toBe("no");
});

test.each([
  ["rustc -V", "rust-toolchain.toml", '# see https://x.example\n[toolchain]\nchannel = "1.80" # as CI\n'],
  ["cargo --version", "rust-toolchain", "nightly-2026-01-01\n"],
  ["dotnet --version", "global.json", '{ "sdk": { "version": "10.0.100", "rollForward": "latestFeature" } }'],
  ["java -version", ".java-version", "21.0.2\n"],
  ["node -v", ".tool-versions", "nodejs 22.1.0 20.1.0\n"],
  ["node --version", "mise.toml", '# https://mise.example\n[tools]\nnode = "22"\npython = ["3.12", "3.11"]\n'],
  ["node --version", ".nvmrc", "lts/iron\n"],
  [
    "node --version",
    "package.json",
    '{ "main": "./a.js", "devEngines": { "runtime": { "name": "node", "version": ">=22" } } }',
  ],
  ["python3 -V", "mise.toml", '[tools]\npython = "path:./evil"\n[tasks.a]\nrun = "./a.sh"\n'],
  ["rg x", ".tool-versions", "ripgrep path:./rg\n"],
  ["ls; cd . && echo a", "mise.toml", '[env]\n_.path = "./bin"\n'],
  ["npm -v", ".npmrc", "registry=https://npm.example.com/\nlogs-dir=/tmp/x\n"],
  ["git status", ".tool-versions", "git path:/tmp/x\n"],
  // The sources of a manager, or what it keeps, choose nothing.
  ["node --version", "mise/src/main.rs", "fn main() {}\n"],
])("a version that it says, and settings that come to nothing there, do: %s with %s", async (command, name, text) => {
  expect(await kindWith(command, name, text)).not.toBe("no");
});

test("nor does one of which a sandbox alone makes its version a look", () => {
  const looks = (placesAbove: () => string | undefined): boolean | undefined =>
    classifyCommand("terraform version", { root, home, isSandboxed: true, facts: { placesAbove } }).segments[0]?.looks;
  expect([looks(() => undefined), looks(() => ".tool-versions")]).toEqual([true, undefined]);
  expect(namesPlace("yarnPath: yarn.cjs\n")).toBe(true);
});

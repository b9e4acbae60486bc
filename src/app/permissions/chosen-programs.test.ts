import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import { namesPlace } from "../../engines/shell/programs/chosen-programs.ts";
import { readingKind } from "./judge-command.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-chosen-")));
const root = join(home, "proj");
afterAll(() => rmSync(home, { recursive: true }));

async function kindWith(command: string, name: string, text: string): Promise<string> {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const kind = await readingKind(command, { root, home, folder: undefined }, {});
  rmSync(path);
  return kind;
}

test.each([
  ["rustc -V", "rust-toolchain.toml", '[toolchain]\npath = "/tmp/proj/tc"\n'],
  ["rustc -V", "rust-toolchain.toml", '[toolchain]\n"p\\u0061th" = "\\u002ftmp"\n'],
  ["cargo --version", "rust-toolchain", "/tmp/proj/tc\n"],
  ["ls; cargo -V | head -1", "rust-toolchain", "/tmp/proj/tc\n"],
  ["dotnet --version", "global.json", '{ "sdk": { "paths": ["sdk"] } }'],
  ["java -version", ".java-version", "../../../tmp/proj/jdk\n"],
  ["python3 -V", ".tool-versions", "nodejs 22.1.0\npython path:./py\n"],
  ["jq --version", ".tool-versions", "jq path:/tmp/proj/jq # own\n"],
])("no program that lies where the folder says runs as a look: %s with %s", async (command, name, text) => {
  expect(await kindWith(command, name, text)).toBe("no");
});

test.each([
  ["rustc -V", "rust-toolchain.toml", '# see https://x.example\n[toolchain]\nchannel = "1.80" # as CI\n'],
  ["cargo --version", "rust-toolchain", "nightly-2026-01-01\n"],
  ["dotnet --version", "global.json", '{ "sdk": { "version": "10.0.100", "rollForward": "latestFeature" } }'],
  ["java -version", ".java-version", "21.0.2\n"],
  ["python3 -V", ".tool-versions", "python 3.13.1 3.12.0\n"],
  ["npm -v", ".npmrc", "registry=https://npm.example.com/\nlogs-dir=/tmp/x\n"],
  ["git status", ".tool-versions", "git path:/tmp/x\n"],
])("a version that it says, and settings that come to nothing there, do: %s with %s", async (command, name, text) => {
  expect(await kindWith(command, name, text)).not.toBe("no");
});

test("nor does one of which a sandbox alone makes its version a look", () => {
  const looks = (placesAbove: () => string | undefined): boolean | undefined =>
    classifyCommand("ruff --version", { root, home, isSandboxed: true, facts: { placesAbove } }).segments[0]?.looks;
  expect([looks(() => undefined), looks(() => ".tool-versions")]).toEqual([true, undefined]);
  expect(namesPlace("yarnPath: yarn.cjs\n")).toBe(true);
});

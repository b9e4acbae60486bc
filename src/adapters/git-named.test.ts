import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, expect, test } from "vitest";
import { gitNamedAtTop } from "./git-config.ts";

let root = "";
afterEach(() => rmSync(root, { recursive: true, force: true }));

function repository(config: string, files: Readonly<Record<string, string>> = {}): void {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-named-")));
  const all = {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/objects/x": "",
    ".git/refs/x": "",
    ".git/config": config,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const namedFrom = (folder = root): readonly string[] =>
  gitNamedAtTop([folder])
    .map(({ path }) => relative(root, path))
    .toSorted();

test("what git is set to start or to read in the folder is found, also through what it includes, and where it is not there yet", () => {
  repository("[core]\n\thooksPath = githooks\n[include]\n\tpath = ../more.inc\n", {
    "more.inc":
      '[core]\n\tfsmonitor = ./fsm.sh\n[filter "x"]\n\tclean = sh scripts/clean.sh -v src\n[include]\n\tpath = absent.inc\n[alias]\n\tgo = "!python3 go.py main"\n',
    "src/a.ts": "",
    "scripts/clean.sh": "",
    "go.py": "",
  });
  expect(namedFrom()).toEqual(["absent.inc", "fsm.sh", "githooks", "go.py", "more.inc", "scripts/clean.sh"]);
  expect(namedFrom(join(root, "scripts"))).toEqual(["scripts/clean.sh"]);
});

test("a link stands for where it leads, and what lies elsewhere or is a program of the machine is none", () => {
  repository(
    "[core]\n\thooksPath = h\n\teditor = vim\n\tsshCommand = /usr/bin/ssh -i x\n[include]\n\tpath = /etc/gitmore\n",
    { "real/pre-commit": "" },
  );
  symlinkSync("real", join(root, "h"));
  expect(namedFrom()).toEqual(["real"]);
});

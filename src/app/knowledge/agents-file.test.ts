import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readInstructions } from "../../adapters/instructions/instructions.ts";
import { describeFolder } from "./agents-file.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-init-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function described(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return describeFolder(root, "the-folder");
}

test.each([
  [
    "package.json",
    {
      "package.json":
        '{"name":"tide","description":"Tides.","bin":{"tide":"cli.js"},"scripts":{"start":"node cli.js"}}',
      "cli.js": "",
    },
    [
      "tide: Tides.",
      "- `cli.js`: the program `tide` (package.json)",
      "- `npm run start`: `node cli.js` (package.json)",
    ],
  ],
  [
    "pyproject.toml",
    {
      "pyproject.toml": '[project]\nname = "tide"\ndescription = "Tides."\n[project.scripts]\ntide = "tide.cli:main"\n',
      "src/tide/cli.py": "",
    },
    ["tide: Tides.", "- `src/tide/cli.py`: the program `tide` (tide.cli:main) (pyproject.toml)"],
  ],
  [
    "Cargo.toml",
    { "Cargo.toml": '[package]\nname = "tide"\n', "src/main.rs": "", "src/bin/other.rs": "" },
    ["tide", "- `src/main.rs`: the program (Cargo.toml)", "- `src/bin/other.rs`: a program", "- `cargo run`"],
  ],
  [
    "go.mod",
    { "go.mod": "module example.org/tide\n", "cmd/tide/main.go": "package main\n" },
    ["example.org/tide", "- `cmd/tide/main.go`: a program (go.mod)", "- `go run ./cmd/tide`"],
  ],
  [
    "pom.xml",
    {
      "pom.xml":
        "<project><parent><artifactId>no</artifactId></parent><artifactId>tide</artifactId><build><mainClass>org.Tide</mainClass></build></project>",
      "src/main/java/org/Tide.java": "",
    },
    ["tide", "- `src/main/java/org/Tide.java`: the main class (pom.xml)"],
  ],
  [
    "gradle",
    { "settings.gradle": "rootProject.name = 'tide'\n", "build.gradle": "mainClass = 'org.Tide'\n" },
    ["tide", "- `org.Tide`"],
  ],
  [
    "Makefile",
    { Makefile: ".PHONY: run\nrun: x.o\nx.o:\n\tcc x.c\nhelp: ## says what there is\n" },
    ["- `make run`", "- `make help`: says what there is"],
  ],
  [
    "JCL",
    {
      "jcl/NIGHT.jcl": "//NIGHT    JOB (1),CLASS=A\n//S1       EXEC PGM=SORT\n//S2       EXEC PGM=POST\n",
      "POST.cbl": "",
    },
    ["the-folder", "- `jcl/NIGHT.jcl`: the job NIGHT, runs SORT, POST", "Columns matter"],
  ],
] as const)("%s names the project, its commands and where it starts", async (_, files, lines) => {
  const text = await described(files);
  for (const line of lines) expect(text).toContain(line);
});

test("what tests read, what others wrote and what is made again says nothing of what a project is written in", async () => {
  const text = await described({
    "src/a.ts": "",
    "test/fixtures/x.cbl": "",
    "vendor/y.py": "",
    "generated/z.java": "",
    "examples/job.jcl": "//JOB1 JOB\n",
  });
  expect(text).toContain("Written in TypeScript (1 file).");
  expect(text).not.toMatch(/Columns matter|JOB1/);
  expect(text).toContain("- `vendor/`: 1 file, Python, not edited by hand");
});

test("a manifest that cannot be read says nothing, and stops nothing", async () => {
  expect(await described({ "package.json": "{", "pyproject.toml": "[[[", "pom.xml": "<" })).toContain("the-folder");
});

test("Python tests without any settings have a command", async () => {
  const tests = { "tests/__init__.py": "", "tests/test_a.py": "import unittest\n" };
  expect(await described({ "ledger/dates.py": "", ...tests })).toContain(
    "- test: `python3 -m unittest` (tests/test_a.py)",
  );
});

test.each(["CLAUDE.md", "GEMINI.md"])(
  "what people said in %s still counts once AGENTS.md stands beside it",
  async (name) => {
    const text = await described({ [name]: "Be kind to the harbour.\n", "package.json": "{}" });
    writeFileSync(join(root, "AGENTS.md"), text);
    const read = readInstructions({ cwd: root, configFolder: join(root, "config"), sources: ["project"] });
    expect(read.text).toContain("Be kind to the harbour.");
    expect(read.files).toEqual([join(root, "AGENTS.md"), join(root, name)]);
    // Once written, it is the same again.
    expect(await describeFolder(root, "the-folder")).toBe(text);
  },
);

test("a file that is AGENTS.md under another name is not named in it", async () => {
  symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
  const text = await described({ "package.json": "{}" });
  expect(text).not.toContain("@CLAUDE.md");
  writeFileSync(join(root, "AGENTS.md"), text);
  expect(await describeFolder(root, "the-folder")).not.toContain("@CLAUDE.md");
});

test("folders that a tool makes again are said to be", async () => {
  expect(await described({ "src/a.py": "", "__pycache__/a.pyc": "" })).toContain(
    "- `__pycache__/`: 1 file, not edited by hand",
  );
});

import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

/** The folder has a link `lnk` that leads out of it. */
const realPath = (path: string): string | undefined =>
  path === "/w/lnk"
    ? "/elsewhere"
    : path.startsWith("/w/lnk/")
      ? `/elsewhere/${path.slice(7)}`
      : path === "/w"
        ? path
        : undefined;
const judged = (line: string, allow: string): string =>
  classifyCommand(line, { root: "/w", home: "/home/me", rules: { allow: [`shell(${allow})`] }, facts: { realPath } })
    .verdict;

const WRITES = [
  ...[
    "mktemp -p lnk",
    "mktemp --tmpdir=lnk x.XXX",
    "tsc --outDir lnk",
    "tsc --outDir=lnk",
    "mypy --cache-dir lnk a.py",
    "python3 -m venv lnk",
    "cargo new lnk",
  ],
  ...[
    "vite build --outDir lnk",
    "webpack -o lnk",
    "jest --coverageDirectory=lnk",
    "gh repo clone x lnk",
    "go test -outputdir=lnk",
  ],
  ...["mocha --reporter-option output=lnk/x", "pytest --cov-report=xml:lnk/x", "cp a lnk"],
];

test.each(WRITES.map((line) => [line]))(
  "a rule for a program speaks for no place behind a link that leads out: %s",
  (line) => {
    const [program = ""] = line.split(" ");
    expect(judged(line, program)).toBe("ask");
    expect(judged(line.replace("lnk", "own"), program)).toBe("allow");
  },
);

test.each(["make lnk", "npm run lnk", "npm test -- --grep own", "cargo test lnk", "go test ./own"])(
  "a name that a program takes for none is no place: %s",
  (line) => expect(judged(line, line.split(" ")[0] ?? "")).toBe("allow"),
);

test("a sandbox does not answer for what is read through a link that leads out, by its bare name", () => {
  const facts = { realPath: (path: string) => (path === "/elsewhere" ? path : realPath(path)) };
  const sandboxed = (line: string): string =>
    classifyCommand(line, { root: "/w", home: "/home/me", isSandboxed: true, facts }).verdict;
  const reads = ["cp -rL lnk x", "install lnk x", "dd if=lnk of=x", "tar chf x.tar lnk", "pandoc lnk -o x", "sh lnk"];
  const others = reads.map((line) => line.replace("lnk", "own"));
  const names = ["make lnk", "npm run lnk", "python3 a.py lnk", "git add lnk"];
  expect([...reads, ...others, ...names].filter((line) => sandboxed(line) === "allow")).toEqual([...others, ...names]);
});

const SETTINGS = [
  ...[
    "npm config set script-shell ./a",
    "npm config set script-shell=./a",
    "npm set script-shell ./a",
    "npm c delete registry",
  ],
  ...[
    "pnpm config set script-shell x",
    "go env -w GOFLAGS=-toolexec=./x",
    "go env -u GOFLAGS",
    "gh config set pager id",
    "pip config set global.index-url x",
    "bundle config set path x",
  ],
];
const SHOWN = [
  "npm config get registry",
  "npm config list",
  "go env GOFLAGS",
  "go env",
  "gh config get pager",
  "pip config list",
  "bundle config get path",
  "npm test",
];

test("what a tool keeps as its settings is changed by no rule for the tool as a whole, and by one that says so", () => {
  const named = SETTINGS.map((line) => [line, judged(line, line.split(" ")[0] ?? ""), judged(line, "*")]);
  expect(named).toEqual(SETTINGS.map((line) => [line, "ask", "allow"]));
  expect(SETTINGS.filter((line) => judged(line, line.split(" ").slice(0, 3).join(" ")) !== "allow")).toEqual([]);
  expect(SHOWN.filter((line) => judged(line, line.split(" ")[0] ?? "") !== "allow")).toEqual([]);
});

test("what a program writes by an option is held against the names that start programs", () => {
  const lines = [
    "rsync --log-file=.mcp.json a d/",
    "rsync --write-batch=.git/hooks/post-checkout a d/",
    "rsync --only-write-batch .husky/x a d/",
  ];
  expect(lines.filter((line) => judged(line, "rsync") === "allow")).toEqual([]);
  expect(judged("rsync --log-file=log a d/", "rsync")).toBe("allow");
});

test("under leave to edit files a folder poured out into another brings no repository and no hooks", () => {
  const within: Readonly<Record<string, readonly string[]>> = { d: ["HEAD", "config"], e: ["a.ts"], h: [".git"] };
  const namesFound = (pattern: string): readonly string[] => {
    const [, folder = "", last = ""] = /^\/w\/(?:\.\/)?(\w)\/([^/]*)$/.exec(pattern) ?? [];
    return (within[folder] ?? []).flatMap((name) =>
      (name[0] === ".") === (last[0] === ".") ? [`/w/${folder}/${name}`] : [],
    );
  };
  const isAllowed = (line: string): boolean =>
    classifyCommand(line, {
      root: "/w",
      home: "/home/me",
      rules: { allow: ["shell(@edit-files)"] },
      facts: { namesFound },
    }).verdict === "allow";
  const forms = (folder: string): readonly string[] => [
    `cp -r ${folder}/. s`,
    `cp -a ./${folder}/. s`,
    `cp -rT ${folder} s`,
    `mv -T ${folder} s`,
  ];
  expect(["d", "h"].flatMap(forms).filter(isAllowed)).toEqual([]);
  expect(forms("e").filter(isAllowed)).toEqual(forms("e"));
});

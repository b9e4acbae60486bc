import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import type { Search, SearchQuery } from "../../core/ports/workspace.ts";
import { createWorkspace } from "./files.ts";
import { prepareSearch } from "./prepared-search.ts";
import { createSearch } from "./search.ts";
import { findRipgrep, searchWithRipgrep } from "./search-ripgrep.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function tree(files: Record<string, string | Uint8Array>): string {
  const root = mkdtempSync(join(tmpdir(), "waymark-search-"));
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const QUERY: SearchQuery = {
  pattern: "needle",
  path: ".",
  ignoreCase: false,
  literal: false,
  contextLines: 0,
  matchesMax: 100,
};

function engines(root: string): { readonly ripgrep: Search; readonly own: Search } {
  const workspace = createWorkspace({ root });
  const options = { workspace, environment: process.env };
  return { ripgrep: createSearch(options), own: createSearch({ ...options, engine: "own" }) };
}

const signal = new AbortController().signal;

/** Asks both engines, which must agree, and gives what they say; ripgrep must not have handed the search on. */
async function searchBoth(root: string, query: Partial<SearchQuery> = {}) {
  const { ripgrep, own } = engines(root);
  const asked = { ...QUERY, ...query };
  const fromOwn = await own.search(asked, signal);
  expect(await ripgrep.search(asked, signal)).toEqual(fromOwn);
  const prepared = prepareSearch(asked, createWorkspace({ root }), createWorkspace({ root }), {
    signal,
    deadline: signal,
  });
  const program = await findRipgrep(process.env);
  expect(await searchWithRipgrep(program ?? "", prepared)).toEqual(fromOwn);
  return fromOwn;
}

test("what lies in a file that may not be shown changes nothing of what is found, letter by letter", async () => {
  const root = tree({
    "private/key.txt": "zebra-quagga\n".repeat(50),
    id_rsa: "zebra-quagga\n",
    "open.txt": "needle\nneedle\n",
  });
  const workspace = createWorkspace({ root });
  const options = { workspace, environment: process.env, rules: { deny: ["private/**"] } };
  const forms = [
    { path: "." },
    { path: ".", matchesMax: 1 },
    { path: ".", glob: "private/*" },
    { path: "id_rsa" },
    { path: ".", pattern: "needle|PATTERN" },
  ];
  for (const engine of ["ripgrep-if-found", "own"] as const)
    for (const form of forms) {
      const found = (guess: string) => {
        const pattern = form.pattern?.replace("PATTERN", guess) ?? guess;
        return createSearch({ ...options, engine }).search({ ...QUERY, ...form, pattern }, signal);
      };
      const right = await found("zebra-q");
      expect(right).toEqual(await found("zebra-x"));
      expect(right.isPartial).toBe(form.pattern === undefined ? true : undefined);
    }
  const open = createSearch(options).search({ ...QUERY, glob: "open.*", pattern: "zebra" }, signal);
  expect(await open).toEqual({ matches: [] });
});

async function placesOf(root: string, query: Partial<SearchQuery> = {}): Promise<string[]> {
  const { matches } = await searchBoth(root, query);
  return matches.map((match) => `${match.path}:${match.line}:${match.text}`);
}

test("ripgrep is here and answers itself, so that the comparisons compare", async () => {
  const program = await findRipgrep(process.env);
  expect(program).toBeDefined();
  const workspace = createWorkspace({ root: tree({ "a.txt": "needle" }) });
  const prepared = prepareSearch(QUERY, workspace, workspace, { signal, deadline: signal });
  expect(await searchWithRipgrep(program ?? "", prepared)).toEqual({
    matches: [{ path: "a.txt", line: 1, text: "needle", before: [], after: [] }],
  });
});

describe("both engines find the same", () => {
  test("lines in the order of path and line", async () => {
    const root = tree({ "b.txt": "needle\n", "a/z.txt": "x\nneedle two", "a.txt": "needle\nneedle\n" });
    expect(await placesOf(root)).toEqual([
      "a/z.txt:2:needle two",
      "a.txt:1:needle",
      "a.txt:2:needle",
      "b.txt:1:needle",
    ]);
  });

  test("nothing in ignored, hidden and binary files", async () => {
    const root = tree({
      ".gitignore": "*.log\n!keep.log\nout/\n",
      "a.log": "needle",
      "keep.log": "needle",
      "out/a.txt": "needle",
      ".hidden": "needle",
      "deep/.gitignore": "/local\n",
      "deep/local": "needle",
      "deep/down/local": "needle",
      "late.bin": `needle\n${"x".repeat(100_000)}\0`,
      "image.bin": "needle\0",
    });
    expect(await placesOf(root)).toEqual(["deep/down/local:1:needle", "keep.log:1:needle"]);
    expect(await placesOf(root, { path: "deep" })).toEqual(["deep/down/local:1:needle"]);
    expect(await placesOf(root, { glob: ".hid*" })).toEqual([".hidden:1:needle"]);
  });

  test("the rules of folders above the one searched, and info/exclude", async () => {
    const root = tree({
      ".git/info/exclude": "secret.txt\n",
      ".gitignore": "a/b/no.txt\n*.tmp\n",
      "a/b/no.txt": "needle",
      "a/b/yes.txt": "needle",
      "a/b/x.tmp": "needle",
      "a/b/secret.txt": "needle",
      "a/.ignore": "!x.tmp\n",
    });
    expect(await placesOf(root, { path: "a/b" })).toEqual(["a/b/x.tmp:1:needle", "a/b/yes.txt:1:needle"]);
  });

  test("files of a glob, in their name or their path", async () => {
    const root = tree({
      "src/a.ts": "needle",
      "src/deep/b.ts": "needle",
      "c.ts": "needle",
      "c.js": "needle",
      "x/c.tsx": "needle",
    });
    expect(await placesOf(root, { glob: "*.ts" })).toHaveLength(3);
    expect(await placesOf(root, { glob: "**/*.ts" })).toHaveLength(3);
    expect(await placesOf(root, { glob: "src/**" })).toEqual(["src/a.ts:1:needle", "src/deep/b.ts:1:needle"]);
    expect(await placesOf(root, { glob: "src/*.ts" })).toEqual(["src/a.ts:1:needle"]);
    expect(await placesOf(root, { glob: "*.{tsx,js}" })).toEqual(["c.js:1:needle", "x/c.tsx:1:needle"]);
    expect(await placesOf(root, { glob: "!*.ts" })).toEqual(["c.js:1:needle", "x/c.tsx:1:needle"]);
  });

  test("context that runs into the neighbours' and the ends of the file", async () => {
    const root = tree({ "a.txt": "needle 1\nb\nneedle 3\nd\ne\nf\nneedle 7" });
    const { matches } = await searchBoth(root, { contextLines: 2 });
    expect(matches.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: [], after: ["b", "needle 3"] },
      { before: ["needle 1", "b"], after: ["d", "e"] },
      { before: ["e", "f"], after: [] },
    ]);
  });

  test("the first matches when there are more, and say so", async () => {
    const root = tree(
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.txt`, "needle\n".repeat(9)])),
    );
    const result = await searchBoth(root, { matchesMax: 20, contextLines: 1 });
    expect(result.stopped).toBe("matches");
    expect(result.matches).toHaveLength(20);
    expect(result.matches.at(-1)).toMatchObject({ path: "10.txt", line: 2 });
    expect((await searchBoth(root, { matchesMax: 270 })).stopped).toBeUndefined();
  });

  test("text in UTF-8 with and without a mark, in UTF-16 and with stray bytes", async () => {
    const root = tree({
      "mark.txt": "\uFEFFneedle é",
      "wide.txt": Buffer.from("\uFEFFneedle ü\r\n", "utf16le"),
      "stray.txt": Buffer.from("needle \xe9\xff!\nnadel \xe9\n", "latin1"),
    });
    expect(await placesOf(root)).toEqual([
      "mark.txt:1:needle é",
      "stray.txt:1:needle \uFFFD\uFFFD!",
      "wide.txt:1:needle ü",
    ]);
    expect(await placesOf(root, { pattern: "^needle .$" })).toEqual(["mark.txt:1:needle é", "wide.txt:1:needle ü"]);
    expect(await placesOf(root, { pattern: "nadel [^x]" })).toEqual([]);
    expect(await placesOf(root, { pattern: " \\B" })).toEqual([]);
  });

  test("names with line feeds and names that are no UTF-8", async () => {
    const root = tree({ "a\nb.txt": "needle" });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]), "needle");
    expect(await placesOf(root)).toEqual(["a\\nb.txt:1:needle", "caf\\xE9:1:needle"]);
  });

  test.each([
    ["end of a line", "end;$", 2],
    ["start of a line", "^\\s*let", 2],
    ["word border with umlauts", "\\bgrün\\b", 1],
    ["word of any script", "^\\w+$", 3],
    ["digits", "\\d{2,3}", 2],
    ["upper case", "[[:upper:]]", 1],
    ["ignored case", "(?i)GRÜN", 2],
    ["groups and choices", "(?:let|end)(;|\\s)", 3],
    ["a brace that is no quantifier", "f() {", 0],
    ["a bracket in a class", "[[{]", 1],
    ["property", "\\p{Greek}", 1],
    ["any character", "^.$", 1],
    ["empty lines", "^$", 1],
    ["not in a class", "^[^a-z]+$", 1],
  ])("by syntax: %s", async (_, pattern, count) => {
    const root = tree({
      "a.txt": "let a = 12;\r\n  let end;\r\nend;\n\nf(x) {\nσ\nGrün\nin grün 345\nstraße\n",
    });
    expect((await searchBoth(root, { pattern })).matches).toHaveLength(count);
  });

  test("a literal text with every special character", async () => {
    const root = tree({ "a.txt": "x\na.b*(c)[d]{e}^$|\\+?-&~#\ny\n" });
    expect(await placesOf(root, { literal: true, pattern: ".b*(c)[d]{e}^$|\\+?-&~#" })).toHaveLength(1);
  });

  test("on random trees, patterns and texts", async () => {
    const name = fc.constantFrom("a", "b", "src", "out", ".dot", "c.log", "d.txt", "é");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const line = fc.constantFrom("aa", "ab", "a b", "b", "", "Éa", "é", "a\r", "12", "\0", "a_a", "\uFEFFa");
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));
    const rule = fc.constantFrom(
      "*.log",
      "!c.log",
      "out/",
      "/a",
      "a/b",
      "**/b",
      "src/**",
      "d.*",
      "!d.txt",
      ".dot",
      "!.dot",
      "[ab]",
      "# x",
    );
    const ignore = fc.array(rule, { maxLength: 4 }).map((rules) => rules.join("\n"));
    const pattern = fc.constantFrom(
      "a",
      "^a",
      "a$",
      "\\ba\\b",
      "\\w+",
      "[^a]",
      "a|b",
      "\\s",
      "^$",
      ".",
      "É",
      "a{2}",
      "x*",
      "\\d",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, text, { maxKeys: 8 }),
        fc.record({ ".gitignore": ignore, "src/.gitignore": ignore, ".ignore": ignore }, { requiredKeys: [] }),
        fc.record({
          pattern,
          ignoreCase: fc.boolean(),
          contextLines: fc.nat(2),
          matchesMax: fc.integer({ min: 1, max: 6 }),
          glob: fc.constantFrom("*", "*.txt", "src/**", "**/*.log", ".dot/*", "a"),
        }),
        async (files, ignores, query) => {
          const root = mkdtempSync(join(tmpdir(), "waymark-search-"));
          try {
            for (const [file, content] of Object.entries({ ...files, ...ignores })) {
              // One name may be asked for both as a file and as a folder.
              try {
                mkdirSync(dirname(join(root, file)), { recursive: true });
                writeFileSync(join(root, file), content);
              } catch {}
            }
            await searchBoth(root, query);
          } finally {
            rmSync(root, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: rounds(25) },
    );
  });
});

test.each([
  ["a(", "a group ( is not closed"],
  ["(?=a)", "look-around"],
  ["*a", "nothing that * could repeat"],
  ["a\\nb", "line by line"],
  ["(a)\\1", "back-references"],
])("an invalid pattern %s is explained the same by both", async (pattern, problem) => {
  const { ripgrep, own } = engines(tree({}));
  const query = { ...QUERY, pattern };
  await expect(ripgrep.search(query, signal)).rejects.toThrow(problem);
  await expect(own.search(query, signal)).rejects.toThrow(problem);
});

test("a line that is too long begins shortly before what was looked for, and says that it was cut", async () => {
  const root = tree({ "long.js": `${"q".repeat(9_000)}needle;${"r".repeat(9_000)}\n` });
  const { ripgrep, own } = engines(root);
  for (const query of [QUERY, { ...QUERY, pattern: "NEEDLE;", literal: true, ignoreCase: true }]) {
    const { matches } = await own.search(query, signal);
    expect(matches[0]?.text).toMatch(/^…q{100}needle;r+…$/);
    expect((await ripgrep.search(query, signal)).matches).toEqual(matches);
  }
  const { matches } = await own.search({ ...QUERY, pattern: "needle.r" }, signal);
  expect(matches[0]?.text).toMatch(/^q{2000}…$/);
});

test("a search outside of the working folder is refused", async () => {
  const { own } = engines(tree({}));
  await expect(own.search({ ...QUERY, path: ".." }, signal)).rejects.toThrow("outside the working folder");
});

test.skipIf(process.platform !== "linux")(
  "an ignore file that leads to a device hides nothing and keeps nobody waiting",
  async () => {
    const root = tree({ "a.txt": "needle\n", "below/b.txt": "needle\n" });
    symlinkSync("/dev/zero", join(root, "below/.gitignore"));
    const { ripgrep, own } = engines(root);
    for (const engine of [own, ripgrep]) {
      const { matches, stopped } = await engine.search(QUERY, signal);
      expect([matches.map(({ path }) => path), stopped]).toEqual([["a.txt", "below/b.txt"], undefined]);
    }
  },
);

// Ripgrep waits for the other end of such a pipe until the time of the search is up.
test.skipIf(process.platform === "win32").each(["below/.gitignore", ".ignore", ".rgignore", ".git/info/exclude"])(
  "a pipe as %s hides nothing and is left out at once",
  async (name) => {
    const root = tree({ "a.txt": "needle\n", "below/b.txt": "needle\n", ".git/info/other": "" });
    execFileSync("mkfifo", [join(root, name)]);
    const { ripgrep, own } = engines(root);
    for (const engine of [own, ripgrep]) {
      const { matches, stopped } = await engine.search(QUERY, signal);
      expect([matches.map(({ path }) => path), stopped]).toEqual([["a.txt", "below/b.txt"], undefined]);
    }
  },
);

test("a cancelled search throws", async () => {
  const { ripgrep, own } = engines(tree({ "a.txt": "needle" }));
  await expect(ripgrep.search(QUERY, AbortSignal.abort())).rejects.toThrow();
  await expect(own.search(QUERY, AbortSignal.abort())).rejects.toThrow();
});

describe("a line of many megabytes", () => {
  const long = (before: string, chars: number, after: string): string => `${before}${"x".repeat(chars)}${after}`;

  test("is found by both engines, with its number and its beginning, and so is what stands behind it", async () => {
    const root = tree({
      "big.txt": `first\n${long('{"needle": "', 20_000_000, "needle end")}\nlast needle\n`,
      "late.txt": `${long("start ", 3_000_000, " needle")}\n`,
      "small.txt": "a needle\n",
    });
    const { ripgrep, own } = engines(root);
    for (const engine of [ripgrep, own]) {
      const { matches, stopped } = await engine.search(QUERY, signal);
      expect(stopped).toBeUndefined();
      expect(matches.map(({ path, line, text }) => `${path}:${line}:${text.slice(0, 12)}`)).toEqual([
        'big.txt:2:{"needle": "',
        "big.txt:3:last needle",
        "late.txt:1:start xxxxxx",
        "small.txt:1:a needle",
      ]);
      expect(matches.every(({ text }) => text.length <= 2001)).toBe(true);
    }
  });

  test("a line of many matches is one match", async () => {
    const root = tree({ "big.txt": `${"x".repeat(200_000)}\n`.repeat(3) });
    const { matches, stopped } = await engines(root).ripgrep.search({ ...QUERY, pattern: "x" }, signal);
    expect({ lines: matches.map(({ line }) => line), stopped }).toEqual({ lines: [1, 2, 3], stopped: undefined });
  });

  test("where lines are more than a search may hold, it says that it was cut, and why", async () => {
    const root = tree(
      Object.fromEntries([1, 2, 3].map((at) => [`big-${at}.txt`, `needle ${"x".repeat(900_000)}\n`.repeat(15)])),
    );
    const { ripgrep, own } = engines(root);
    for (const engine of [ripgrep, own])
      expect((await engine.search({ ...QUERY, matchesMax: 1000 }, signal)).stopped).toBe("size");
  });
});

describe("a pattern that would be tried for hours", () => {
  test("is given up by our own walker, which says so", async () => {
    const root = tree({ "a.txt": `${"a".repeat(80)}!\n`.repeat(50), "b.txt": "aaa\n" });
    const found = await engines(root).own.search({ ...QUERY, pattern: "(a+)+$" }, signal);
    expect(found.stopped).toBe("time");
    expect((await engines(root).ripgrep.search({ ...QUERY, pattern: "(a+)+$" }, signal)).matches).toHaveLength(1);
  });

  test("a line of megabytes that is searched from each of its places is given up too", async () => {
    const root = tree({ "big.txt": `${"x".repeat(2_000_000)}\n` });
    const found = await engines(root).own.search({ ...QUERY, pattern: "x.*needle" }, signal);
    expect(found).toEqual({ matches: [], stopped: "time" });
  });

  test("an ordinary pattern is searched to the end in a file of many pieces", async () => {
    const root = tree({ "many.txt": `${"word ".repeat(20)}\n`.repeat(30_000) + "the needle 42\n" });
    const { matches, stopped } = await engines(root).own.search({ ...QUERY, pattern: "need\\w+ \\d+" }, signal);
    expect({ lines: matches.map(({ line }) => line), stopped }).toEqual({ lines: [30_001], stopped: undefined });
  });
});

test.each([
  ["by its place", ""],
  ["through a link", "link"],
])("a folder of Waymark itself is come across from no folder above it, %s", async (_, link) => {
  const top = realpathSync(
    tree({ "me/state/logs/log.txt": "needle", "me/mine.txt": "needle", "work/a.txt": "needle" }),
  );
  const [root, me, own] = [join(top, "work"), join(top, "me"), join(top, "me/state")];
  if (link !== "") symlinkSync(me, join(top, link));
  const path = link === "" ? me : join(top, link);
  const decided = [{ path, use: "read", realPath: me, lifts: ["outside"] }] as const;
  const workspace = createWorkspace({ root, closed: [own] }).allowing([], decided);
  for (const engine of ["ripgrep-if-found", "own"] as const) {
    const search = createSearch({ workspace, environment: process.env, engine, closed: [own] });
    const found = await search.search({ ...QUERY, path, decided }, signal);
    expect(found.matches.map((match) => match.path)).toEqual([`${path}/mine.txt`]);
    const within = await search.search({ ...QUERY, path, glob: "state/logs/*.txt", decided }, signal);
    expect(within.matches).toEqual([]);
  }
  const walked: string[] = [];
  for await (const file of workspace.walk(path)) walked.push(file);
  expect(walked).toEqual([`${path}/mine.txt`]);
  const part = createWorkspace({ root: me, closed: [own] });
  const shown: string[] = [];
  for await (const files of part.walkParts(".")) shown.push(...files);
  // Whoever works in it works with it.
  expect(shown.toSorted()).toEqual(["mine.txt", "state/logs/log.txt"]);
});

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

/** Which top-level folders a floor may import; a folder may always import itself. */
const FLOORS: Record<string, readonly string[]> = {
  base: [],
  core: ["base"],
  engines: ["base"],
  tools: ["core", "engines", "base"],
  adapters: ["core", "engines", "base"],
  app: ["tools", "adapters", "core", "engines", "base"],
  frontends: ["app", "core", "engines", "base"],
  exports: ["frontends", "app", "tools", "adapters", "core", "engines", "base"],
  "main.ts": ["frontends", "app", "core", "base"],
};
/** Packages that a pure floor may name. `unbash` is the shell grammar of engines/shell, `@cfworker/json-schema` the judge of engines/schema, `confbox` the YAML of engines/calls,
 *  `jsonc-parser` changes one place of a notebook and no other byte. */
const PURE_PACKAGES: Record<string, readonly string[]> = {
  base: [],
  core: ["zod"],
  engines: ["unbash", "diff", "@cfworker/json-schema", "confbox", "jsonc-parser"],
};
/** Engines that turn values into text for people, or name what can be asked. The others decide: entrances ask the house for that. */
const ENGINES_FOR_PEOPLE = [
  "engines/terminal-text/",
  "engines/mermaid/",
  "engines/diagrams/",
  "engines/citadel/queries/",
  "engines/citadel/report/",
  "engines/edits/model.ts",
  "engines/text/",
];

interface Import {
  readonly file: string;
  readonly target: string;
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
const floorOf = (path: string): string => path.split("/")[0] ?? "";
const roomOf = (path: string): string => path.split("/").slice(0, 2).join("/");

function importsOf(root: string): { files: string[]; imports: Import[]; packages: Import[] } {
  const files = globSync("**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).map((file) => file.split(sep).join("/"));
  const imports: Import[] = [];
  const packages: Import[] = [];
  for (const file of files) {
    const module = parseSync(file, readFileSync(join(root, file), "utf8")).module;
    const lazy = module.dynamicImports.map((entry) =>
      readFileSync(join(root, file), "utf8")
        .slice(entry.moduleRequest.start, entry.moduleRequest.end)
        .replace(/^["'`]|["'`]$/g, ""),
    );
    const eager = [
      ...module.staticImports.map((entry) => entry.moduleRequest.value),
      ...module.staticExports.flatMap((entry) => entry.entries.flatMap((part) => part.moduleRequest?.value ?? [])),
    ];
    for (const specifier of [...eager, ...lazy]) {
      if (specifier.startsWith(".")) {
        const target = relative(root, join(root, dirname(file), specifier))
          .split(sep)
          .join("/");
        imports.push({ file, target });
      } else packages.push({ file, target: specifier });
    }
  }
  return { files, imports, packages };
}

function upwardImports(root: string): string[] {
  const { imports, packages } = importsOf(root);
  const wrong: string[] = [];
  for (const { file, target } of imports) {
    const from = floorOf(file);
    const to = floorOf(target);
    const allowed = FLOORS[from] ?? [];
    const decides = to === "engines" && !ENGINES_FOR_PEOPLE.some((engine) => target.startsWith(engine));
    if (from !== to && (!allowed.includes(to) || (from === "frontends" && decides))) wrong.push(`${file} -> ${target}`);
    if (from === "adapters" && to === "adapters" && roomOf(file) !== roomOf(target) && target.split("/").length > 2)
      wrong.push(`${file} -> ${target} (another adapter's room)`);
    if (
      from === "frontends" &&
      to === "frontends" &&
      roomOf(file) !== roomOf(target) &&
      !file.startsWith("frontends/commands/")
    )
      wrong.push(`${file} -> ${target} (another frontend)`);
  }
  for (const { file, target } of packages) {
    const allowed = PURE_PACKAGES[floorOf(file)];
    if (allowed && !allowed.includes(packageOf(target))) wrong.push(`${file} -> ${target}`);
    if (floorOf(file) === "tools" && target.startsWith("node:")) wrong.push(`${file} -> ${target}`);
  }
  return wrong;
}

test("every import goes down", () => {
  expect(importsOf("src").files.length).toBeGreaterThan(20);
  expect(upwardImports("src")).toEqual([]);
});

test("the gate fails on a house with an upward import", () => {
  expect(upwardImports("test/fixtures/architecture-broken")).toEqual([
    "core/agent.ts -> tools/read.ts",
    "core/agent.ts -> node:fs",
  ]);
});

/** Places that look into the environment of the process, by name or by number. */
function environmentReads(root: string): string[] {
  return globSync("frontends/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).filter((file) =>
    /\b(?:environment|process\.env)(?:\[|\.[A-Z])|\blocations\(/.test(readFileSync(join(root, file), "utf8")),
  );
}

test("entrances hand the environment on; the house reads it", () => {
  expect(environmentReads("src")).toEqual([]);
  expect(environmentReads("test/fixtures/architecture-broken")).toEqual(["frontends/terminal.ts"]);
});

/** Files that stand in one another's way at the start: each must be read before the one that names it. */
const CHAIN_FILES_MAX = 12;

/** What a file loads at once: imports and re-exports of values. Types are gone by then, and `import()` waits. */
function eagerImports(root: string, file: string): string[] {
  const module = parseSync(file, readFileSync(join(root, file), "utf8")).module;
  const imported = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType),
  );
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.isType ? [] : (entry.moduleRequest?.value ?? []))),
  );
  return [...imported.map((entry) => entry.moduleRequest.value), ...passedOn]
    .filter((specifier) => /^\..*\.ts$/.test(specifier))
    .map((specifier) =>
      relative(root, join(root, dirname(file), specifier))
        .split(sep)
        .join("/"),
    );
}

/** The longest chain of eager imports, first file first. */
function longestChain(root: string): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const chainFrom = (file: string): readonly string[] => {
    const found = known.get(file);
    if (found) return found;
    // A circle, which the linter refuses, ends here.
    known.set(file, [file]);
    const chains = eagerImports(root, file).map(chainFrom);
    const chain = [file, ...chains.reduce((best, one) => (one.length > best.length ? one : best), [])];
    known.set(file, chain);
    return chain;
  };
  return importsOf(root)
    .files.map(chainFrom)
    .reduce((best, one) => (one.length > best.length ? one : best), []);
}

test(`no chain of eager imports is longer than ${CHAIN_FILES_MAX} files`, () => {
  const chain = longestChain("src");
  expect(chain.length).toBeGreaterThan(4);
  expect(chain.length, chain.join("\n-> ")).toBeLessThanOrEqual(CHAIN_FILES_MAX);
});

test("the gate follows imports and re-exports of values only", () => {
  expect(longestChain("test/fixtures/architecture-chain")).toEqual(["a.ts", "b.ts", "c.ts", "d.ts"]);
});

const RECURSIVE_MKDIR = /\bmkdir(?:Sync)?\([^;]*?recursive: true/;

test("folders are made in the one way that always returns", () => {
  const files = globSync("**/*.ts", { cwd: "src", exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(100);
  expect(RECURSIVE_MKDIR.test("mkdirSync(dirname(file), {\n  recursive: true })")).toBe(true);
  expect(files.filter((file) => RECURSIVE_MKDIR.test(readFileSync(join("src", file), "utf8")))).toEqual([]);
});

/**
 * Who reads a file by its path alone, and why nothing is judged by one reading and used by another: files of a folder that count, or are told
 * to a model, come from `trustedReader` and `readWithin`.
 */
const READ_BY_PATH: Readonly<Record<string, readonly string[]>> = {
  "the person's own, or what Waymark wrote itself": [
    ...["app/agents/agent-files.ts", "app/knowledge/custom-commands.ts", "app/knowledge/write-skills.ts"],
    ...["app/models/model-catalogue.ts", "app/plugins/plugin-parts.ts", "app/trust/person-seal.ts"],
    ...["app/settings/from-project.ts", "app/settings/read-config-file.ts", "app/settings/others/import-settings.ts"],
    ...["app/settings/others/read-in-place.ts", "app/mcp/import-servers.ts", "app/estate-pages/site-files.ts"],
    ...["adapters/memory/notes.ts", "adapters/remedies/remedy-file.ts", "adapters/sandbox/bubblewrap.ts"],
    ...["adapters/sessions/session-catalogue.ts", "adapters/sessions/unsent-texts.ts", "app/settings/write-setting.ts"],
    // When a plan was made, which orders a list.
    "adapters/plans/plan-files.ts",
  ],
  "the one reading of what is trusted, and what a person is shown of it": [
    "app/trust/trust.ts",
    "app/trust/trust-items.ts",
    "app/trust/trust-question.ts",
    "app/trust/named-files.ts",
  ],
  "what git reads of a repository, and lists of what is left out": [
    ...["adapters/git-config.ts", "adapters/workspace/git/git-elsewhere.ts"],
    ...["adapters/workspace/walk.ts", "adapters/code-index/list-files.ts", "app/context/git-worktree.ts"],
    ...["adapters/workspace/command-facts.ts", "adapters/workspace/git/seen-names.ts"],
  ],
};
const READERS_BY_PATH = new Set(["readPlainFile", "plainText", "smallText", "fileHead", "fileEnd"]);

function readersByPath(root: string): readonly string[] {
  return globSync("**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).filter((file) =>
    parseSync(file, readFileSync(join(root, file), "utf8")).module.staticImports.some(
      ({ moduleRequest, entries }) =>
        moduleRequest.value.endsWith("/read-plain-file.ts") &&
        entries.some(({ importName: { name = "" } }) => READERS_BY_PATH.has(name ?? "")),
    ),
  );
}

test("only those that are named here read files by their path", () => {
  const files = readersByPath("src").map((file) => file.split(sep).join("/"));
  expect(files.sort()).toEqual(Object.values(READ_BY_PATH).flat().sort());
});

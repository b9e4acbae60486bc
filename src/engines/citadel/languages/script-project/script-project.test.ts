import { beforeAll, describe, expect, test } from "vitest";
import { createTreeSitterFrontends } from "../../../../adapters/code-index/tree-sitter.ts";
import type { LanguageFrontend } from "../../frontend.ts";
import { buildGraph } from "../../graph/build-graph.ts";
import { LANGUAGES, LanguageFinder } from "../index.ts";
import { scriptProject } from "./script-project.ts";

let finder: LanguageFinder;
beforeAll(async () => {
  finder = new LanguageFinder([...LANGUAGES, ...(await createTreeSitterFrontends(["typescript", "javascript"]))]);
});

type Files = Readonly<Record<string, string | object>>;
const TARGET = "export function go() {}\n";
const importing = (specifier: string): string => `import { go } from "${specifier}";\ngo();\n`;

/** What the import of `from` and the call beside it lead to. */
function leads(files: Files, from: string): string[] {
  const facts = Object.entries(files).map(([path, content]) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const frontend = finder.byPath(path) as LanguageFrontend;
    return { facts: frontend.parse({ path, text }, { find: () => undefined }), sha256: "" };
  });
  return buildGraph(facts)
    .edges.filter(({ kind, file }) => file === from && (kind === "imports" || kind === "calls"))
    .map(({ kind, resolved, to }) => `${kind} ${resolved}${to === undefined ? "" : ` ${to}`}`);
}

const found = (path: string): string[] => [`imports exact ${path}#(module)`, `calls exact ${path}#go`];
const OUTSIDE = ["imports external", "calls external"];

type Row = readonly [rule: string, files: Files, expected: readonly string[]];
const options = (compilerOptions: object, more: object = {}): object => ({ compilerOptions, ...more });

describe("aliases of the compiler's settings", () => {
  test.each<Row>([
    [
      "a pattern counts from the file that has it, comments and last commas are read over",
      {
        "app/src/main.ts": importing("@lib/deep/a"),
        "app/tsconfig.json": '{ // ours\n "compilerOptions": { "paths": { "@lib/*": ["./src/lib/*",], }, }, }\n',
        "app/src/lib/deep/a.ts": TARGET,
      },
      found("app/src/lib/deep/a.ts"),
    ],
    [
      "a base is where patterns and plain names begin",
      {
        "src/main.ts": importing("lib/a"),
        "tsconfig.json": options({ baseUrl: "./code" }),
        "code/lib/a.ts": TARGET,
        "lib/a.ts": TARGET,
      },
      found("code/lib/a.ts"),
    ],
    [
      "the longest pattern wins, its places are tried in turn",
      {
        "main.ts": importing("@/x/a"),
        "tsconfig.json": options({ paths: { "@/*": ["one/*"], "@/x/*": ["none/*", "two/*"], "*": ["three/*"] } }),
        "one/x/a.ts": TARGET,
        "two/a.ts": TARGET,
      },
      found("two/a.ts"),
    ],
    [
      "settings are extended over several files, by path and by package, the last one wins",
      {
        "package.json": { workspaces: ["packages/*"] },
        "packages/app/src/main.ts": importing("~a"),
        "packages/app/tsconfig.json": { extends: ["@acme/settings/base.tsconfig.json", "./tsconfig.paths"] },
        "packages/app/tsconfig.paths.json": { extends: "../../tsconfig.base.json" },
        "packages/settings/package.json": { name: "@acme/settings" },
        "packages/settings/base.tsconfig.json": options({ paths: { "~a": ["${configDir}/src/wrong.ts"] } }),
        "tsconfig.base.json": options({ baseUrl: ".", paths: { "~a": ["shared/a.ts"] } }),
        "shared/a.ts": TARGET,
        "packages/app/src/wrong.ts": TARGET,
      },
      found("shared/a.ts"),
    ],
    [
      "what another file sets for the folder of the project",
      {
        "app/main.ts": importing("~/a"),
        "app/tsconfig.json": { extends: "../base/tsconfig.json" },
        "base/tsconfig.json": options({ paths: { "~/*": ["${configDir}/code/*"] } }),
        "app/code/a.ts": TARGET,
      },
      found("app/code/a.ts"),
    ],
    [
      "a project in parts has the names of its parts",
      {
        "src/main.ts": importing("@/a"),
        "tsconfig.json": { files: [], references: [{ path: "./tsconfig.app.json" }, { path: "./other" }] },
        "tsconfig.app.json": options({ paths: { "@/*": ["./code/*"] } }),
        "code/a.ts": TARGET,
      },
      found("code/a.ts"),
    ],
    [
      "JavaScript has jsconfig.json",
      {
        "src/main.js": importing("ours/a"),
        "jsconfig.json": options({ paths: { "ours/*": ["src/*"] } }),
        "src/a.js": TARGET,
      },
      found("src/a.js"),
    ],
    [
      "a name of the project that is not there is not called a library's",
      { "main.ts": importing("@lib/a"), "tsconfig.json": options({ paths: { "@lib/*": ["./lib/*"] } }) },
      ["imports unresolved", "calls unresolved"],
    ],
    [
      "settings that extend each other end",
      {
        "main.ts": importing("a"),
        "tsconfig.json": { extends: "./tsconfig.b.json" },
        "tsconfig.b.json": { extends: "./tsconfig.json" },
      },
      OUTSIDE,
    ],
  ])("%s", (_rule, files, expected) => {
    expect(leads(files, Object.keys(files).find((path) => /main\.[jt]s$/.test(path)) ?? "")).toEqual(expected);
  });
});

describe("packages", () => {
  const app = "apps/web/src/main.ts";
  const workspace = { "package.json": { workspaces: { packages: ["packages/**", "!packages/old"] } } };
  const pnpm = {
    "pnpm-workspace.yaml": "# ours\npackages:\n  - 'packages/*' # all\n\n  - \"apps/*\"\ncatalog:\n  - no\n",
  };
  test.each<Row>([
    [
      "a member of the workspace, what is built leads to its source",
      {
        [app]: importing("@acme/util"),
        ...workspace,
        "packages/util/package.json": { name: "@acme/util", main: "./dist/cjs/index.js", types: "dist/index.d.ts" },
        "packages/util/src/index.ts": TARGET,
        "packages/old/package.json": { name: "@acme/util" },
        "packages/old/index.ts": TARGET,
      },
      found("packages/util/src/index.ts"),
    ],
    [
      "the workspace of pnpm, what a package exports by conditions and patterns",
      {
        [app]: importing("util/deep/a"),
        ...pnpm,
        "packages/util/package.json": {
          name: "util",
          exports: {
            ".": "./index.js",
            "./deep/*": {
              import: { types: "./out/inner/*.d.ts", default: "./out/inner/*.js" },
              require: "./cjs/*.cjs",
            },
          },
        },
        "packages/util/tsconfig.json": options({ outDir: "out", rootDir: "code" }),
        "packages/util/code/inner/a.ts": TARGET,
        "packages/util/deep/a.ts": TARGET,
      },
      found("packages/util/code/inner/a.ts"),
    ],
    [
      "what a package does not export cannot be imported",
      {
        [app]: importing("util/inner"),
        ...pnpm,
        "packages/util/package.json": { name: "util", exports: "./index.js" },
        "packages/util/inner.ts": TARGET,
      },
      ["imports unresolved", "calls by-name packages/util/inner.ts#go"],
    ],
    [
      "names of a package's own, and a package by its own name",
      {
        "src/main.ts": `${importing("#inner/a.js")}import { go as run } from "own/b";\nrun();\n`,
        "package.json": { name: "own", imports: { "#inner/*": "./src/inner/*" }, exports: { "./*": "./src/*.ts" } },
        "src/inner/a.ts": TARGET,
        "src/b.ts": TARGET,
      },
      [
        "imports exact src/inner/a.ts#(module)",
        "calls exact src/inner/a.ts#go",
        "imports exact src/b.ts#(module)",
        "calls exact src/b.ts#go",
      ],
    ],
    [
      "a package that is taken from a folder, and one of a workspace that lies above the root",
      {
        "web/main.ts": `${importing("near")}import { go as run } from "far";\nrun();\n`,
        "web/package.json": { name: "web", dependencies: { near: "file:../libs/near", far: "workspace:^" } },
        "libs/near/package.json": { name: "near" },
        "libs/near/index.js": TARGET,
        "far/package.json": { name: "far", module: "src/far.js" },
        "far/src/far.ts": TARGET,
      },
      [
        "imports exact libs/near/index.js#(module)",
        "calls exact libs/near/index.js#go",
        "imports exact far/src/far.ts#(module)",
        "calls exact far/src/far.ts#go",
      ],
    ],
    [
      "a package of that name which is no member is not what is meant",
      {
        [app]: importing("util"),
        ...workspace,
        "examples/util/package.json": { name: "util" },
        "examples/util/index.ts": TARGET,
      },
      OUTSIDE,
    ],
  ])("%s", (_rule, files, expected) => {
    expect(leads(files, Object.keys(files).find((path) => /main\.[jt]s$/.test(path)) ?? "")).toEqual(expected);
  });
});

test("settings that cannot be read, or mean nothing, are told and break nothing", () => {
  const texts = [
    "",
    "[1]",
    "{",
    '{"name":7,"exports":{"./a":null},"workspaces":{"packages":3}}',
    '{"compilerOptions":{"paths":{"*":"x"},"baseUrl":3},"extends":{},"references":[1]}',
    `{"exports":${'{"a":'.repeat(500)}1${"}".repeat(500)}}`,
    '{"__proto__":{"x":1},"imports":{"__proto__":"./a"}}',
  ];
  for (const name of ["package.json", "tsconfig.json", "lerna.json", "pnpm-workspace.yaml"])
    for (const text of texts) {
      const facts = scriptProject.parse({ path: name, text }, { find: () => undefined });
      const main = finder.byPath("main.ts") as LanguageFrontend;
      const code = main.parse({ path: "main.ts", text: importing("a/b") }, { find: () => undefined });
      expect(() => buildGraph([facts, code].map((each) => ({ facts: each, sha256: "" })))).not.toThrow();
    }
  expect(scriptProject.parse({ path: "package.json", text: "[1]" }, { find: () => undefined }).problems).toEqual([
    { line: 1, message: "these settings are no JSON object" },
  ]);
});

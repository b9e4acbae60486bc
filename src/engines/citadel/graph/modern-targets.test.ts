import { beforeAll, describe, expect, test } from "vitest";
import { createTreeSitterFrontends } from "../../../adapters/code-index/tree-sitter.ts";
import type { LanguageFrontend } from "../frontend.ts";
import { buildGraph } from "./build-graph.ts";

let frontends: readonly LanguageFrontend[] = [];
beforeAll(async () => {
  frontends = await createTreeSitterFrontends(["typescript", "python", "java", "go", "c", "cpp", "rust"]);
});

/** `caller -> target` of every edge of a kind, the target as `file#key`, or why there is none. */
function edges(files: Readonly<Record<string, string>>, kind: string): string[] {
  const facts = Object.entries(files).map(([path, text]) => {
    const frontend = frontends.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));
    if (!frontend) throw new Error(`no language reads ${path}`);
    return { facts: frontend.parse({ path, text }, { find: () => undefined }), sha256: "" };
  });
  return buildGraph(facts)
    .edges.filter((edge) => edge.kind === kind)
    .map((edge) => `${edge.file}:${edge.line} ${edge.name} -> ${edge.to ?? edge.reason ?? edge.resolved}`);
}

describe("what an import names", () => {
  test("TypeScript: relative paths, .js for .ts, an index and the usual aliases", () => {
    const files = {
      "app/src/main.ts": 'import { a } from "./db/store.js";\nimport { b } from "@/web";\na(); b();\n',
      "app/src/db/store.ts": "export function a() {}\n",
      "app/src/web/index.ts": "export function b() {}\n",
      "app/src/web/store.ts": "export function a() {}\n",
      "app/src/other.ts": "export function b() {}\n",
    };
    expect(edges(files, "imports")).toEqual([
      "app/src/main.ts:1 store -> app/src/db/store.ts#(module)",
      "app/src/main.ts:2 @/web -> app/src/web/index.ts#(module)",
    ]);
    expect(edges(files, "calls")).toEqual([
      "app/src/main.ts:3 a -> app/src/db/store.ts#a",
      "app/src/main.ts:3 b -> app/src/web/index.ts#b",
    ]);
  });

  test("a module that passes on what it imports is looked through", () => {
    const files = {
      "main.ts": 'import { a } from "./lib";\na();\n',
      "lib/index.ts": 'export { a } from "./a";\n',
      "lib/a.ts": "export const a = () => 1;\n",
      "x/a.ts": "export const a = () => 2;\n",
    };
    expect(edges(files, "calls")).toEqual(["main.ts:2 a -> lib/a.ts#a"]);
  });

  test("Python: relative and absolute modules and packages", () => {
    const files = {
      "pkg/main.py":
        "from .store import load\nfrom pkg.util import load as util_load\nimport pkg.deep.tool as tool\nload()\nutil_load()\ntool.load()\n",
      "pkg/store.py": "def load(): pass\n",
      "pkg/util/__init__.py": "def load(): pass\n",
      "pkg/deep/tool.py": "def load(): pass\n",
    };
    expect(edges(files, "calls")).toEqual([
      "pkg/main.py:4 load -> pkg/store.py#load",
      "pkg/main.py:5 util_load -> pkg/util/__init__.py#load",
      "pkg/main.py:6 load -> pkg/deep/tool.py#load",
    ]);
  });

  test("Java: the class of the package that is imported, not its namesake", () => {
    const files = {
      "src/bank/app/Main.java":
        "package bank.app;\nimport bank.db.Store;\nclass Main { void run(Store store) { store.load(); new Store(); } }\n",
      "src/bank/db/Store.java": "package bank.db;\npublic class Store { public void load() {} }\n",
      "src/bank/app/old/Store.java": "package bank.app.old;\npublic class Store { public void load() {} }\n",
    };
    expect(edges(files, "imports")).toEqual(["src/bank/app/Main.java:2 Store -> src/bank/db/Store.java#Store"]);
    expect(edges(files, "calls")).toEqual([
      "src/bank/app/Main.java:3 load -> src/bank/db/Store.java#Store.load",
      "src/bank/app/Main.java:3 Store -> src/bank/db/Store.java#Store",
    ]);
  });

  test("Go: a package is its folder, a method belongs to its type in any file of it", () => {
    const files = {
      "cmd/main.go":
        'package main\n\nimport (\n\t"fmt"\n\t"example.com/bank/store"\n)\n\nfunc main() {\n\tstore.Open()\n\tfmt.Println()\n}\n',
      "store/open.go": "package store\n\nfunc Open() {}\n",
      "other/open.go": "package other\n\nfunc Open() {}\n",
    };
    expect(edges(files, "calls")).toEqual([
      "cmd/main.go:9 Open -> store/open.go#Open",
      "cmd/main.go:10 Println -> external",
    ]);
  });

  test("C includes and Rust modules", () => {
    expect(
      edges({ "src/a.cpp": '#include "util/x.h"\n', "src/util/x.h": "int f();\n", "x.h": "int g();\n" }, "imports"),
    ).toEqual(["src/a.cpp:1 x -> src/util/x.h#(module)"]);
    expect(
      edges(
        {
          "src/main.rs": "use crate::db::load;\nfn main() { load(); }\n",
          "src/db.rs": "pub fn load() {}\n",
          "src/x.rs": "pub fn load() {}\n",
        },
        "calls",
      ),
    ).toEqual(["src/main.rs:2 load -> src/db.rs#load"]);
  });
});

describe("what a receiver's type names", () => {
  test("a method is found in what the type inherits, over files", () => {
    const files = {
      "Child.java": "class Child extends Parent { void run() { this.help(); } }\n",
      "Parent.java": "class Parent { void help() {} }\n",
      "Other.java": "class Other { void help() {} }\n",
    };
    expect(edges(files, "calls")).toEqual(["Child.java:1 help -> Parent.java#Parent.help"]);
  });

  test("a type that is not here has no method here, whoever else has one of that name", () => {
    const files = {
      "Main.java": "class Main { void run(Collection<String> all) { all.combine(); } }\n",
      "Other.java": "class Other { void combine() {} }\n",
    };
    expect(edges(files, "calls")).toEqual(["Main.java:1 combine -> external"]);
  });

  test("a name of another language is no target", () => {
    const files = { "main.py": "def run():\n    settle()\n", "Bank.java": "class settle { }\n" };
    expect(edges(files, "calls")).toEqual(["main.py:2 settle -> no settle is seen from here"]);
  });
});

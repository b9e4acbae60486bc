import { beforeAll, describe, expect, test } from "vitest";
import { createTreeSitterFrontends } from "../../../../adapters/code-index/tree-sitter.ts";
import type { LanguageFrontend } from "../../frontend.ts";
import { LANGUAGES, LanguageFinder } from "../../languages/index.ts";
import { buildGraph } from "../build-graph.ts";

let finder: LanguageFinder;
beforeAll(async () => {
  const modern = await createTreeSitterFrontends(["typescript", "javascript", "python", "java", "go", "c", "csharp"]);
  finder = new LanguageFinder([...LANGUAGES, ...modern]);
});

/** What the calls of the first file say: `line name class target`, candidates behind a bar. */
function calls(files: Readonly<Record<string, string>>): string[] {
  const facts = Object.entries(files).map(([path, text]) => {
    const frontend = finder.byPath(path) as LanguageFrontend;
    return { facts: frontend.parse({ path, text }, { find: () => undefined }), sha256: "" };
  });
  const [first] = Object.keys(files);
  return buildGraph(facts)
    .edges.filter(({ kind, file }) => kind === "calls" && file === first)
    .map(({ line, name, resolved, to, candidates }) => {
      const more = candidates ? ` | ${candidates.join(" ")}` : "";
      return `${line} ${name} ${resolved}${to === undefined ? "" : ` ${to}`}${more}`;
    });
}

type Row = readonly [feature: string, files: Readonly<Record<string, string>>, expected: readonly string[]];

describe.each<readonly [language: string, rows: readonly Row[]]>([
  [
    "Java",
    [
      [
        "a field's written type, also of a class in another package",
        {
          "app/Main.java":
            "package app;\nimport db.Store;\nclass Main { private Store s;\nvoid run() { s.load(); } }\n",
          "db/Store.java": "package db;\npublic class Store { public void load() {} }\n",
          "app/old/Store.java": "package app.old;\npublic class Store { public void load() {} }\n",
        },
        ["4 load exact db/Store.java#Store.load"],
      ],
      [
        "overloads by number and by the types of arguments",
        {
          "A.java":
            'class A { void f(int x) {} void f(String s) {} void f(long x, Object... more) {}\nvoid run() { f(1);\nf("x");\nf(2L, "a", "b"); } }\n',
        },
        ["2 f exact A.java#A.f", "3 f exact A.java#A.f#2", "4 f exact A.java#A.f#3"],
      ],
      [
        "overloads that an unknown argument cannot tell apart are candidates",
        {
          "A.java":
            "class A { void f(Foo x) {} void f(Bar x) {}\nvoid run(lib.Maker m) { f(m.make(this)); } }\nclass Foo {} class Bar {}\n",
        },
        ["2 f candidate | A.java#A.f A.java#A.f#2", "2 make external"],
      ],
      [
        "chained calls go by the types that are returned, also generic ones",
        {
          "A.java":
            "import java.util.List;\nclass A { B b() { return null; } List<B> all() { return null; }\nvoid run() { b().go();\nall().get(0).go();\nfor (B one : all()) one.go();\nall().forEach(each -> each.go()); } }\nclass B { void go() {} }\nclass C { void go() {} }\n",
        },
        [
          "3 go exact A.java#B.go",
          "3 b exact A.java#A.b",
          "4 go exact A.java#B.go",
          "4 get external",
          "4 all exact A.java#A.all",
          "5 all exact A.java#A.all",
          "5 go exact A.java#B.go",
          "6 forEach external",
          "6 all exact A.java#A.all",
          "6 go exact A.java#B.go",
        ],
      ],
      [
        "this(…), super(…) and inherited methods",
        {
          "B.java": "class B extends A { B() { super(1); }\nB(int x) { this(); }\nvoid run() { help(); } }\n",
          "A.java": "class A { A(int x) {} void help() {} }\nclass Other { void help() {} }\n",
        },
        ["1 super exact A.java#A", "2 this exact B.java#B", "3 help exact A.java#A.help"],
      ],
      [
        "static imports, nested classes and names from outside",
        {
          "A.java":
            "package a;\nimport static u.Tools.trim;\nimport com.google.common.collect.ImmutableSet;\nimport java.util.Objects;\nclass A { void run() { trim();\nImmutableSet.of(1);\nObjects.hashCode(2);\nnew Inner().go(); }\nstatic class Inner { void go() {} } }\n",
          "u/Tools.java": "package u;\npublic class Tools { public static void trim() {} }\n",
          "u/Mine.java":
            "package u;\nclass Mine { static void of(int x) {} public int hashCode() { return 1; } static int hashCode(int x) { return 1; } }\n",
        },
        [
          "5 trim exact u/Tools.java#Tools.trim",
          "6 of external",
          "7 hashCode external",
          "8 go exact A.java#A.Inner.go",
          "8 Inner exact A.java#A.Inner",
        ],
      ],
      [
        "a call of an interface is the interface's, with all implementations as candidates",
        {
          "A.java": "class A { void run(Shape s) { s.draw(); } }\n",
          "Shape.java":
            "interface Shape { void draw(); }\nclass Box implements Shape { public void draw() {} }\nclass Dot implements Shape { public void draw() {} }\n",
        },
        ["1 draw exact Shape.java#Shape.draw | Shape.java#Box.draw Shape.java#Dot.draw"],
      ],
      [
        "the body of an anonymous class is of its type",
        {
          "A.java":
            "abstract class T { void help() {} abstract void go(); }\nclass A { T t = new T() { void go() {\nhelp(); } }; }\n",
        },
        ["2 T exact A.java#T", "3 help exact A.java#T.help"],
      ],
    ],
  ],
  [
    "Go",
    [
      [
        "packages by the path of their module; a path of another module is outside",
        {
          "cmd/main.go":
            'package main\nimport (\n"example.com/bank/v2"\n"example.com/bank/v2/store"\n"github.com/x/store2"\n)\nfunc main() {\nbank.Open()\nstore.Open()\nstore2.Open()\n}\n',
          "go.mod": "module example.com/bank/v2\n",
          "bank.go": "package bank\nfunc Open() {}\n",
          "store/open.go": "package store\nfunc Open() {}\n",
          "store2/open.go": "package store2\nfunc Open() {}\n",
        },
        ["8 Open exact bank.go#Open", "9 Open exact store/open.go#Open", "10 Open external"],
      ],
      [
        "receivers: methods in other files, embedded types, returned values, several results",
        {
          "a.go":
            "package a\ntype Base struct{}\nfunc (b *Base) Help() {}\ntype T struct {\n*Base\nnext *T\n}\nfunc New() (*T, error) { return nil, nil }\nfunc run() {\nt, err := New()\nt.Help()\nt.next.Go().Help()\nerr.Error()\n}\n",
          "b.go": "package a\nfunc (t *T) Go() *T { return t }\n",
        },
        [
          "10 New exact a.go#New",
          "11 Help exact a.go#Base.Help",
          "12 Help exact a.go#Base.Help",
          "12 Go exact b.go#T.Go",
          "13 Error external",
        ],
      ],
      [
        "interfaces without a word of it",
        {
          "a.go": "package a\ntype Runner interface {\nRun()\nStop()\n}\nfunc f(r Runner) { r.Run() }\n",
          "b.go":
            "package a\ntype X struct{}\nfunc (X) Run() {}\nfunc (X) Stop() {}\ntype Y struct{}\nfunc (Y) Run() {}\n",
        },
        ["6 Run exact a.go#Runner.Run | b.go#X.Run"],
      ],
      [
        "a field that holds a function has no target, whoever has its name",
        {
          "a.go":
            "package a\ntype C struct { Run func() }\nfunc (x X) Run() {}\ntype X struct{}\nfunc f(c *C) { c.Run() }\n",
        },
        ["5 Run unresolved"],
      ],
      [
        "type switches and ranges",
        {
          "a.go":
            "package a\ntype A struct{}\nfunc (A) Go() {}\ntype B struct{}\nfunc (B) Go() {}\nfunc f(x any, m map[string]B) {\nswitch v := x.(type) {\ncase A:\nv.Go()\n}\nfor _, b := range m {\nb.Go()\n}\n}\n",
        },
        ["9 Go exact a.go#A.Go", "12 Go exact a.go#B.Go"],
      ],
    ],
  ],
  [
    "TypeScript",
    [
      [
        "renamed imports, renamed and passed on exports, namespaces and defaults",
        {
          "main.ts":
            'import run, { b as c } from "./lib";\nimport * as all from "./lib";\nimport { z } from "zod";\nrun();\nc();\nall.deep();\nz.string();\n',
          "lib/index.ts":
            'export { a as b } from "./a";\nexport * from "./deep";\nexport default function start() {}\n',
          "lib/a.ts": "function a() {}\nexport { a };\nfunction b() {}\n",
          "lib/deep.ts": "export const deep = () => 1;\nexport function string() {}\n",
        },
        [
          "4 run exact lib/index.ts#start",
          "5 c exact lib/a.ts#a",
          "6 deep exact lib/deep.ts#deep",
          "7 string external",
        ],
      ],
      [
        "a bare name is none of the class's own methods",
        { "a.ts": "class A { trim() {}\nrun() { trim();\nthis.trim(); } }\n" },
        ["2 trim external", "3 trim exact a.ts#A.trim"],
      ],
      [
        "fields, parameters, returned and awaited values, elements of lists, generics",
        {
          "a.ts":
            "class B { go() {} }\nclass C { go() {} }\nclass A { constructor(private b: B, readonly list: B[]) {}\nasync load(): Promise<B> { return this.b; }\nasync run() { this.b.go();\n(await this.load()).go();\nthis.list.map((x) => x).forEach((each) => each.go());\nsame(this.b).go(); } }\nfunction same<T>(x: T): T { return x; }\n",
        },
        [
          "5 go exact a.ts#B.go",
          "6 go exact a.ts#B.go",
          "6 load exact a.ts#A.load",
          "7 forEach external",
          "7 map external",
          "7 go exact a.ts#B.go",
          "8 go exact a.ts#B.go",
          "8 same exact a.ts#same",
        ],
      ],
      [
        "a union's members are candidates, null is none of them",
        {
          "a.ts": "class A { go() {} }\nclass B { go() {} }\nfunction f(x: A | B, y: A | null) { x.go();\ny?.go(); }\n",
        },
        ["3 go candidate | a.ts#A.go a.ts#B.go", "4 go exact a.ts#A.go"],
      ],
      [
        "names that every object has are names like others",
        { "a.ts": "function toString() {}\nfunction f(constructor: () => void) { toString();\nconstructor(); }\n" },
        ["2 toString exact a.ts#toString", "3 constructor unresolved"],
      ],
      [
        "an unknown receiver is a guess and never exact",
        { "a.ts": "class A { settle() {} }\nfunction f(x: any) { x.settle(); }\n" },
        ["2 settle by-name a.ts#A.settle"],
      ],
    ],
  ],
  [
    "JavaScript",
    [
      [
        "CommonJS: exports, module.exports, required parts",
        {
          "main.js":
            'const { a, b: c } = require("./lib");\nconst Thing = require("./thing");\na();\nc();\nnew Thing().go();\n',
          "lib.js": "exports.a = function () {};\nexports.b = () => 1;\n",
          "thing.js": "class Thing { go() {} }\nmodule.exports = Thing;\n",
        },
        ["3 a exact lib.js#a", "4 c exact lib.js#b", "5 go exact thing.js#Thing.go", "5 Thing exact thing.js#Thing"],
      ],
      [
        "prototypes and object literals have their own this",
        {
          "a.js":
            "function Box() { this.size = 1; }\nBox.prototype.open = function () { this.close(); };\nBox.prototype.close = function () {};\nconst tool = { use() { this.drop(); },\ndrop: function () {} };\nnew Box().open();\n",
        },
        ["2 close exact a.js#close", "4 drop exact a.js#drop", "6 open exact a.js#open", "6 Box exact a.js#Box"],
      ],
      [
        "types in comments",
        {
          "a.js":
            "class B { go() {} }\nclass C { go() {} }\n/** @param {B} b @returns {C} */\nfunction f(b) { b.go(); }\nf(null).go();\n",
        },
        ["4 go exact a.js#B.go", "5 go exact a.js#C.go", "5 f exact a.js#f"],
      ],
    ],
  ],
  [
    "Python",
    [
      [
        "packages: relative imports, what __init__ passes on, stars, a library of a file's name",
        {
          "pkg/main.py":
            "import types\nfrom . import helper\nfrom .sub import load as get\nfrom .star import *\nhelper.go()\nget()\nstarred()\ntypes.new_class()\n",
          "pkg/__init__.py": "",
          "pkg/types.py": "def new_class(): pass\n",
          "pkg/helper.py": "def go(): pass\n",
          "pkg/sub/__init__.py": "from .deep import load\n",
          "pkg/sub/deep.py": "def load(): pass\n",
          "pkg/star.py": "def starred(): pass\n",
        },
        [
          "5 go exact pkg/helper.py#go",
          "6 get exact pkg/sub/deep.py#load",
          "7 starred exact pkg/star.py#starred",
          "8 new_class external",
        ],
      ],
      [
        "fields set in methods, annotations, isinstance, super, with",
        {
          "a.py":
            "class Base:\n    def help(self): pass\nclass B:\n    def go(self): pass\n    def __enter__(self): return self\nclass A(Base):\n    def __init__(self):\n        self.b = B()\n    def run(self, x: 'B', y):\n        self.b.go()\n        x.go()\n        super().help()\n        if isinstance(y, B):\n            y.go()\n        with B() as z:\n            z.go()\n        y.help()\n",
        },
        [
          "8 B exact a.py#B",
          "10 go exact a.py#B.go",
          "11 go exact a.py#B.go",
          "12 help exact a.py#Base.help",
          "12 super external",
          "13 isinstance external",
          "14 go exact a.py#B.go",
          "15 B exact a.py#B",
          "16 go exact a.py#B.go",
          "17 help by-name a.py#Base.help",
        ],
      ],
      [
        "what a name holds after branches",
        {
          "a.py":
            "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\ndef f(c):\n    x = A()\n    x.go()\n    if c:\n        x = B()\n        x.go()\n    x.go()\n",
        },
        [
          "6 A exact a.py#A",
          "7 go exact a.py#A.go",
          "9 B exact a.py#B",
          "10 go exact a.py#B.go",
          "11 go candidate | a.py#B.go a.py#A.go",
        ],
      ],
    ],
  ],
  [
    "C#",
    [
      [
        "usings, partial classes, properties, overloads",
        {
          "a.cs":
            'using Bank.Db;\nnamespace Bank.App {\npartial class A { Store S { get; set; }\nvoid Run() { S.Load();\nHelp();\nF(1);\nF("x");\nConsole.WriteLine(); }\nvoid F(int x) {} void F(string s) {} } }\n',
          "b.cs": "namespace Bank.App { partial class A { void Help() {} } }\n",
          "db.cs":
            "namespace Bank.Db { public class Store { public void Load() {} } }\nnamespace Old { class Store { public void Load() {} } }\n",
        },
        [
          "4 Load exact db.cs#Db.Store.Load",
          "5 Help exact b.cs#App.A.Help",
          "6 F exact a.cs#App.A.F",
          "7 F exact a.cs#App.A.F#2",
          "8 WriteLine external",
        ],
      ],
    ],
  ],
  [
    "C",
    [
      [
        "static functions first, one shared function, candidates of several, pointers",
        {
          "a.c":
            "static void help(void) {}\nvoid run(void (*cb)(void), struct s *p) {\nhelp();\nshared();\ntwice();\ncb();\np->help();\nputs(1);\n}\n",
          "b.c": "void help(void) {}\nvoid shared(void) {}\nvoid twice(void) {}\n",
          "c.c": "void twice(void) {}\n",
        },
        [
          "3 help exact a.c#help",
          "4 shared exact b.c#shared",
          "5 twice candidate | b.c#twice c.c#twice",
          "6 cb unresolved",
          "7 help unresolved",
          "8 puts external",
        ],
      ],
    ],
  ],
])("%s", (_language, rows) => {
  test.each(rows)("%s", (_feature, files, expected) => {
    expect(calls(files)).toEqual(expected);
  });
});

describe("names never cross languages", () => {
  test("a COBOL CALL is no C function of its name", () => {
    const text =
      '       IDENTIFICATION DIVISION.\n       PROGRAM-ID. A.\n       PROCEDURE DIVISION.\n           CALL STATIC "getch".\n           STOP RUN.\n';
    expect(calls({ "a.cbl": text, "tool.c": "int getch(void) { return 1; }\n" })).toEqual(["4 getch unresolved"]);
  });
});

test("calls that are nested deeper than any program are read without their types", () => {
  const text = `const y = ${"g(".repeat(4000)}1${")".repeat(4000)};\nfunction g(x) { return x; }\ng(1);\n`;
  const found = calls({ "deep.js": text });
  expect([found.length, found.at(-1)]).toEqual([4001, "3 g exact deep.js#g"]);
});

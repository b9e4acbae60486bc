import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWalkDenial, pathRuleVerdict } from "./path-rules.ts";
import { askedName, foldName, protectedName } from "./protected-names.ts";
import { windowsPath } from "./windows-forms.ts";

const split = (path: string): string[] => path.split("/");

test("a folder of any name is refused by its own text, as by a pattern that means it", () => {
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter((one) => one !== "/");
  const names = [
    ...printable.flatMap((one) => [`x${one}`, `${one}x`, `x${one}y`]),
    "[id]",
    "[...slug]",
    "[[lang]]",
    "a\nb",
  ];
  const isRefused = (rule: string, path: string): boolean => {
    const place = { relative: path, absolute: `/w/${path}` };
    const verdict = pathRuleVerdict([place], "read", { deny: [rule] })?.verdict;
    // A walk asks of each folder on the way.
    const folder = { relative: path.replace(/(?<=^app\/.+)\/.*$/s, ""), absolute: `/w/${path}` };
    return verdict === "deny" && [folder, place].some(createWalkDenial([rule], "read"));
  };
  expect(names.filter((name) => !isRefused(`Read(app/${name}/**)`, `app/${name}/secret`))).toEqual([]);
  expect(names.filter((name) => !isRefused(`Read(app/${name})`, `app/${name}`))).toEqual([]);
  const meant = ["Read(app/[ab]/**)", "Read(app/\\[id\\]/**)", "Read(app\\[id]\\**)"];
  expect(meant.map((rule, at) => isRefused(rule, ["app/a/x", "app/[id]/x", "app/[id]/x"][at] ?? ""))).toEqual([
    true,
    true,
    true,
  ]);
  expect(isRefused("Read(app/[id]/**)", "app/other/x")).toBe(false);
  const allow = { allow: ["Read(app/[id]/**)"] };
  const verdictOf = (relative: string) =>
    pathRuleVerdict([{ relative, absolute: `/w/${relative}` }], "read", allow)?.verdict;
  expect([verdictOf("app/[id]/x"), verdictOf("app/i/x")]).toEqual(["allow", undefined]);
});

describe("protectedName", () => {
  test.each(
    ".git/config sub/.git/hooks/x .GIT/config .g\u200cit/config .git::$INDEX_ALLOCATION/config GIT~1/config gi7eba~1/config .husky/pre-commit .vscode/tasks.json VSCODE~1/tasks.json .waymark/settings.json .claude/settings.json .github/workflows/ci.yml .GitHub/Workflows/x.yml x.code-workspace .bashrc .npmrc .envrc .gitlab-ci.yml .mcp.json a/.config/autostart/x.desktop".split(
      " ",
    ),
  )("%s is protected", (path) => {
    expect(protectedName(split(path))).toBeDefined();
  });

  test.each(
    ".github/ISSUE_TEMPLATE.md docs/.mcp.json.md mcp.json.example .huskyrc.md docs/claude/settings.json .gitignore .gitattributes AGENTS.md bashrc src/git/config.ts .vscodeignore workflows/ci.yml src/.bashrc.md .config/app.json".split(
      " ",
    ),
  )("%s is not", (path) => {
    expect(protectedName(split(path))).toBeUndefined();
  });

  test("what a project's tools start things by is asked for, and no sandbox covers it", () => {
    for (const path of ["rust-toolchain.toml", "a/gradle/wrapper/gradle-wrapper.properties", "MISE.toml", "mcp.json"]) {
      expect(askedName(split(path)), path).toBeDefined();
      expect(protectedName(split(path)), path).toBeUndefined();
    }
    for (const path of [
      ...["lefthook.json", ".config/lefthook-local.jsonc", "mise.ci.toml", ".mise.test.local.toml", ".mise/tasks/x"],
      ...[
        "mise/config.toml",
        ".config/mise/conf.d/a.toml",
        "mise-tasks/x",
        ".bazelrc",
        "ci/user.bazelrc",
        ".bazelrc.user",
      ],
      ...[
        "tools/bazel",
        ".bazelversion",
        "gradle.properties",
        "app/gradle.properties",
        ".prototools",
        ".lintstagedrc.json",
      ],
      ...["captainhook.json", "hk.pkl", "lint-staged.config.mjs", "simple-git-hooks.cjs", "husky.config.js"],
      ...[
        "grumphp.yml",
        "grumphp.yml.dist",
        ".rusty-hook.toml",
        ".cargo-husky/hooks/x",
        ".git-hooks/x",
        ".nanostagedrc",
      ],
      ...[".sl/config", ".bzr/x", "_darcs/prefs/defaults", ".pijul/config", ".envrc.private", ".shadowenv.d/x.lisp"],
      ...[".helix/languages.toml", ".nova/Tasks/x.json", ".lazy.lua", ".lite_project.lua", ".dir-locals-2.el"],
      ...[".pi/extensions/x.ts", ".factory/mcp.json", ".qoder/settings.json", ".continuerc.json", "gptme.toml"],
      ...[".teamcity/settings.kts", ".tekton/x.yaml", ".builds/x.yml", ".gitpod.yml", ".zuul.yaml"],
    ])
      expect(askedName(split(path)), path).toBeDefined();
    for (const path of ["mise", "premise.toml", "docs/bazel", "tools/bazel.md", "lefthook.md", "gradle.properties.md"])
      expect(askedName(split(path)), path).toBeUndefined();
    for (const path of [".envrc.example", "grumphp.md", "simple-git-hooks.md", "nano-staged-notes.md", "helix/a"])
      expect(askedName(split(path)), path).toBeUndefined();
    for (const path of ["mcp.json.example", "docs/mise.toml.md", "tool-versions", "pnpm-workspace.yaml"])
      expect(askedName(split(path)), path).toBeUndefined();
  });

  test("trailing dots, blanks and streams do not make another name", () => {
    for (const name of [".git ", ".git.", ".git . .", ".GIT:x", ".ＧＩＴ"]) expect(foldName(name)).toBe(".git");
  });

  test("a plain name folds as it does with something in it that nobody sees", () => {
    const names = fc.string({ unit: "binary-ascii", maxLength: 12 });
    fc.assert(
      fc.property(names, (name) => {
        expect(foldName(name)).toBe(foldName(`\u200b${name}`));
      }),
    );
  });
});

describe("windowsPath", () => {
  const root = "C:\\work\\app";
  test.each(["src\\a.ts", "SRC/a.ts", "console.ts", "com10.txt", "C:\\Work\\APP\\src\\a.ts", "a\\..\\b"])(
    "%s is inside",
    (path) => {
      expect(windowsPath(path, root).kind).toBe("inside");
    },
  );
  test.each(
    "..\\x|a\\..\\..\\x|C:\\x|C:x|\\x|\\\\server\\share|\\\\?\\C:\\work\\app\\x|\\??\\C:\\x|C:\\work\\app-evil\\x|nul|aux.txt|src\\CON|a.ts:stream|a.ts::$DATA|PROGRA~1\\x|a\\...\\x|/cygdrive/c/x".split(
      "|",
    ),
  )("%s is refused", (path) => {
    expect(windowsPath(path, root).kind).toBe("refused");
  });
});

describe("pathRuleVerdict", () => {
  const place = [{ relative: "private/x.txt", absolute: "/w/app/private/x.txt" }];
  test.each(
    "private/ private ./private/ private/** private/* /private PRIVATE/ read(private/**) Read(./private/) *.txt **/private/** /w/app/private/ //w/app/private/** file(private/) ** / *".split(
      " ",
    ),
  )("a denial %s holds for a file inside", (rule) => {
    expect(pathRuleVerdict(place, "read", { deny: [rule] })?.verdict).toBe("deny");
  });
  test.each("privat private2/ src/** edit(private/**) shell(private/**) !private/ private/y.txt".split(" "))(
    "a denial %s does not",
    (rule) => {
      expect(pathRuleVerdict(place, "read", { deny: [rule] })).toBeUndefined();
    },
  );
  test("deny beats ask beats allow", () => {
    const rules = { allow: ["**"], ask: ["private/"], deny: ["*.txt"] };
    expect(pathRuleVerdict(place, "write", rules)?.verdict).toBe("deny");
    expect(pathRuleVerdict(place, "write", { ...rules, deny: [] })?.verdict).toBe("ask");
    expect(pathRuleVerdict(place, "write", { allow: ["**"] })?.verdict).toBe("allow");
  });
  test("a folder that holds something denied is not deleted", () => {
    const folder = [{ relative: "src", absolute: "/w/app/src" }];
    expect(pathRuleVerdict(folder, "delete", { deny: ["src/keep/**"] })?.verdict).toBe("deny");
    expect(pathRuleVerdict(folder, "list", { deny: ["src/keep/**"] })).toBeUndefined();
  });
  test("what may not be read may not be written unseen", () => {
    expect(pathRuleVerdict(place, "write", { deny: ["read(private/)"] })?.verdict).toBe("deny");
    expect(pathRuleVerdict(place, "read", { deny: ["edit(private/)"] })).toBeUndefined();
  });
});

describe("what denies or asks, by the form in which a name is written", () => {
  const word = fc.stringMatching(/^[a-zçãéíñüå]{1,6}$/);
  const form = fc.constantFrom("NFC", "NFD", "NFKC", "NFKD" as const);
  const isDenied = (pattern: string, relative: string): boolean => {
    const place = { relative, absolute: `/work/${relative}` };
    const rules = [`read_file(${pattern})`];
    const found = pathRuleVerdict([place], "read", { deny: rules })?.verdict === "deny";
    // A walk comes by the folders.
    const names = relative.split("/").map((_, at, all) => all.slice(0, at + 1).join("/"));
    const denies = createWalkDenial(rules, "read");
    expect(names.some((name) => denies({ relative: name, absolute: `/work/${name}` }))).toBe(found);
    return found;
  };

  test("a name is denied in each form of Unicode, and in each case", () => {
    fc.assert(
      fc.property(word, word, form, form, (folder, file, typed, onDisk) => {
        const path = `${folder}/${file}`.normalize(onDisk);
        for (const pattern of [`${folder}/**`, `/${folder}/?${[...file.normalize("NFC")].slice(1).join("")}`, file])
          expect(isDenied(pattern.normalize(typed).toUpperCase(), path), pattern).toBe(true);
      }),
    );
  });

  test.each([
    ["docs/conta?.txt", "docs/conta\\xE7.txt", true],
    ["docs/conta?.txt", "docs/conta\udce7.txt", true],
    ["docs/conta??.txt", "docs/conta\\xE7.txt", false],
    ["secret?x", "secret\uff0fx", true],
    ["straße/**", "STRASSE/x", true],
  ])("%s and %j: %s", (pattern, path, expected) => {
    expect(isDenied(pattern, path)).toBe(expected);
  });

  test("a permission is for the name as it is written", () => {
    const place = { relative: "relatório/x".normalize("NFD"), absolute: "/work/x" };
    expect(pathRuleVerdict([place], "read", { allow: ["read_file(relatório/**)"] })).toBeUndefined();
  });
});

test.each([
  ["delete_file(src/*)", undefined],
  ["delete_file(src/dee?)", undefined],
  ["delete_file(deep)", undefined],
  ["delete_file(src/**)", "allow"],
  ["delete_file(src)", "allow"],
  ["delete_file(src/deep)", "allow"],
  ["delete_file(/src/)", "allow"],
  ["delete_file(//w/src/**)", "allow"],
  ["delete_file(*)", "allow"],
])("a folder goes with all that is in it under %s: %s", (rule, verdict) => {
  const deep = { relative: "src/deep", absolute: "/w/src/deep", fromRoot: "src/deep", isWhole: true };
  expect(pathRuleVerdict([deep], "delete", { allow: [rule] })?.verdict).toBe(verdict);
});

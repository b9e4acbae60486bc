import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { decide, type PermissionMode } from "../../core/permissions/decide.ts";
import { isSameQuestion } from "../../core/permissions/decided-paths.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { permissionPolicy } from "./permission-policy.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waymark-policy-"));
  for (const path of ["src/a.ts", "src/b.ts", ".env", ".git/hooks/pre-commit", "private/x.txt", "Makefile"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "x");
  }
  linkSync(join(root, "src/b.ts"), join(root, "src/c.ts"));
  symlinkSync("../.env", join(root, "src/notes.txt"));
  symlinkSync("../.git", join(root, "src/vendor"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function verdict(
  [kind, path]: readonly ["read" | "write", string],
  mode: PermissionMode = "acceptEdits",
  rules: Partial<RuleSet> = {},
): Promise<string> {
  const policy = permissionPolicy({
    mode,
    rules: { allow: [], ask: [], deny: [], ...rules },
    cwd: root,
    home: "/home/me",
  });
  const intent = { accesses: [{ kind, path }], display: { kind: "text", text: path } } as const;
  return (await decide(kind === "read" ? "read_file" : "edit_file", intent, policy)).verdict;
}

describe("in mode acceptEdits", () => {
  test.each([
    ["write", "src/a.ts", "allow"],
    ["write", "src/new.ts", "allow"],
    ["write", ".git/hooks/pre-commit", "ask"],
    ["write", "src/vendor/hooks/post-commit", "ask"],
    ["write", ".github/workflows/ci.yml", "ask"],
    ["write", ".vscode/tasks.json", "ask"],
    ["write", ".bashrc", "ask"],
    ["write", ".waymark/config.json", "ask"],
    ["write", "src/c.ts", "ask"],
    ["read", ".env", "ask"],
    ["read", "src/notes.txt", "ask"],
    ["read", "src/a.ts", "allow"],
    ["read", ".", "allow"],
    ["read", "missing.ts", "allow"],
    ["write", "../outside.ts", "ask"],
    ["write", "../none/outside.ts", "deny"],
    ["write", "../.bashrc", "deny"],
    ["write", "../.ssh/authorized_keys", "deny"],
    ["read", "/usr/bin/env", "allow"],
    ["read", "/etc/hostname", "ask"],
    ["write", "/etc/hostname", "ask"],
    ["write", "src", "deny"],
  ] as const)("%s %s: %s", async (kind, path, expected) => {
    expect(await verdict([kind, path])).toBe(expected);
  });
});

test("mode dontAsk refuses what would be asked, bypassPermissions does not ask", async () => {
  expect(await verdict(["write", ".git/hooks/pre-commit"], "dontAsk")).toBe("deny");
  expect(await verdict(["read", ".env"], "bypassPermissions")).toBe("allow");
  expect(await verdict(["read", "/etc/hostname"], "bypassPermissions")).toBe("allow");
  expect(await verdict(["write", "../outside.ts"], "bypassPermissions")).toBe("ask");
});

test("a rule opens a protected file only when it names it", async () => {
  expect(await verdict(["write", ".vscode/tasks.json"], "default", { allow: ["edit_file"] })).toBe("ask");
  expect(await verdict(["write", ".vscode/tasks.json"], "default", { allow: ["edit_file(**)"] })).toBe("ask");
  expect(await verdict(["write", ".vscode/tasks.json"], "default", { allow: ["edit_file(.vscode/tasks.json)"] })).toBe(
    "allow",
  );
  expect(await verdict(["write", ".vscode/tasks.json"], "default", { allow: ["write_file(.vscode/tasks.json)"] })).toBe(
    "ask",
  );
});

test("a denial holds by any way to the file and for every tool of its kind", async () => {
  const rules = { deny: ["read_file(private/**)"], allow: ["edit_file"] };
  symlinkSync("private", join(root, "public"));
  expect(await verdict(["read", "private/x.txt"], "bypassPermissions", rules)).toBe("deny");
  expect(await verdict(["read", "public/x.txt"], "bypassPermissions", rules)).toBe("deny");
  expect(await verdict(["write", "private/x.txt"], "default", rules)).toBe("deny");
});

test("no file tool writes what Waymark keeps for itself, such as the proof of the sandbox; a copy for a sub-agent that lies there is worked in", async () => {
  const judged = async (cache: string) => {
    const rules = { allow: ["write_file"], ask: [], deny: [] };
    const policy = permissionPolicy({ mode: "bypassPermissions", rules, cwd: root, home: root, cache });
    return policy.judgePath("write_file", "write", "private/x.txt").verdict;
  };
  expect(await judged(join(root, "private"))).toBe("deny");
  expect(await judged(dirname(root))).toBe("allow");
});

test("no call changes what is Waymark's own, in no mode", async () => {
  const own = [join(root, "private")];
  const policy = permissionPolicy({
    mode: "bypassPermissions",
    rules: { allow: ["edit_file", "shell"], ask: [], deny: [] },
    cwd: root,
    home: root,
    own,
  });
  const judged = async (access: { kind: "write"; path: string } | { kind: "run"; command: string }) =>
    (await decide("edit_file", { accesses: [access], display: { kind: "text", text: "" } }, policy)).verdict;
  symlinkSync("private", join(root, "link"));
  expect(await judged({ kind: "write", path: "private/x.txt" })).toBe("deny");
  expect(await judged({ kind: "write", path: "link/new.json" })).toBe("deny");
  expect(await judged({ kind: "run", command: "echo '{}' > link/new.json" })).toBe("deny");
  expect(await judged({ kind: "run", command: "cp src/a.ts private/" })).toBe("deny");
  expect(await judged({ kind: "write", path: "src/a.ts" })).toBe("allow");
});

test("what opens a folder elsewhere for the session opens it for each tool that looks there, the folder itself and all in it", async () => {
  const folder = join(root, "src");
  const asks = (tool: string, path: string, allow: readonly string[]) =>
    decide(
      tool,
      { accesses: [{ kind: "read", path }], display: { kind: "text", text: path } },
      permissionPolicy({
        mode: "default",
        rules: { allow, ask: [], deny: [] },
        cwd: join(root, "private"),
        home: "/home/me",
      }),
    );
  for (const [tool, path] of [
    ["read_file", join(folder, "a.ts")],
    ["list_files", folder],
    ["search_code", folder],
  ] as const) {
    const { session } = await asks(tool, path, []);
    const allow = session?.rules.split(", ") ?? [];
    for (const one of ["list_files", "find_files", "search_code"])
      expect([tool, one, (await asks(one, folder, allow)).verdict]).toEqual([tool, one, "allow"]);
    expect((await asks("read_file", join(folder, "b.ts"), allow)).verdict).toBe("allow");
    expect((await asks("list_files", root, allow)).verdict).toBe("ask");
  }
});

test("a question about a command is another one where a script that it starts is another, and not where what it works on is", async () => {
  const rules = { allow: [], ask: [], deny: [] };
  const policy = permissionPolicy({ mode: "default", rules, cwd: root, home: "/home/me" });
  const isSameAfter = async (command: string, changed: string): Promise<boolean> => {
    const asked = () => decide("shell", { accesses: [{ kind: "run", command }] } as never, policy);
    const before = await asked();
    writeFileSync(join(root, changed), `${Math.random()}`);
    return isSameQuestion(before, await asked());
  };
  const scripts = ["sh src/a.ts", "cd src && bash -e ./a.ts x", "node src/a.ts < src/b.ts", "sh src/*.ts"];
  for (const line of scripts) expect([line, await isSameAfter(line, "src/a.ts")]).toEqual([line, false]);
  for (const line of ["git add src/a.ts", "node src/b.ts src/a.ts", "rm src/a.ts", "sort -o src/a.ts x"])
    expect([line, await isSameAfter(line, "src/a.ts")]).toEqual([line, true]);
});

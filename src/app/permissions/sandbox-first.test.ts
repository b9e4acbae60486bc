import { expect, test } from "vitest";
import { decide, PERMISSION_MODES, type PermissionMode } from "../../core/permissions/decide.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import type { Intent } from "../../core/tool.ts";
import { permissionPolicy } from "./permission-policy.ts";

interface Circumstances {
  readonly mode?: PermissionMode;
  readonly isAlone?: boolean;
  readonly isProven?: boolean;
  readonly rules?: Partial<RuleSet>;
  readonly escapes?: true;
}

async function outcome(command: string, given: Circumstances = {}): Promise<string> {
  const { mode = "default", isAlone = false, isProven = true, rules, escapes } = given;
  const policy = permissionPolicy({
    mode,
    isAlone,
    rules: { allow: [], ask: [], deny: [], ...rules },
    cwd: "/work/app",
    home: "/home/me",
    sandbox: { opens: async () => true, confines: async () => isProven },
  });
  const way: Intent["accesses"] = escapes ? [{ kind: "escape", exception: "outside", command }] : [];
  const intent: Intent = {
    accesses: [...way, { kind: "run", command }],
    display: { kind: "command", command },
  };
  const { verdict, looksOnly } = await decide("shell", intent, policy);
  return looksOnly ? `${verdict}, looks only` : verdict;
}

test("a proven sandbox answers in acceptEdits, and to nobody in default; a person is asked as before", async () => {
  const outcomes = async (command: string, given: Circumstances): Promise<Record<string, string>> => {
    const modes = PERMISSION_MODES.map(async (mode) => [mode, await outcome(command, { mode, ...given })] as const);
    return Object.fromEntries(await Promise.all(modes));
  };
  const before = { default: "ask", plan: "deny", acceptEdits: "ask", dontAsk: "deny", bypassPermissions: "allow" };
  expect(await outcomes("node build.js", {})).toEqual({ ...before, acceptEdits: "allow" });
  expect(await outcomes("node build.js", { isAlone: true })).toEqual({
    ...before,
    default: "allow, looks only",
    acceptEdits: "allow",
  });
  expect(await outcomes("node build.js", { isAlone: true, isProven: false })).toEqual(before);
  expect(await outcomes("sed -i s/a/b/ x", { isAlone: true })).toEqual({ ...before, acceptEdits: "allow" });
  for (const command of ["git push", "git reset --hard", "curl example.com", "npm install", "echo x > ../y"])
    expect([command, await outcomes(command, { isAlone: true })]).toEqual([command, before]);
});

test("it answers for no command that wants out of it, and for none that a rule asks about or forbids", async () => {
  expect(await outcome("node build.js", { mode: "acceptEdits", escapes: true })).toBe("ask");
  expect(await outcome("node build.js", { mode: "acceptEdits", rules: { ask: ["shell(node)"] } })).toBe("ask");
  expect(await outcome("node build.js", { mode: "acceptEdits", rules: { deny: ["shell(node)"] } })).toBe("deny");
});

test("what a line writes it need not tell where the sandbox keeps it; what it deletes it must", async () => {
  const [writes, deletes] = ['echo x >> "$GOCACHE/mark"', 'rm -rf "$BUILD_DIR"'];
  expect(await outcome(writes, { mode: "acceptEdits" })).toBe("allow");
  expect(await outcome(writes, { mode: "acceptEdits", isProven: false })).toBe("ask");
  expect(await outcome(deletes, { mode: "acceptEdits" })).toBe("ask");
});

test("all of the sandbox's own folder for temporary files is the session's, whatever names stand below it", async () => {
  const free = ["cd % && echo a > b && cat b", "cd % && ls", "ls %", "ls -la %/*.bak", "cp a %/$(basename $f).bak"];
  const loop = "for c in $(git rev-list HEAD -- f); do git show $c:f > %/$c.json && wc -l %/$c.json; done";
  const out = ["echo a > %/../etc/x", "cat %/../etc/x > a", "cp a %/../home/me/x", "rm -rf %/$x", "cat %/x > ~/y"];
  for (const folder of ["/tmp", "/var/tmp"]) {
    for (const command of [...free, loop])
      expect([command, await outcome(command.replaceAll("%", folder), { mode: "acceptEdits" })]).toEqual([
        command,
        "allow",
      ]);
    for (const command of out)
      expect([command, await outcome(command.replaceAll("%", folder), { mode: "acceptEdits" })]).toEqual([
        command,
        "ask",
      ]);
  }
  expect(await outcome("ls /tmp", { mode: "acceptEdits", isProven: false })).toBe("ask");
});

test("what find starts, a search of names with a dot, and a program's word for its version are looks where all that runs only reads", async () => {
  const looks = [
    "find . -name '*.ts' -exec wc -l {} +",
    "find . -type f -exec grep -l x {} \\; -print",
    "rg -n --hidden x",
    "terraform -v",
    "node -v && ruff --version 2>&1 | head -3",
  ];
  const more = [
    "find . -exec sh -c 'rm $1' _ {} +",
    "find . -exec rm {} +",
    "find . -exec cat {} \\; -delete",
    "find . $X -exec cat {} +",
    ...["ruff --version check", "./ruff --version", "ruff $V", "X=1 ruff --version", "ruff --version > out"],
    // Files of the folder are run by these even then.
    ...["mvn -v test", "gradle --version", "yarn -v a", "jest --version", "pytest --version"],
  ];
  for (const mode of ["default", "plan", "dontAsk"] as const) {
    for (const command of looks)
      expect([command, await outcome(command, { mode })]).toEqual([command, "allow, looks only"]);
    for (const command of looks)
      expect([command, await outcome(command, { mode, isProven: false })]).toEqual([
        command,
        mode === "default" ? "ask" : "deny",
      ]);
  }
  for (const command of more) expect([command, await outcome(command)]).toEqual([command, "ask"]);
});

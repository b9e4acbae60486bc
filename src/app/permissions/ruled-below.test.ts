import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-ruled-below-")));
  for (const path of ["src/a.ts", "node_modules/priv/x", "packages/a/node_modules/k/x", ".git/note"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "x\n");
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function verdict(command: string, deny: readonly string[]): Promise<string> {
  const policy = permissionPolicy({ mode: "plan", cwd: root, home: "/home/me", rules: { allow: [], ask: [], deny } });
  const access = { kind: "run", command } as const;
  return (await decide("shell", { accesses: [access], display: { kind: "text", text: "" } }, policy)).verdict;
}

describe("a rule that names a folder that looks pass over holds in it", () => {
  test.each([
    ["Read(node_modules/priv/**)", "grep -rn x ."],
    ["Read(**/NODE_modules/priv)", "grep -rnE 'x|y' ."],
    ["Read(node_mod*/priv/**)", "grep -rn x ."],
    ["Read(packages/a/node_modules/k/**)", "grep -rn x packages"],
    ["Read(.git/note)", "grep -rn x ."],
  ])("%s, %s", async (rule, command) => expect(await verdict(command, [rule])).not.toBe("allow"));

  test.each([
    ["Read(node_modules/other/**)", "grep -rn x ."],
    ["Read(node_modules/priv/**)", "grep -rn x src"],
    ["Read(node_modules/priv/**)", "find . -name '*.ts'"],
    ["Read(**/priv/**)", "grep -rn x ."],
  ])("and nothing else is asked for it: %s, %s", async (rule, command) =>
    expect(await verdict(command, [rule])).toBe("allow"),
  );
});

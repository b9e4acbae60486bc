import { expect, test } from "vitest";
import { TOOLS } from "../../tools/index.ts";
import { canRun } from "./can-run.ts";
import { PERMISSION_MODES, type PermissionMode, type PermissionPolicy } from "./decide.ts";

const offered = (mode: PermissionMode, allow: readonly string[] = [], deny: readonly string[] = []): string[] => {
  const policy: PermissionPolicy = {
    mode,
    rules: { allow, ask: [], deny },
    judgeCommand: async () => ({ verdict: "ask", reason: "", readsOnly: false }),
    judgePath: () => ({ verdict: "allow", reason: "", isFloor: false }),
  };
  return TOOLS.filter((tool) => canRun(tool, policy)).map(({ name }) => name);
};
const ALL = TOOLS.map(({ name }) => name);
const missing = (...args: Parameters<typeof offered>): string[] =>
  ALL.filter((name) => !offered(...args).includes(name));

test("a tool that a mode never lets run is not offered in it", () => {
  const never = Object.fromEntries(PERMISSION_MODES.map((mode) => [mode, missing(mode)]));
  const plan = ["edit_file", "apply_diff", "write_file", "edit_notebook", "python", "remember"];
  const dontAsk = expect.arrayContaining([...plan, "fetch_url", "web_search"]);
  expect(never).toEqual({ default: [], plan, acceptEdits: [], dontAsk, bypassPermissions: [] });
});

test("a rule brings it back where the mode only never asks", () => {
  expect(missing("dontAsk", ["edit_file(src/**)", "shell"])).toEqual(
    expect.not.arrayContaining(["edit_file", "shell", "python"]),
  );
  expect(missing("plan", ["edit_file"])).toContain("edit_file");
  expect(missing("default", [], ["shell"])).toEqual(["shell"]);
  expect(missing("dontAsk", ["fetch_url(example.com)"])).not.toContain("fetch_url");
});

test("what reaches the network is not offered where nobody could allow it", () => {
  const tools = TOOLS.filter(({ acts }) => acts === "reaches");
  const policy = (isAlone: boolean): PermissionPolicy => ({
    ...{ mode: "default", isAlone, rules: { allow: [], ask: [], deny: [] } },
    judgeCommand: async () => ({ verdict: "ask", reason: "", readsOnly: false }),
    judgePath: () => ({ verdict: "allow", reason: "", isFloor: false }),
  });
  expect(tools.map((tool) => [canRun(tool, policy(true)), canRun(tool, policy(false))])).toEqual([
    [false, true],
    [false, true],
  ]);
});

import { expect, test } from "vitest";
import { trustText } from "../trust-text.ts";

test("what would be started, reached or asked is said as it is", () => {
  const what = ["servers of tools", "fs would be started: node s.js", "requests would go to: https://other.example/v1"];
  const items = [{ path: ".mcp.json", what, sha256: "0" }];
  const besides = [{ path: ".claude/settings.json", what: ["hooks", "command: a\u001b[2Jb"] }];
  const state = { kind: "untrusted", isChanged: false, folder: "/work", items } as const;
  expect(trustText(state, besides).split("\n").slice(1)).toEqual([
    "  .mcp.json (servers of tools)",
    "      fs would be started: node s.js",
    "      requests would go to: https://other.example/v1",
    "  .claude/settings.json (hooks)",
    expect.stringMatching(/^ {6}command: a[ -~]*b$/),
    "",
  ]);
});

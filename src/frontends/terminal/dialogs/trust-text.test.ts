import { expect, test } from "vitest";
import { trustText } from "../trust-text.ts";

test("what would be started, reached or asked is said as it is", () => {
  const what = ["servers of tools", "fs would be started: node s.js", "requests would go to: https://other.example/v1"];
  const items = [{ path: ".mcp.json", what, sha256: "0" }];
  expect(trustText({ kind: "untrusted", isChanged: false, folder: "/work", items }).split("\n").slice(1)).toEqual([
    "  .mcp.json (servers of tools)",
    "      fs would be started: node s.js",
    "      requests would go to: https://other.example/v1",
    "",
  ]);
});

import { expect, test } from "vitest";
import { tellingLines } from "./telling-lines.ts";

test("of npm's words those that say why, not where its log is", () => {
  const words = [
    "npm error code E404",
    "npm error 404 Not Found - GET https://registry.example.com/no-such-server",
    "npm error 404",
    "npm error 404  The requested resource 'no-such-server@*' could not be found or you do not have permission to access it.",
    "npm error 404",
    "npm error 404 Note that you can also install from a",
    "npm error 404 tarball, folder, http url, or git url.",
    "npm notice New major version of npm available! 11.19.1 -> 12.2.2",
    "npm error A complete log of this run can be found in: /home/me/.npm/_logs/2026-debug-0.log",
    "",
  ];
  expect(tellingLines(words.join("\n"), 3)).toEqual([
    "npm error 404 Not Found - GET https://registry.example.com/no-such-server",
    "npm error 404  The requested resource 'no-such-server@*' could not be found or you do not have permission to access it.",
  ]);
});

test("of a stack the error, of warnings nothing", () => {
  const node = [
    "npm warn deprecated old@1.0.0: no such thing is supported, unknown to most",
    "node:internal/modules/cjs/loader:1568",
    "  throw err;",
    "  ^",
    "",
    "Error: Cannot find module '/x/y.js'",
    "    at Module._resolveFilename (node:internal/modules/cjs/loader:1564:15)",
    "    at node:internal/main/run_main_module:33:47 {",
    "  code: 'MODULE_NOT_FOUND',",
    "  requireStack: []",
    "}",
    "",
    "Node.js v24.21.0",
  ];
  expect(tellingLines(node.join("\n"), 3)).toEqual(["Error: Cannot find module '/x/y.js'"]);
  const python =
    "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nModuleNotFoundError: No module named 'x'\n";
  expect(tellingLines(python, 3)).toEqual(["ModuleNotFoundError: No module named 'x'"]);
});

test("where no line tells of a failure the last ones stand", () => {
  expect(tellingLines("one\n\ntwo\nthree\nno licence here\n", 3)).toEqual(["two", "three", "no licence here"]);
  expect(tellingLines(" \n", 3)).toEqual([]);
});

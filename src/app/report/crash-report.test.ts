import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { writeCrashReport } from "./crash-report.ts";

const home = mkdtempSync(join(tmpdir(), "waymark-crash-"));
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("the stack is kept for its owner alone, without secrets; where it cannot be kept nothing is thrown", () => {
  const token = ["ghp_", "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"].join("");
  const environment = { WAYMARK_HOME: home, MY_API_KEY: "correct-horse-battery" };
  const error = new Error(`it broke with correct-horse-battery and ${token}`);
  const path = writeCrashReport(error, { environment, version: "1.2.3" }) ?? "";
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(/^waymark 1\.2\.3, Node v[\s\S]*it broke with[\s\S]*crash-report\.test\.ts/);
  expect(text).not.toMatch(new RegExp(`correct-horse|${token}`));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(join(home, "file"), "");
  expect(writeCrashReport(error, { environment: { WAYMARK_HOME: join(home, "file") }, version: "" })).toBeUndefined();
});

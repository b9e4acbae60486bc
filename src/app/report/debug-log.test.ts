import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { noteSecrets } from "../permissions/obtained-secrets.ts";
import { startDebugLog } from "./debug-log.ts";

const home = mkdtempSync(join(tmpdir(), "waymark-debug-"));
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("no line holds a key, nor the beginning of one where it is cut, nor what a login brought later", () => {
  const environment = { WAYMARK_HOME: home, MY_API_KEY: 'correct-"horse"-battery' };
  const log = startDebugLog({ environment, version: "1.2.3", argv: [] });
  noteSecrets("brought-by-a-login");
  const token = ["ghp_", "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"].join("");
  for (const key of [environment.MY_API_KEY, "brought-by-a-login", token])
    for (let before = 1_960; before < 2_000; before += 3) {
      log?.line(`${".".repeat(before)} ${key} after`);
      log?.line(`event ${JSON.stringify({ text: `${".".repeat(before)} ${key} after` })}`);
    }
  log?.line(`event ${JSON.stringify({ text: environment.MY_API_KEY })}`);
  expect(readFileSync(log?.path ?? "", "utf8")).not.toMatch(/correct-|horse|brought-|ghp_/);
});

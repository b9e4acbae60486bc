import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "./load.ts";
import { locations } from "./locations.ts";

test("what is wrong within a setting is said in words", async () => {
  const home = mkdtempSync(join(tmpdir(), "settings-"));
  try {
    const loading = loadConfig({
      cwd: home,
      trusted: undefined,
      locations: locations({ WAYMARK_HOME: home }),
      environment: { WAYMARK_HOME: home },
      flags: { providers: { groq: { account: "a b" } } },
    });
    await expect(loading).rejects.toThrow(/"providers" is .*; .*account/);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

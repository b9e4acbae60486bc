import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import type { ReadTrusted } from "../trust/trust.ts";
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

test("a relative pattern of a project's file starts at its folder, one of the person's at the working folder", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "settings-")));
  try {
    const project = join(base, "proj");
    for (const folder of ["home/config", "proj/.git", "proj/.waymark", "proj/sub"])
      mkdirSync(join(base, folder), { recursive: true });
    const text = (deny: string): string => JSON.stringify({ permissions: { deny: [deny] } });
    writeFileSync(join(project, ".waymark", "config.json"), text("read_file(sub/secret/**)"));
    writeFileSync(join(base, "home", "config", "config.json"), text("read_file(own/x)"));
    const { config } = await loadConfig({
      cwd: join(project, "sub"),
      trusted: (path) => readPlainFile(path) as ReturnType<ReadTrusted>,
      locations: locations({ WAYMARK_HOME: join(base, "home") }),
      environment: { WAYMARK_HOME: join(base, "home") },
      flags: {},
    });
    expect(config.permissions.deny).toEqual(
      expect.arrayContaining([`read_file(/${project}/sub/secret/**)`, "read_file(own/x)"]),
    );
    expect(config.permissions.deny.filter((rule) => rule.includes(base) && rule.includes("own"))).toEqual([]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { missing } from "../../../test/optional-programs.ts";
import type { Confinement } from "../../core/ports/processes.ts";
import { createSandbox } from "./sandbox.ts";

let base: string;
beforeEach(() => {
  const place = join(homedir(), ".cache");
  mkdirSync(place, { recursive: true });
  base = realpathSync(mkdtempSync(join(place, "waymark-denied-")));
  for (const folder of ["work/private", "work/fixed", "home"]) mkdirSync(join(base, folder), { recursive: true });
  for (const file of ["work/private/x", "work/fixed/y", "work/a.txt"]) writeFileSync(join(base, file), "text\n");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** What a look for what rules deny asks about, for a command of that kind; undefined where this machine has no such sandbox. */
async function asked(
  tier: "bubblewrap" | "landlock",
  writes: Confinement["writes"],
): Promise<readonly string[] | undefined> {
  const looks = new Set<string>();
  const denies = (use: string, folder: string) => (path: string) => {
    looks.add(use);
    return path === join(base, "work", folder);
  };
  const sandbox = createSandbox({
    roots: [join(base, "work")],
    home: join(base, "home"),
    environment: process.env,
    own: [],
    cacheFolder: join(base, "cache"),
    tiers: [tier],
    denied: { reads: denies("reads", "private"), writes: denies("writes", "fixed") },
  });
  try {
    if ((await sandbox.state()).tier !== tier) return undefined;
    const start = { program: "/bin/true", parameters: [], environment: {} };
    sandbox.confine(start, { reads: "machine", writes, network: "off" });
    return [...looks].sort();
  } finally {
    sandbox.close();
  }
}

const ALL = ["nothing", "scratch", "workspace"] as const;

test.skipIf(missing("bwrap") !== undefined)(
  "bubblewrap closes what may not be read for each command, what may not be changed where a command changes something",
  async () => {
    const found = await Promise.all(ALL.map((writes) => asked("bubblewrap", writes)));
    expect(found).toEqual([["reads"], ["reads"], ["reads", "writes"]]);
  },
);

test("below Landlock it is looked for where a command changes nothing: nowhere else could it be closed", async () => {
  const found = await Promise.all(ALL.map((writes) => asked("landlock", writes)));
  expect(found).toEqual(found[0] === undefined ? ALL.map(() => undefined) : [["reads"], [], []]);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHouse } from "../open-house.ts";
import type { CheckedCommand } from "./check-command.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-check-")));
  for (const folder of ["work/private", "work/src", "added/closed", "added/open"])
    mkdirSync(join(base, folder), { recursive: true });
  for (const file of ["work/private/x", "work/src/a.ts", "work/.env", "added/closed/y", "added/open/z"])
    writeFileSync(join(base, file), "text\n");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function check(command: string, ...deny: readonly string[]): Promise<CheckedCommand> {
  const environment = { WAYMARK_HOME: join(base, "home"), WAYMARK_ADD_DIRS: join(base, "added") };
  const house = await openHouse({ folder: join(base, "work"), environment });
  try {
    return await house.checkCommand(command, {
      rules: { deny, ask: ["edit_file(src/**)"], allow: ["shell(touch:*)"] },
    });
  } finally {
    await house.close();
  }
}

const RANK = ["allow", "ask", "deny"] as const;
const worst = ({ segments }: CheckedCommand) => RANK[Math.max(...segments.map(({ verdict }) => RANK.indexOf(verdict)))];

test.each([
  ["cat private/x", "deny"],
  ["cat src/a.ts private/x", "deny"],
  ["ls src; cat private/x | wc -l", "deny"],
  ["cat < private/x", "deny"],
  ["cat $ADDED/closed/y", "deny"],
  ["cat $ADDED/open/z", "allow"],
  ["grep -r text .", "ask"],
  ["grep -r text src", "allow"],
  ["cat src/*.ts", "allow"],
  ["cat .e*", "ask"],
  ["touch src/new.ts", "ask"],
  ["touch new.ts", "allow"],
] as const)("no part of %s is told to be more allowed than what is told of the whole", async (command, verdict) => {
  const written = command.replace("$ADDED", join(base, "added"));
  const checked = await check(written, "read_file(private/**)", `read_file(${join(base, "added/closed")}/**)`);
  expect([checked.verdict, worst(checked)]).toEqual([verdict, verdict]);
});

test.each([
  "echo x > CONFIG/config.json",
  "cp src/a.ts CONFIG/config.json",
  "rm -rf STATE",
  "touch STATE/trusted-folders.json",
])("the usual settings and trust are a person's own also where WAYMARK_HOME leads elsewhere: %s", async (command) => {
  const line = command
    .replace("CONFIG", join(homedir(), ".config/waymark"))
    .replace("STATE", join(homedir(), ".local/state/waymark"));
  expect(worst(await check(line))).toBe("deny");
});

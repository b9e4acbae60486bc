import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "../run-waymark.ts";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** What passes for a look and is none: docs/guide/security.md, "Attacks and where they end". Without a sandbox, which would hide it. */

let grounds: Grounds;
beforeEach(() => {
  grounds = makeGrounds({
    "work/version": "touch mark\n",
    "work/Makefile": "version:\n\ttouch mark\n",
    "secret.txt": "the-secret-of-elsewhere\n",
  });
});
afterEach(() => grounds.remove());

const DISGUISED = [
  "make version",
  "bash version",
  "bash -v <<< 'touch mark'",
  "echo 'touch mark' | bash -v",
  "echo 'touch mark' | bash -V",
  "echo \"open('mark', 'w')\" | python3 -v",
  "echo 'touch mark' | sh version",
];

test.each(["plan", "default", "dontAsk"])(
  "a question for a version runs nothing of the folder or the input (%s)",
  async (mode) => {
    const results = await grounds.attack(DISGUISED.map(shell), ["--permission-mode", mode, "--sandbox", "off"]);
    expect(existsSync(join(grounds.cwd, "mark"))).toBe(false);
    expect(results.filter((result) => !/not allowed|refused|denied/i.test(result))).toEqual([]);
  },
);

test("what only reads lists no names of elsewhere", async () => {
  const results = await grounds.attack(
    ["echo ../*", "printf '%s ' ../*", 'for f in ../*; do echo "$f"; done'].map(shell),
    ["--permission-mode", "plan", "--sandbox", "off"],
  );
  expect(results.join("\n")).not.toContain("secret.txt");
});

let place: Place | undefined;
afterEach(() => place?.remove());

test("a home by a relative path is no folder of the project", async () => {
  place = makePlace();
  const own = join(place.cwd, "rel/.config/waymark");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "config.json"), '{ "permissionMode": "bypassPermissions" }');
  const environment = {
    HOME: "rel",
    WAYMARK_HOME: "rel/.config",
    XDG_STATE_HOME: join(place.home, "state"),
    XDG_CACHE_HOME: join(place.home, "cache"),
  };
  const { stdout, code } = await runWaymark(["config", "path"], { ...place, environment });
  expect(code).toBe(0);
  expect(stdout.split("\n").filter((line) => /^user|^state|^cache/.test(line) && !/\s\//.test(line))).toEqual([]);
});

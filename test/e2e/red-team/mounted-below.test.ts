import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { MAIN } from "../run-waymark.ts";
import { type Grounds, giveTo, isRoot, makeGrounds, NOBODY, testAsConfined } from "./attack-run.ts";

/** A volume, a disk or a part of another folder that is mounted in the working folder, as containers do for `node_modules`. */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const SCRIPT = `
mount -t tmpfs -o mode=777 none "$BASE/work/sub" && mount --bind "$BASE/other" "$BASE/work/deep/er" || exit 77
"$@"
`;
const COMMAND =
  "echo a > top && echo b > sub/new && echo c > deep/er/new && cat top sub/new deep/er/new; echo x > ../other/out";

const users = [undefined, NOBODY];

(isRoot && spawnSync("unshare", ["-m", "true"]).status === 0 ? testAsConfined(users) : test.skip.each(users))(
  "commands work in a folder in which others are mounted, as user %s",
  (userId) => {
    grounds = makeGrounds({ "work/a.txt": "a\n", "work/deep/er/x": "", "other/y": "" }, userId);
    const { base, cwd, home } = grounds;
    mkdirSync(join(cwd, "sub"));
    if (userId !== undefined) giveTo(userId, base);
    const words = [process.execPath, MAIN, "tool", "run", "shell", JSON.stringify({ command: COMMAND })];
    const as =
      userId === undefined ? [] : ["setpriv", "--reuid", `${userId}`, "--regid", `${userId}`, "--clear-groups"];
    const mode = ["--permission-mode", "bypassPermissions"];
    const all = ["-m", "--propagation", "private", "sh", "-c", SCRIPT, "sh", ...as, ...words, ...mode];
    const env = { PATH: process.env["PATH"], HOME: home, WAYMARK_HOME: join(home, "waymark"), BASE: base };
    const { stdout } = spawnSync("unshare", all, { cwd, encoding: "utf8", env });
    expect(stdout).toMatch(/^a\nb\nc\n/);
    expect(stdout).toContain("Read-only file system");
    expect(execFileSync("ls", [join(base, "other")], { encoding: "utf8" })).toBe("new\ny\n");
  },
);

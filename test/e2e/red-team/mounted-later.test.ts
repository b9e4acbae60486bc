import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { MAIN } from "../run-waymark.ts";
import { type Grounds, giveTo, isRoot, makeGrounds, NOBODY, testAsConfined } from "./attack-run.ts";

/**
 * A disk, a vault or a folder of another machine that a person mounts while a command runs: the kernel hands it on into the command's
 * namespace, writable, wherever a system has its mounts shared, as systemd does.
 */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const SCRIPT = `
mount --make-rshared / || exit 77
"$@" > "$BASE/told" 2>&1 &
for i in $(seq 600); do [ -e "$BASE/work/begun" ] && break; sleep 0.1; done
mount -t tmpfs -o mode=777 none "$BASE/home/disk" && echo backup > "$BASE/home/disk/kept"
chmod 666 "$BASE/home/disk/kept"; touch -d @1000000000 "$BASE/home/disk/kept"
[ -z "$AS" ] || chown "$AS" "$BASE/home/disk" "$BASE/home/disk/kept"
touch "$BASE/work/mounted"
wait
ls "$BASE/home/disk"
cat "$BASE/home/disk/kept" "$BASE/told"
stat -c '%n %a %Y' "$BASE/home/disk/kept"
stat -c '%n %a' "$BASE/home/disk"
`;

/** Waits for what is mounted, and says what it can do there. */
const COMMAND = (disk: string): string =>
  "touch begun; for i in $(seq 600); do [ -e mounted ] && break; sleep 0.1; done; " +
  `ls ${disk}; echo evil > ${disk}/new && echo WRITTEN; echo evil > ${disk}/kept && echo WRITTEN; rm ${disk}/kept && echo REMOVED; ` +
  `chmod 700 ${disk} ${disk}/kept && echo CHANGED; touch -d @1 ${disk}/kept; echo tried`;

const users = [undefined, NOBODY];

(isRoot && spawnSync("unshare", ["-m", "true"]).status === 0 ? testAsConfined(users) : test.skip.each(users))(
  "what is mounted while a command runs is not there for it: nothing of it is changed, as user %s",
  (userId) => {
    grounds = makeGrounds({ "work/a.txt": "a\n" }, userId);
    const { base, cwd, home } = grounds;
    mkdirSync(join(home, "disk"));
    if (userId !== undefined) giveTo(userId, base);
    const input = JSON.stringify({ command: COMMAND(join(home, "disk")) });
    const words = [process.execPath, MAIN, "tool", "run", "shell", input, "--permission-mode", "bypassPermissions"];
    const as =
      userId === undefined ? [] : ["setpriv", "--reuid", `${userId}`, "--regid", `${userId}`, "--clear-groups"];
    const all = ["-m", "--propagation", "private", "sh", "-c", SCRIPT, "sh", ...as, ...words];
    const told = execFileSync("unshare", all, {
      cwd,
      encoding: "utf8",
      env: {
        ...{ PATH: process.env["PATH"], HOME: home, WAYMARK_HOME: join(home, "waymark"), BASE: base },
        AS: userId === undefined ? "" : `${userId}`,
      },
    });
    expect(told).toMatch(/^kept\nbackup\n/);
    expect(told.match(/^(?:kept|tried)$/gm)).toEqual(["kept", "tried"]);
    expect(told).toMatch(/kept 666 1000000000\n.*disk 777\n$/);
    expect(told).not.toMatch(/WRITTEN|REMOVED|CHANGED/);
  },
);

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { MAIN } from "../run-waymark.ts";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap } from "./attack-run.ts";

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
mount -t tmpfs none "$BASE/home/disk" && echo backup > "$BASE/home/disk/kept"
wait
ls "$BASE/home/disk"
cat "$BASE/home/disk/kept" "$BASE/told"
`;

/** Waits for what is mounted, and says what it can do there. */
const COMMAND = (disk: string): string =>
  `touch begun; for i in $(seq 600); do [ -e ${disk}/kept ] && break; sleep 0.1; done; ` +
  `ls ${disk}; echo evil > ${disk}/new && echo WRITTEN; echo evil > ${disk}/kept && echo WRITTEN; rm ${disk}/kept && echo REMOVED; echo tried`;

test.skipIf(!isRoot || !mayUseBubblewrap(undefined) || spawnSync("unshare", ["-m", "true"]).status !== 0)(
  "what is mounted while a command runs cannot be written by it",
  () => {
    grounds = makeGrounds({ "work/a.txt": "a\n" });
    const { base, cwd, home } = grounds;
    mkdirSync(join(home, "disk"));
    const input = JSON.stringify({ command: COMMAND(join(home, "disk")) });
    const words = [process.execPath, MAIN, "tool", "run", "shell", input, "--permission-mode", "bypassPermissions"];
    const all = ["-m", "--propagation", "private", "sh", "-c", SCRIPT, "sh", ...words];
    const told = execFileSync("unshare", all, {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, WAYMARK_HOME: join(home, "waymark"), BASE: base },
    });
    expect(told).toMatch(/^kept\nbackup\n/);
    expect(told.match(/^(?:kept|tried)$/gm)).toEqual(["kept", "kept", "tried"]);
    expect(told).not.toMatch(/WRITTEN|REMOVED/);
  },
);

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { MAIN } from "../run-waymark.ts";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap } from "./attack-run.ts";

/** The same files below another path: where systems mount a disk as a whole beside its folders, or a home a second time. */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const SCRIPT = `mount --bind "$BASE/home" "$BASE/second" && mount --bind "$BASE/home/.aws" "$BASE/part of it" && exec "$@"`;
/** In the place of bubblewrap, where that is to be missing. */
const HIDDEN =
  'for one in /usr/bin/bwrap /bin/bwrap /usr/local/bin/bwrap; do [ -f "$one" ] && mount --bind /dev/null "$one"; done; ';

const CAN = isRoot && mayUseBubblewrap(undefined) && spawnSync("unshare", ["-m", "true"]).status === 0;

test.skipIf(!CAN).each(["bubblewrap", "landlock"])(
  "what is hidden is hidden at every mount of it, below %s",
  (tier) => {
    grounds = makeGrounds({
      "home/.ssh/id_ed25519": "SECRET\n",
      "home/.aws/credentials": "SECRET\n",
      "home/waymark/config/credentials.json": "SECRET\n",
      "home/.config/waymark/credentials.json": "SECRET\n",
      "home/.local/state/waymark/sessions/one.jsonl": "SECRET\n",
      "home/notes.txt": "notes\n",
      "work/a.txt": "a\n",
    });
    const { base, cwd, home } = grounds;
    for (const folder of ["second", "part of it"]) mkdirSync(join(base, folder));
    symlinkSync(join(base, "second"), join(cwd, "way"));
    const command = `cd ..; cat second/notes.txt; for folder in home second work/way; do cat $folder/.ssh/* $folder/.aws/* $folder/waymark/config/* $folder/.config/waymark/* $folder/.local/state/waymark/*/*; done; cat "part of it"/*; echo tried`;
    const input = JSON.stringify({ command });
    const words = [process.execPath, MAIN, "tool", "run", "shell", input, "--permission-mode", "bypassPermissions"];
    const script = `${tier === "landlock" ? HIDDEN : ""}${SCRIPT}`;
    const told = execFileSync("unshare", ["-m", "--propagation", "private", "sh", "-c", script, "sh", ...words], {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, WAYMARK_HOME: join(home, "waymark"), BASE: base },
    });
    expect(told).toMatch(/^notes$/m);
    expect(told).toMatch(/^tried$/m);
    expect(told).not.toContain("SECRET");
  },
);

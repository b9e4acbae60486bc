import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { MAIN, makePlace } from "./run-waymark.ts";

const why = missing("unshare");

test.skipIf(why)("the main job is done in a network that holds nothing, not even loopback", () => {
  const place = makePlace({
    "a.txt": "alpha\n",
    "fix.json": JSON.stringify({
      replies: [
        { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
        { calls: [{ name: "edit_file", input: { path: "a.txt", old_string: "alpha", new_string: "beta" } }] },
        { text: "Done without a network." },
      ],
    }),
  });
  try {
    const waymark = (...args: string[]) =>
      spawnSync("unshare", ["-rn", process.execPath, MAIN, ...args], {
        cwd: place.cwd,
        env: { PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: `${place.home}/waymark`, LANG: "C.UTF-8" },
        encoding: "utf8",
        timeout: 60_000,
      });
    const fixed = waymark("-p", "Fix a.txt", "-m", "scripted/fix.json", "--permission-mode", "acceptEdits");
    expect({ code: fixed.status, said: fixed.stdout, error: fixed.stderr }).toEqual({
      code: 0,
      said: "Done without a network.\n",
      error: "",
    });
    expect(waymark("tool", "run", "read_file", '{"path":"a.txt"}').stdout).toContain("beta");
    expect(waymark("undo").status).toBe(0);
    expect(waymark("doctor", "--offline-audit").stdout).toContain("adapters/models/http/request.ts");
    expect(waymark("-p", "what is here?", "--offline").status).toBe(0);
  } finally {
    place.remove();
  }
});

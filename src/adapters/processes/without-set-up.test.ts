import { expect, test } from "vitest";
import { withoutSetUp } from "./without-set-up.ts";

const LISTED =
  "root 1 bwrap --unshare-pid --unshare-ipc --bind / / --ro-bind a b\nroot 2 ps aux\nbwrap --version; bwrap";
const TOLD = "root 1 bwrap … (the sandbox of this command)\nroot 2 ps aux\nbwrap --version; bwrap";

test("a list of processes has the sandbox without its set-up, in whatever pieces it comes from the name on", () => {
  for (let size = 5; size <= LISTED.length; size++) {
    // The name itself comes whole.
    if (Math.floor(7 / size) !== Math.floor(11 / size)) continue;
    const taken: Buffer[] = [];
    const passing = withoutSetUp((bytes) => void taken.push(bytes));
    for (let at = 0; at < LISTED.length; at += size) passing.push(Buffer.from(LISTED.slice(at, at + size)));
    passing.end();
    expect([size, Buffer.concat(taken).toString()]).toEqual([size, TOLD]);
  }
});

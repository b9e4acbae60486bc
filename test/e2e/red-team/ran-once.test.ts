import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Grounds, makeGrounds, mayUseBubblewrap, shell } from "./attack-run.ts";

/** Words of a command that are the sandbox's: docs/guide/security.md, "Attacks and where they end". */

const SPEAKS = `echo ran >> log
echo "bwrap: Can't find source path /x: No such file or directory" >&2
exit 1
`;

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

test.skipIf(!mayUseBubblewrap(undefined))(
  "a command that speaks like its sandbox runs once, and is told as run",
  async () => {
    grounds = makeGrounds({ "work/speak.sh": SPEAKS });
    const [result] = await grounds.attack([shell("bash speak.sh")], ["--permission-mode", "acceptEdits"]);
    expect(readFileSync(join(grounds.cwd, "log"), "utf8")).toBe("ran\n");
    expect(result).not.toContain("nothing was run");
  },
);

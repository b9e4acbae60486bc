import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** What tools make for a folder, and commands of another one: docs/guide/security.md, "Attacks and where they end". */

const LEAVES = `import os
os.makedirs('/tmp/.cache/x/y')
open('/tmp/.cache/x/y/f', 'w')
os.chmod('/tmp/.cache/x/y', 0)
os.chmod('/tmp/.cache/x', 0o500)
os.utime('/tmp/.cache', (1, 1))
`;

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

test.skipIf(!isRoot || !mayUseBubblewrap(NOBODY))(
  "a cache that a command makes old and unremovable is neither taken away nor in the way of other folders",
  async () => {
    grounds = makeGrounds({ "work/leave.py": LEAVES, "other/a.txt": "" }, NOBODY);
    const mode = ["--permission-mode", "acceptEdits"];
    await grounds.attack([shell("python3 leave.py")], mode);
    // With another folder it is another place, that has caches of its own.
    const more = ["--add-dir", join(grounds.base, "other")];
    const [result] = await grounds.attack([shell("touch made")], [...mode, ...more]);
    expect([result, existsSync(join(grounds.cwd, "made"))]).toEqual(["(no output)", true]);
    const [listed] = await grounds.attack([shell("python3 -c 'import os; print(os.listdir(\"/tmp/.cache\"))'")], mode);
    expect(listed).toContain("'x'");
  },
);

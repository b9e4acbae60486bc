import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** What a sandboxed command leaves in the working folder must not lead Waymark's own hands elsewhere. */

const FILES = {
  "work/sub/.bashrc": "evil\n",
  "work/sub/.git/HEAD": "ref: refs/heads/main\n",
  "work/sub/.git/config": "[core]\n",
  "work/link.sh": "mv sub kept; ln -s ../home sub; echo done\n",
  "work/hooks.sh": "git config -f sub/.git/config core.hooksPath $PWD/../home/documents; echo done\n",
  "work/pkg/lib/a.txt": "ours\n",
  "work/above.sh": "mv pkg kept; mkdir pkg; ln -s ../../home/documents pkg/lib; echo done\n",
  "work/beyond.sh": "cat pkg/lib/thesis.txt; echo x > pkg/lib/by-command.txt; echo tried\n",
  "work/options": "--plugin ./evil.so\n",
  "home/.bashrc": "mine\n",
  "home/documents/thesis.txt": "mine\n",
};

let grounds: Grounds;
afterEach(() => grounds?.remove());

describe.each([
  ["root or whoever runs this", undefined],
  ["an ordinary user", NOBODY],
] as const)("as %s", (_, userId) => {
  const isSkipped = userId !== undefined && !isRoot;
  if (!isSkipped && !mayUseBubblewrap(userId))
    console.warn("Exchanged folders are tried below Landlock or not at all: bubblewrap does not start here.");

  test.skipIf(isSkipped).each(["link.sh", "hooks.sh"])(
    "nothing outside is overwritten or moved aside: %s",
    async (script) => {
      grounds = makeGrounds(FILES, userId);
      const [result] = await grounds.attack([shell(`sh ./${script}`)], ["--permission-mode", "bypassPermissions"]);
      expect(result).toContain("done");
      expect(readFileSync(join(grounds.home, ".bashrc"), "utf8")).toBe("mine\n");
      expect(existsSync(join(grounds.home, "documents/thesis.txt"))).toBe(true);
      expect(readdirSync(grounds.home).filter((name) => name.includes("taken-back"))).toEqual([]);
    },
  );

  test.skipIf(isSkipped)(
    "a folder that was added inside of another is worked in where it was, not where a link leads",
    async () => {
      grounds = makeGrounds(FILES, userId);
      const thesis = { name: "read_file", input: { path: "pkg/lib/thesis.txt" } };
      const file = { name: "write_file", input: { path: "pkg/lib/by-tool.txt", content: "x" } };
      const calls = [shell("sh ./above.sh"), shell("sh ./beyond.sh"), file, thesis, shell("cat pkg/lib/thesis.txt")];
      const [first, ...rest] = await grounds.attack(calls, [
        "--permission-mode",
        "acceptEdits",
        "--add-dir",
        "pkg/lib",
      ]);
      if (mayUseBubblewrap(userId)) expect(first).toContain("done");
      expect(rest.filter((text) => /mine|Created|tried/.test(text))).toEqual([]);
      expect(readdirSync(join(grounds.home, "documents"))).toEqual(["thesis.txt"]);
    },
  );

  test.skipIf(isSkipped).each(["plan", "default", "dontAsk"])(
    "a file of options loads no code where nobody is asked, in mode %s",
    async (mode) => {
      grounds = makeGrounds(FILES, userId);
      const calls = ["nm @options", "objdump -d @options", "readelf -a @options", "strings @options"].map(shell);
      const results = await grounds.attack(calls, ["--permission-mode", mode, "--sandbox", "off"]);
      expect(results.filter((text) => !/not allowed|refused|plan mode/i.test(text))).toEqual([]);
    },
  );
});

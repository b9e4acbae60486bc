import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { decide, type PermissionMode } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** What a line shows of a denied file is asked of bash and of the programs themselves; the judge is only asked for its verdict. */

const TEXT = "horse-battery-staple";
let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-denied-")));
  for (const folder of ["private", "src"]) mkdirSync(join(root, folder));
  for (const [path, text] of Object.entries({
    "private/x.txt": `${TEXT}\n`,
    "src/a.txt": "plain\n",
    "list.txt": "private/x.txt\n",
    "README.md": "read me\n",
  }))
    writeFileSync(join(root, path), text);
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: root });
  git("init", "-q", ".");
  git("add", "-A");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Of programs that this machine lacks nothing is shown. */
const BY_NAME: readonly ((path: string) => string)[] = [
  (path) => `cat ${path}`,
  (path) => `sed 'r ${path}' README.md`,
  (path) => `sed -e '1R ${path}' README.md`,
  (path) => `sed -n -e p -e '$r ${path}' README.md`,
  (path) => `sed -f <(echo 'r ${path}') README.md`,
  (path) => `awk 'BEGIN { while ((getline l < "${path}") > 0) print l }'`,
  (path) => `awk -v f=${path} 'BEGIN { getline l < f; print l }'`,
  (path) => `python3 -c 'print(open("${path}").read())'`,
  (path) => `python3 -c 'import pathlib; print(pathlib.Path("${path}").read_text())'`,
  (path) => `python3 - <<'E'\nprint(open("${path}").read())\nE`,
  (path) => `perl -e 'open F, "<", "${path}"; print <F>'`,
  (path) => `perl -pe 1 ${path}`,
  (path) => `node -p 'require("fs").readFileSync("${path}", "utf8")'`,
  (path) => `jq -n --rawfile a ${path} '$a'`,
  (path) => `xargs -a ${path} echo`,
  (path) => `diff --from-file=${path} README.md`,
  (path) => `diff -u README.md ${path}`,
  (path) => `git diff --no-index README.md ${path}`,
  (path) => `git show ":${path}"`,
  (path) => `git cat-file -p "$(git hash-object ${path})"`,
  (path) => `sort -m ${path} README.md`,
  (path) => `dd if=${path} status=none`,
  (path) => `curl -s file://"$PWD"/${path}`,
  (path) => `tar -cf - ${path}`,
  (path) => `tar -cf - -T <(echo ${path})`,
  (path) => `mapfile -t a < ${path}; echo "\${a[@]}"`,
  (path) => `exec 3< ${path}; cat <&3`,
  (path) => `read -r l < ${path}; echo "$l"`,
  (path) => `echo "$(< ${path})"`,
  (path) => `. ${path} 2>&1`,
  (path) => `bash ${path} 2>&1`,
  (path) => `cp ${path} /dev/stdout`,
  (path) => `p=${path}; while read -r l; do echo "$l"; done < "$p"`,
];
const BY_LIST: readonly string[] = [
  "xargs cat < list.txt",
  "xargs -a list.txt cat",
  "cat $(cat list.txt)",
  'while read -r f; do cat "$f"; done < list.txt',
  "tar -cf - -T list.txt",
  "tar -cf - --files-from=list.txt",
  "cpio -o < list.txt",
  "sort --files0-from=<(tr '\\n' '\\0' < list.txt)",
  "git ls-files | xargs cat",
  "git ls-files | grep x | xargs -n1 tac",
  "find . -name 'x*' -exec cat {} +",
  "find private -exec cat {} \\;",
  "find . -type f | xargs head",
  "for f in $(git ls-files); do cat $f; done",
  'for f in */*; do cat "$f"; done',
  "grep -r . .",
  "tar -cf - .",
  "python3 -c 'import glob; print([open(f).read() for f in glob.glob(\"p*/*\")])'",
  'python3 -c \'print(open("priv" + "ate/x.txt").read())\'',
  "cd private && cat *",
  "(cd private; tac x.txt)",
  "env -C private cat x.txt",
];
const SPELLED = ["private/x.txt", "./private/x.txt", "src/../private/x.txt", "private/./x.txt"];
const AROUND: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `${line} | cat`,
  (line) => `true && ${line}`,
  (line) => `if true; then ${line}; fi`,
  (line) => `{ ${line}; } 2>/dev/null`,
];
const LINE = fc
  .tuple(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(...BY_NAME), fc.constantFrom(...SPELLED)).map(([of, path]) => of(path)),
      },
      { weight: 2, arbitrary: fc.constantFrom(...BY_LIST) },
    ),
    fc.constantFrom(...AROUND),
  )
  .filter(([line]) => !line.includes("\n"))
  .map(([line, around]) => around(line));

async function verdict(command: string, mode: PermissionMode): Promise<string> {
  const rules = { allow: ["shell(*)"], ask: [], deny: ["read_file(private/**)"] };
  const policy = permissionPolicy({ mode, rules, cwd: root, home: join(root, "../me"), environment: {} });
  return (await decide("shell", { accesses: [{ kind: "run", command }] } as never, policy)).verdict;
}

test("what a rule keeps from being read is shown by no door of a line, in any mode", async () => {
  const missed: string[] = [];
  let shown = 0;
  for (const line of new Set(fc.sample(LINE, { numRuns: rounds(60), seed: 3 }))) {
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", line], { cwd: root, encoding: "utf8", input: "" });
    if (!`${stdout}${stderr}`.includes(TEXT)) continue;
    shown++;
    const verdicts = await Promise.all(
      (["default", "plan", "bypassPermissions"] as const).map((mode) => verdict(line, mode)),
    );
    if (verdicts[1] !== "deny" || verdicts.includes("allow")) missed.push(`${verdicts.join(" ")}: ${line}`);
  }
  expect(missed).toEqual([]);
  expect(shown).toBeGreaterThan(30);
}, 240_000);

test.each([
  "sed -i 's/a/r x/' README.md",
  "sed -n '/private/p' README.md",
  "python3 -c 'print(1)'",
  "git ls-files src | xargs wc -l",
  'for f in src/*; do cat "$f"; done',
  "tar -cf out.tar src",
  "find src -name '*.txt' -exec cat {} +",
  "grep -rn plain src",
  "git commit -m 'about private/x.txt and more'",
  "kill $(cat x.pid)",
])("what comes to no such file runs as before in bypassPermissions: %s", async (line) => {
  expect(await verdict(line, "bypassPermissions")).toBe("allow");
});

import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { missing } from "../../../test/optional-programs.ts";
import { rounds } from "../../../test/rounds.ts";
import { decide } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** What is left of a folder is asked of bash and the programs themselves, in a sandbox that shows them no other; the judge only for its verdict. */

const top = realpathSync(mkdtempSync(join(tmpdir(), "waymark-whole-")));
afterAll(() => {
  // Some lines take all leave away, which only root does not heed.
  spawnSync("chmod", ["-R", "u+rwX", top]);
  rmSync(top, { recursive: true, force: true });
});
let count = 0;

function makeFolder(): string {
  const root = join(top, `${++count}`, "work");
  for (const folder of ["src", "dist/js"]) mkdirSync(join(root, folder), { recursive: true });
  for (const path of ["README.md", "notes.txt", "src/a.ts", "src/b.ts", "dist/js/a.js"])
    writeFileSync(join(root, path), "what a person wrote\n");
  execFileSync("git", ["init", "-q", "."], { cwd: root });
  execFileSync("git", ["add", "-A"], { cwd: root });
  return root;
}

const lines = (text: string): readonly string[] => text.split("\n").filter(Boolean);

/** What removes each of some names, which stand in the place of NAMES. */
const REMOVERS = lines(String.raw`
rm -rf NAMES
rm -r -- NAMES
command rm -fr NAMES
bash -c 'rm -rf NAMES'
mv NAMES ../away
mv -t ../away NAMES
tar -cf ../x.tar --remove-files NAMES
shred -u NAMES
truncate -s 0 NAMES
find NAMES -delete
find NAMES -mindepth 0 -exec rm -rf {} +
git rm -rqf NAMES
for f in NAMES; do rm -rf "$f"; done
for f in NAMES; do : > "$f"; done
printf "%s\n" NAMES | xargs rm -rf
set -e; true && rm -rf NAMES
timeout 9 rm -rf NAMES
(rm -rf NAMES)
if true; then rm -rf NAMES; fi
x=1 rm -rf NAMES 2> /dev/null
chmod -R 000 NAMES
chmod 000 NAMES
tee NAMES < /dev/null
`);
const ALL = lines(`
*
./*
{*,.g*}
**
?*
[A-Za-z]*
./[!.]*
"$PWD"/*
$(pwd)/*
$(ls)
$(ls -A)
../work/*
src/../*
*/ *.*
$(find . -mindepth 1 -maxdepth 1)
$(git ls-files)
./* .[!.]*
$(ls | sort)
$(echo *)
~+/*
`);
/** What is named, and leaves something. */
const SOME = lines(`
src
src/*
dist/*
./dist
*.txt
dist src
{dist,src}
$(ls -d d*)
src/../dist
n*
dist/js/*
notes.*
[ds]*
`);
/** By a search, a list or a program of its own. */
const WHOLE_LINES = lines(String.raw`
find . -mindepth 1 -delete
find . -type f -delete
find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +
find . ! -name x ! -path './.git*' -delete
find . -type f -print0 | xargs -0 rm -f
find . -type f | while read -r f; do rm "$f"; done
ls | xargs rm -rf
echo * | xargs -n1 rm -rf
git ls-files | xargs rm
git ls-files -z | xargs -0 rm -f
git rm -rqf .
git rm -rqf '*'
git rm -rqf :/
cd src && rm -rf ../*
cd src && git rm -rqf ..
ls | while read f; do rm -rf $f; done
find . -path './.git*' -prune -o -type f -exec rm {} \;
find . -name '*' -not -path './.git*' -type f -delete
find . \( -name '*.js' -o -true \) -type f -delete
find . -type f -not -path './.git/*' -exec truncate -s 0 {} +
python3 -c 'import shutil; shutil.rmtree(".")'
python3 -c 'import shutil; shutil.rmtree("../work")'
python3 -c 'import os; os.rename("src/..", "../away/x")'
find . ! -name . -prune -exec rm -rf {} +
find . -maxdepth 1 ! -path . -exec rm -rf {} +
find ./ -maxdepth 1 -not -path ./ -exec rm -r {} \;
find . -name '[!.]*' -delete
find . ! -name '.*' -exec rm -rf {} +
python3 -c 'import os; os.system("rm -rf *")'
python3 -c 'import subprocess; subprocess.run("cd src && rm -rf ../*", shell=True)'
perl -e 'qx(rm -rf *)'
perl -e 'system "mv * ../away"'
awk 'BEGIN { system("rm -rf *") }'
python3 -c 'import os; os.system("find . ! -name . -prune -exec rm -rf {} +")'
perl -e 'system "find . -type f | xargs rm -f"'
perl -e 'system(q(for f in *; do rm -rf $f; done))'
python3 -c 'import os; os.system("ls | xargs rm -rf")'
python3 -c 'import os; os.chdir("src"); os.system("rm -rf ../*")'
python3 -c 'import os; os.chdir("src/.."); os.system("rm -rf *")'
python3 -c 'import subprocess; subprocess.run("rm -rf ../*", shell=True, cwd="dist")'
python3 -c 'import os, shutil; os.chdir("dist"); shutil.rmtree("../../work", True)'
python3 -c 'import os, shutil; os.chdir(".."); shutil.rmtree("work", True)'
python3 -c 'import glob, shutil, os; os.system("rm -f *.*"); [shutil.rmtree(f, True) for f in glob.glob("*")]'
perl -e 'use File::Path; rmtree([glob("*")])'
node -e 'const fs = require("fs"); fs.readdirSync(".").forEach((f) => fs.rmSync(f, { recursive: true }))'
rm -rf -- * .git*
cd .; rm -r *
mkdir n; cd n/..; rm -rf *
x='*'; rm -rf $x
x='R* [a-z]*'; rm -rf $x
git ls-files | xargs git rm -qf
git rm -qf $(git ls-files)
find . -type f -not -path './.git/*' -exec cp /dev/null {} \;
git ls-files | while read -r f; do cp /dev/null "$f"; done
rm -rf src dist && rm -f *
rm -rf src dist *.md *.txt
rm -rf ../w*
rm -rf ../wor[k]
find . -execdir rm -rf {} +
find . -type f -not -path './.git/*' -execdir rm {} \;
find . -type f -not -empty -not -path './.git/*' -delete
find . -type f -writable -readable -links 1 -not -path './.git/*' -exec rm {} +
find . -type f -newermt 2000-01-01 -size -100M -not -path './.git/*' -delete
python3 -c 'import shutil, pathlib as p; shutil.rmtree(p.Path.cwd())'
python3 -c 'from shutil import rmtree as r; from pathlib import Path; r(Path())'
python3 -c 'import shutil, os as o; shutil.rmtree(o.curdir)'
rm -f * src/* dist/*/*
find src dist -delete; rm -f *
`);
const SOME_LINES = lines(String.raw`
perl -e 'unlink glob "*.o"'
python3 -c 'import os; os.system("cd dist && rm -rf *")'
python3 -c 'import subprocess; subprocess.run("rm -rf *", shell=True, cwd="dist")'
python3 -c 'print("rm -rf *")'
python3 -c 'from pathlib import Path as P; import shutil as s; s.rmtree(P() / "dist")'
find . -type f -user nobody-else -name '*.js' -delete
rm -rf dist *.txt
awk 'BEGIN { system("rm -rf dist/*") }'
python3 -c 'import os; os.chdir("dist"); os.system("rm -rf *")'
python3 -c 'import os; d = "dist"; os.chdir(d); os.system("rm -rf *")'
python3 -c 'import os, shutil; os.chdir("dist"); shutil.rmtree("js")'
python3 -c 'import glob, os; [os.remove(f) for f in glob.glob("*.pyc")]'
python3 -c 'import os; os.remove("notes.txt"); print(os.listdir("."))'
python3 -c 'import os; [os.remove(f) for f in os.listdir(".") if f.endswith(".log")]'
python3 -c 'import os; [os.rename(f, f.lower()) for f in os.listdir(".")]'
python3 -c 'from pathlib import Path; [p.unlink() for p in Path("dist").glob("*")]'
node -e 'const fs = require("fs"); fs.readdirSync("dist").forEach((f) => fs.rmSync("dist/" + f))'
python3 -c 'import os; os.system("find . -name __pycache__ | xargs rm -rf")'
python3 -c 'import os; os.system("for f in *.txt; do rm $f; done")'
python3 -c 'import shutil; shutil.rmtree("../work/dist")'
find . -name '[!.]*.js' -delete
find dist ! -name . ! -path dist -delete
find . -maxdepth 1 -name '.?*' -name '*~' -exec rm -rf {} +
find . -name '*.ts' -delete
find . -type f -mtime +30 -delete
find . -size 0 -delete
find . -type d -empty -delete
find dist -delete
find . -name dist -exec rm -rf {} +
find . \( -name '*.js' -o -name '*.map' \) -delete
find . -path './dist/*' -delete
find . -type f -newer README.md -delete
find . -type f -size 0 | xargs rm -f
git clean -ffdx
git rm -rq --cached .
mkdir x && cd x && touch a && rm -rf *
cd dist && rm -rf *
cd $(mktemp -d) && touch a && rm -rf *
mkdir old && mv * old
chmod -R u+rwX,go-w .
chmod -R 755 .
chmod +x *
for f in *; do [ -d "$f" ] || rm "$f"; done
for f in *; do case $f in *.txt) rm "$f";; esac; done
for f in *; do if [ ! -s "$f" ]; then rm "$f"; fi; done
for f in *; do mv "$f" "$(echo "$f" | tr A-Z a-z)"; done
ls | head -1 | xargs rm -f
ls | grep txt | xargs rm
git ls-files -d | xargs rm -f
for d in *; do rm -rf "$d/node_modules"; done
sed -i s/a/b/ *
gzip -k *
rmdir *
rm -rf $(git ls-files dist)
rm -f $(find . -name '*.txt')
find . -type f -empty -not -path './.git/*' -delete
find . -type f -size +9k -not -path './.git/*' -delete
find . \( -size +9k -o -name x \) -type f -not -path './.git/*' -exec rm {} +
for d in *; do cp README.md "$d"; done
for d in */; do cp /dev/null "$d/.keep"; done
rm -rf R* n* s*
x='*.txt'; rm -rf $x
cp /dev/null notes.txt
`);

/** Nothing that can be seen is there, or nothing that stood in it, or nobody may look at it. */
function isEnded(root: string): boolean {
  const files = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
      if (one.name === ".git") return [];
      return one.isDirectory() ? files(join(folder, one.name)) : [join(folder, one.name)];
    });
  try {
    return !files(root).some(
      (file) => (statSync(file).mode & 0o400) !== 0 && readFileSync(file, "utf8").includes("wrote"),
    );
  } catch {
    return true;
  }
}

const around = (root: string): readonly string[] => [
  ...[
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
    "--bind",
    join(root, ".."),
    join(root, ".."),
  ],
  ...["--unshare-user", "--unshare-pid", "--unshare-net", "--die-with-parent", "--chdir", root],
];

function endsAfter(line: string): boolean {
  const root = makeFolder();
  mkdirSync(join(root, "../away"));
  spawnSync("bwrap", [...around(root), "bash", "--norc", "-O", "globstar", "-c", line], { stdio: "ignore" });
  return isEnded(root);
}

const judged = makeFolder();
async function decisionOn(command: string, root = judged): ReturnType<typeof decide> {
  const policy = permissionPolicy({
    mode: "bypassPermissions",
    rules: { allow: [], ask: [], deny: [] },
    cwd: root,
    home: join(root, "../../me"),
    environment: {},
  });
  return decide("shell", { accesses: [{ kind: "run", command }] } as never, policy);
}
const isFree = async (command: string): Promise<boolean> => (await decisionOn(command)).verdict === "allow";

const linesOf = (names: readonly string[]): readonly string[] =>
  REMOVERS.flatMap((remover) => names.map((name) => remover.replaceAll("NAMES", name)));

test.skipIf(missing("bwrap"))(
  "what ends all of the folder that is worked in asks in every mode, however it is written",
  async () => {
    const drawn = fc.sample(fc.constantFrom(...linesOf(ALL)), { numRuns: rounds(24), seed: 7 });
    const lines = [...new Set([...drawn, ...WHOLE_LINES])];
    const missed: string[] = [];
    let ended = 0;
    for (const line of lines) {
      if (!endsAfter(line)) continue;
      ended++;
      if (await isFree(line)) missed.push(line);
    }
    expect(missed).toEqual([]);
    expect(ended).toBeGreaterThan(40);
  },
  120_000,
);

test.skipIf(missing("bwrap"))(
  "and a clean-up that leaves something is left to the mode",
  async () => {
    const drawn = fc.sample(fc.constantFrom(...linesOf(SOME)), { numRuns: rounds(24), seed: 7 });
    const asked: string[] = [];
    for (const line of [...new Set([...drawn, ...SOME_LINES])]) if (!(await isFree(line))) asked.push(line);
    expect(asked).toEqual([]);
  },
  120_000,
);

test("the folder is known in code by its whole path", async () => {
  const codes = [judged, join(judged, "dist")].map(
    (path) => `node -e 'require("fs").rmSync("${path}", { recursive: true, force: true })'`,
  );
  const renamed = [".", "dist"].map(
    (path) => `node -e 'const { rmSync: r } = require("fs"); r("${path}", { recursive: true })'`,
  );
  expect(await Promise.all([...codes, ...renamed].map(isFree))).toEqual([false, true, false, true]);
});

test("where git keeps nothing its clean-up takes all", async () => {
  const root = makeFolder();
  execFileSync("git", ["rm", "-rq", "--cached", "."], { cwd: root });
  const lines = ["git clean -fdx", "git clean -ffd .", "git clean -fd dist", "git clean -ndx"];
  const verdicts = await Promise.all(lines.map(async (line) => (await decisionOn(line, root)).verdict));
  expect(verdicts).toEqual(["ask", "ask", "allow", "allow"]);
});

test("what makes the folder the copy of another takes what the other has not", async () => {
  const lines = ["rclone sync remote:x .", "rclone sync remote:x dist", "rclone sync . remote:x"];
  expect(await Promise.all(lines.map(isFree))).toEqual([false, true, true]);
});

test("the question names what takes all of the folder", async () => {
  const lines = ["for f in *; do rm -rf $f; done", "git ls-files | xargs rm", "truncate -s 0 R* [a-z]*/../*"];
  expect(
    await Promise.all(lines.map(async (line) => /\((?!and )(.*?)\);/.exec((await decisionOn(line)).reason)?.[1])),
  ).toEqual(["*", "./*", "R* [a-z]*/../*"]);
});

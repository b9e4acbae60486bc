import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { decide } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** What a line prints is asked of bash and of the programs themselves; the judge is only asked for its verdict. */

const SECRET = "horse-battery-staple";
let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-archives-")));
  mkdirSync(join(root, "sub"));
  for (const [path, text] of Object.entries({
    ".env": `KEY=${SECRET}\n`,
    "a.txt": "plain\n",
    "sub/b.txt": "plain\n",
  }))
    writeFileSync(join(root, path), text);
  const run = (script: string) => execFileSync("bash", ["--norc", "-c", script], { cwd: root, stdio: "pipe" });
  run(
    "tar -cf x.tar .env a.txt && gzip -k x.tar && cp x.tar.gz x.tgz && cp x.tar sub/y.tar && gzip -kc a.txt > a.txt.gz",
  );
  run("git init -q . && git add -f .env a.txt x.tar && git -c user.name=a -c user.email=a@b.c commit -qm x");
  run("git archive --format=zip -0 -o x.zip HEAD && tar -cf outer.tar x.tar a.txt && cp x.tar x.tar.bak");
  symlinkSync("x.tar", join(root, "link"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ARCHIVES = [
  "x.tar",
  "x.tar.gz",
  "x.tgz",
  "x.zip",
  "outer.tar",
  "sub/y.tar",
  "x.tar.bak",
  "a.txt.gz",
  "a.txt",
  "link",
];
const SPELLED: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `'${name}'`,
  (name) => `./${name}`,
  (name) => `sub/../${name}`,
  (name) => name.replace(/^(.*)(.)$/, "$1?"),
  (name) => name.replace(/^(.)(.*)$/, "[$1]$2"),
  (name) => `${name.slice(0, 3)}*`,
  (name) => `{${name},a.txt}`,
];
const PROGRAMS = [
  ..."cat,head -c 9999,head -n 99,tail -n 99,tac,nl,strings,grep -a KEY,grep -ah .,sed -n p,awk 1,cut -c1-,sort,uniq,fold,paste,zcat,zcat -f,gzip -dc".split(
    ",",
  ),
  ..."gunzip -c,tar -tf,tar -xOf,tar xOf,tar -xzOf,tar -x --to-stdout -f,unzip -l,unzip -p,unzip -c,zgrep -a KEY,wc -c,sha256sum,file,ls -l,diff -a a.txt,jq -R .,tar --to-command=cat -xf".split(
    ",",
  ),
];
const FORMS: readonly ((program: string, name: string) => string)[] = [
  (program, name) => `${program} ${name}`,
  (program, name) => `${program} < ${name}`,
  (program, name) => `cat ${name} | ${program}`,
  (program, name) => `f=${name}; ${program} $f`,
  (program, name) => `for f in ${name}; do ${program} "$f"; done`,
  (program, name) => `cd sub && ${program} ../${name}`,
  (program, name) => `${program} "$(echo ${name})"`,
  (program, name) => `find . -name '${name}' -exec ${program} {} +`,
  (program, name) => `find . -name '${name}' | xargs ${program}`,
  (program, name) => `git show HEAD:${name} | ${program}`,
  (program, name) => `${program} ${name} | cat`,
  (program, name) => `${program} ${name} .env`,
  (program, name) => `${program} ${name} x.tar`,
  (program, name) => `while read -r l; do echo "$l"; done < ${name}; ${program} a.txt`,
];
const LINE = fc
  .tuple(
    fc.constantFrom(...FORMS),
    fc.constantFrom(...PROGRAMS),
    fc.constantFrom(...SPELLED),
    fc.constantFrom(...ARCHIVES),
  )
  .map(([form, program, spelled, name]) => form(program, spelled(name)));

const isFree = async (command: string, mode: "default" | "plan"): Promise<boolean> => {
  const rules = { allow: [], ask: [], deny: [] };
  const policy = permissionPolicy({ mode, rules, cwd: root, home: join(root, "../home"), environment: {} });
  return (await decide("shell", { accesses: [{ kind: "run", command }] } as never, policy)).verdict === "allow";
};

test("what prints a secret out of an archive is not free", async () => {
  const missed: string[] = [];
  const counts = { shown: 0, free: 0 };
  for (const line of new Set(fc.sample(LINE, { numRuns: rounds(100), seed: 7 }))) {
    const free = await isFree(line, "default");
    if (free) counts.free++;
    const { stdout } = spawnSync("bash", ["--norc", "-c", line], { cwd: root, encoding: "utf8", input: "" });
    if (!stdout.includes(SECRET)) continue;
    counts.shown++;
    if (free || (await isFree(line, "plan"))) missed.push(line);
  }
  expect(missed).toEqual([]);
  expect(Math.min(counts.shown, counts.free), JSON.stringify(counts)).toBeGreaterThan(10);
}, 240_000);

test.each([
  "tar -tf x.tar",
  "tar tzf x.tar.gz",
  "tar tz < x.tar.gz",
  "unzip -l x.zip",
  "unzip -p x.zip a.txt",
  "gzip -l x.tar.gz",
  "gzip -t x.tgz",
  "zcat a.txt.gz",
  "gzip -dc x.tar.gz | tar -t",
  "zcat x.tgz | wc -c",
  "sha256sum x.tar.gz",
  "wc -c < x.tar",
  "file x.zip",
  "ls -l x.tar",
  "git log --oneline -- x.tar",
])("what only lists an archive, or shows a file of it by its name, is free: %s", async (line) => {
  expect(await isFree(line, "default")).toBe(true);
});

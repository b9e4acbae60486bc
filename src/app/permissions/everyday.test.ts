import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Decision, PermissionMode } from "../../core/permissions/decide.ts";
import { decide } from "../../core/permissions/decide.ts";
import { refusalText } from "../../core/permissions/refusal.ts";
import { type PolicyRequest, permissionPolicy } from "./permission-policy.ts";

/** Lines as people write them every day, in a folder with files of every day and without a sandbox. */
const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-everyday-")));
const project = join(home, "work/proj");
const FILES: Readonly<Record<string, string>> = {
  "a.txt": "one\ntwo\n",
  "src/a.ts": "export const a = 1;\n",
  ".npmrc": "# how we install\nsave-exact=true\nengine-strict = true\nsave-prefix=^\n",
  "registry/.npmrc": "registry=https://npm.example.com/\nsave-exact=true\n",
  "login/.npmrc": "save-exact=true\n//npm.example.com/:_authToken=abc\n",
  "login/plain/a.txt": "",
  "commented/.npmrc": "save-exact=true\n# //npm.example.com/:_authToken=abc\n",
  "remembered/.npmrc": "; password = abc\nsave-exact=true\n",
  "hidden/.npmrc": "registry=https://me:pass@npm.example.com/\n",
  "odd/.npmrc": "save-exact=true\n[x]\nprefix=/tmp\n",
  "logs/.npmrc": "save-exact=true\nlogs-dir=/tmp/x\n",
  "config/secrets.example.yml": "a: 1\n",
  "config/secrets.yml": "a: 1\n",
  "test/fixtures/credentials.json": "{}\n",
  "test/fixtures/id_rsa": "x\n",
  "test/fixtures/.env": "A_TOKEN=blue\n",
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

const decided = (
  command: string,
  mode: PermissionMode,
  allow: readonly string[] = [],
  more: Partial<PolicyRequest> & { readonly exception?: "network" } = {},
): Promise<Decision> =>
  decide(
    "shell",
    {
      accesses: [
        ...(more.exception ? [{ kind: "escape" as const, exception: more.exception, command }] : []),
        { kind: "run", command },
      ],
      display: { kind: "text", text: "" },
    },
    permissionPolicy({
      ...{ mode, rules: { allow, ask: [], deny: [] }, cwd: project, home, own: [join(home, ".waymark")] },
      ...more,
    }),
  );

const SANDBOX = { sandbox: { opens: async () => true, confines: async () => true } };
/** Who asks to leave it finds it open. */
const OPENED = { sandbox: { ...SANDBOX.sandbox, opens: async () => false } };
const sandboxed = (command: string, mode: PermissionMode, allow: readonly string[] = []): Promise<Decision> =>
  decided(command, mode, allow, SANDBOX);
const verdictsInSandbox = async (lines: readonly string[], mode: PermissionMode): Promise<readonly string[]> =>
  (await Promise.all(lines.map((line) => sandboxed(line, mode)))).map(({ verdict }) => verdict);

test("plan mode says why a command may not run, which part of it is meant, and what to do instead", async () => {
  const lines = ["cd src && ls && rm -rf dist", "touch x", "git status && npm test"];
  const told = await Promise.all(lines.map((line) => decided(line, "plan", ["shell(npm test)"])));
  expect(told.map(refusalText)).toMatchInlineSnapshot(`
    [
      "plan mode only looks, and \`rm -rf dist\` may do more (no rule allows rm, and it is not known to only read).
    Look by what only reads, and propose the rest instead of running it.",
      "plan mode only looks (no rule allows touch, and it is not known to only read).
    Look by what only reads, and propose the rest instead of running it.",
      "plan mode only looks, and \`npm test\` may do more (it is not known to only read).
    Look by what only reads, and propose the rest instead of running it.",
    ]
  `);
});

test("what starts what only reads, and adds nothing, only reads: in plan mode, too", async () => {
  const lines = ["bash -c 'ls src | wc -l'", "timeout 10 grep -rn export src", "sh -c 'cd src && ls'"];
  const told = await Promise.all([...lines, "bash -c 'ls; touch x'"].map((line) => sandboxed(line, "plan")));
  expect(told.map(({ verdict }) => verdict)).toEqual(["allow", "allow", "allow", "deny"]);
  expect(await asked(lines)).toEqual(lines.filter((line) => !line.startsWith("timeout")));
});

const asked = async (lines: readonly string[], mode: PermissionMode = "plan"): Promise<readonly string[]> => {
  const verdicts = await Promise.all(lines.map(async (line) => (await decided(line, mode)).verdict));
  return lines.filter((_, index) => verdicts[index] !== "allow");
};

test("settings of npm are looked into: they count where they write, connect, start something or hold a login", async () => {
  const free = ["npm --version", "npm ls --depth=0", "cat .npmrc", "cat registry/.npmrc", "grep -n save .npmrc"];
  expect(await asked(free)).toEqual([]);
  const others = [
    ...["registry", "login", "login/plain", "hidden", "odd", "logs"].map((folder) => `cd ${folder} && npm ls`),
    ...["login", "commented", "remembered", "hidden", "odd", "logs"].map((folder) => `cat ${folder}/.npmrc`),
  ];
  expect(await asked(others)).toEqual(others);
});

test("samples of secrets, and what tests take for data, are there to be read", async () => {
  expect(await asked(["cat config/secrets.example.yml", "cat test/fixtures/credentials.json"])).toEqual([]);
  const others = [
    "cat config/secrets.yml",
    "cat test/fixtures/id_rsa",
    "cat test/fixtures/.env",
    "cat test/fixtures/*",
  ];
  expect(await asked(others)).toEqual(others);
});

test("a pattern behind an option that finds nothing in the folder stays its value", async () => {
  expect(await asked(["rg -n export -g *.ts", "grep -rn export --include *.ts src"])).toEqual([]);
  expect(await asked(["rg -n export -g *.txt"])).toEqual(["rg -n export -g *.txt"]);
});

/** What attackers had run by lines that seemed to only read. */
const SEEMING = [
  ...[
    "\\time --form ls touch M",
    "\\time -ofoo ls",
    "for f in *; do [ $f ]; done",
    'printf -- "$(cat a.txt)" PATH; ls',
  ],
  ...[
    ': "${CDPATH:=/}"; cd etc && cat passwd',
    "y=1; command read y <<< 'a[$(touch M)]'; echo $((y))",
    ": {PATH}<<< x; ls",
  ],
  ...[
    "x=1; y='a[$(touch M)]'; : {x[y]}<<< z",
    "y=ls; command read y <<< 'touch M'; $y",
    "[ * ]",
    "while read -rn0 x; do echo a; done < a.txt",
  ],
  ...["export LANG=C; ls", "f() { ls; }; f", "ls &", "trap ls EXIT; ls", "cat <(ls)", "echo {a,b}", "a[1]=x; ls"],
];
const PLAIN = [
  ..."ls -la|cat a.txt | wc -l|cd src && ls|grep -rn 'export a' src 2>/dev/null | head -5 || echo none|timeout 60 ls|time ls".split(
    "|",
  ),
  ...[
    "if [ -f a.txt ]; then cat a.txt; else ls; fi # why",
    "LC_ALL=C sort a.txt",
    "cat <<'E' | wc -l\n$(rm x)\nE",
    '(cd src; ls); echo "$?"',
  ],
  ...[
    "{ ls; ! cat a.txt; }",
    "printf '%s\\n' \"a 'b' $\" && cut -d$'\\t' -f1 a.txt",
    "find . -name '*.ts' -type f",
    "ls *.txt src/*.ts",
    "sed -n '1,2p' a.txt",
  ],
].filter((line) => line !== "");

test("where no read profile stands around it, a line only reads where it is plain", async () => {
  expect(await asked(SEEMING, "default")).toEqual(SEEMING);
  expect(await asked(SEEMING)).toEqual(SEEMING);
  expect(await asked(PLAIN, "default")).toEqual([]);
  expect(await asked(PLAIN)).toEqual([]);
});

test("beside what a rule allows, with the network opened for it, or out of the sandbox, no read profile stands", async () => {
  const rules = ["shell(npm test $)", "shell(npm install)", "shell(@run-project)"];
  const verdicts = (lines: readonly string[], exception?: "network"): Promise<readonly string[]> =>
    Promise.all(
      lines.map(async (line) => {
        const more = exception === undefined ? SANDBOX : { ...OPENED, exception };
        const { verdict } = await decided(line, "default", rules, more);
        return `${verdict}: ${line}`;
      }),
    );
  for (const ruled of ["npm test", "timeout 60 npm test", "npm install", "npm run build"]) {
    const seeming = SEEMING.map((line) => `${ruled}; ${line}`);
    expect(await verdicts(seeming)).toEqual(seeming.map((line) => `ask: ${line}`));
    const plain = PLAIN.map((line) => `${ruled}; ${line}`);
    expect(await verdicts(plain)).toEqual(plain.map((line) => `allow: ${line}`));
  }
  expect(await verdicts(SEEMING, "network")).toEqual(SEEMING.map((line) => `ask: ${line}`));
  expect(await verdicts(PLAIN, "network")).toEqual(PLAIN.map((line) => `allow: ${line}`));
});

test("in the mode for edits a sandbox answers for no part of a line whose network a rule opens", async () => {
  const lines = ["npm install; ./x", "npm install && node x.js", "npm install; y=ls; command read y <<< 'curl x'; $y"];
  for (const line of lines)
    expect(await sandboxed(line, "acceptEdits", ["shell(npm install)"])).toMatchObject({ verdict: "ask" });
  expect(await sandboxed("npm install; ls", "acceptEdits", ["shell(npm install)"])).toMatchObject({ verdict: "allow" });
  expect(await sandboxed("node x.js; ls", "acceptEdits")).toMatchObject({ verdict: "allow" });
});

test("a rule for every command makes no reader of a line in plan mode", async () => {
  const seeming = SEEMING.filter((line) => !/^(?:trap|f\(\)|export)/.test(line));
  const verdicts = await Promise.all(seeming.map(async (line) => (await decided(line, "plan", ["shell"])).verdict));
  expect(verdicts).toEqual(seeming.map(() => "deny"));
});

/** Programs that read, with words that only running tells: a sandbox keeps all of them to the folder's plain files. */
const LOOKS = [
  "find . -name '*.ts' | xargs wc -l",
  "find src -type f -print0 | xargs -0 grep -ln one | head -5",
  "ls | xargs -I{} head -1 {}",
  "ls src | xargs -n1 basename",
  'for f in src/*.ts; do echo "$f $(wc -l < $f)"; done',
  "basename $(pwd)",
  "wc -l $(ls src | head -5)",
  "env | sort",
  "less a.txt | head -1",
];

test.each(["default", "plan", "dontAsk"] as const)(
  "what can only look runs where a sandbox keeps it to that (%s)",
  async (mode) => {
    const found = await Promise.all(LOOKS.map((line) => sandboxed(line, mode)));
    expect(found.map(({ verdict, looksOnly, reason }, at) => [LOOKS[at], verdict, looksOnly, reason])).toEqual(
      LOOKS.map((line) => [line, "allow", true, "the sandbox lets it only look"]),
    );
    // Without one, beside an exception, or where a rule asks, it is asked as ever.
    const policies = [
      {},
      { ...OPENED, exception: "network" as const },
      { ...SANDBOX, rules: { allow: [], ask: ["shell(xargs:*)"], deny: [] } },
    ];
    for (const more of policies)
      expect((await decided("find . -name '*.ts' | xargs wc -l", mode, [], more)).verdict).not.toBe("allow");
  },
);

test("what may do more than look is no look, whatever stands around it", async () => {
  const lines = [
    "ls | xargs rm",
    "ls | xargs sort -o made",
    "ls | xargs sort",
    "ls | xargs sed -n 1p",
    "ls | xargs sed -n '1w made'",
    "ls | xargs awk",
    "for f in src/*.ts; do sed -n 1p $f; done",
    "ls | xargs find",
    "ls | xargs less",
    "ls | xargs uniq",
    "ls | xargs -n1 shuf",
    "ls | xargs -n1 file",
    "ls | xargs xxd",
    "ls | xargs -a a.txt cat",
    "ls | xargs -I{} sh -c 'cat {}'",
    "ls | xargs env touch made",
    "less +!id a.txt",
    "cat $(ls) > made",
    "cat $(echo .env)",
    "echo ../other.txt | xargs cat",
    "X=$(ls) cat $X",
    "cat() { rm $1; }; cat $(ls)",
    "alias cat=rm; cat $(ls)",
    "basename $(touch made)",
    "cat <(touch made)",
    "wc -l $(curl -s example.com)",
    "git ls-files | xargs git rm",
    "node $(ls | head -1)",
  ];
  const found = await Promise.all(lines.map((line) => sandboxed(line, "plan")));
  expect(found.map(({ verdict }, at) => [lines[at], verdict])).toEqual(lines.map((line) => [line, "deny"]));
});

test("a server that the line ends by a trap is its own job", async () => {
  const server = (line: string) =>
    sandboxed(`node server.js & SERVER=$!; ${line}; sleep 1; curl -s localhost:3000/`, "acceptEdits");
  for (const line of [
    'trap "kill $SERVER" EXIT',
    'trap "kill ${SERVER} 2>/dev/null" EXIT INT',
    "trap 'kill $SERVER' EXIT",
  ])
    expect([line, (await server(line)).verdict]).toEqual([line, "allow"]);
  // What else it holds is read by the trap as commands.
  for (const line of [
    'SERVER="$(cat a.txt)"; trap "kill $SERVER" EXIT',
    'trap "kill $SERVER; $(cat a.txt)" EXIT',
    'trap "kill $OTHER" EXIT',
  ])
    expect([line, (await server(line)).verdict]).toEqual([line, "ask"]);
});

test("of what edits a file of secrets that is told, and no way that asks as well", async () => {
  for (const line of ["cp a.txt .env.local", "mv config/secrets.yml b.yml"]) {
    const { verdict, reason, instead } = await sandboxed(line, "acceptEdits");
    expect([verdict, reason.replace(/^\S+/, "FILE")]).toEqual(["ask", "FILE may hold a secret"]);
    expect(instead).toContain("ask about it as well");
  }
  expect((await sandboxed("cat .env", "acceptEdits")).instead).toContain("ask about it as well");
});

test("what is deleted below .git, and what is protected in the folder, is said as what it is", async () => {
  const told = async (line: string): Promise<readonly (string | undefined)[]> => {
    const { verdict, reason, details, instead } = await sandboxed(line, "acceptEdits");
    return [`${verdict}: ${reason}`, details?.[0]?.replace(/.*\((\S+?)[;)].*/, "$1"), instead];
  };
  expect(
    await Promise.all(["rm -f .git/index.lock", "rm -rf .git", "echo x > .envrc", "echo x > ../y"].map(told)),
  ).toMatchInlineSnapshot(`
      [
        [
          "ask: it deletes .git/index.lock, by which a git that is at work keeps others off",
          "irreversible",
          "Leave it to the person, and say why it is needed; git stash and a new branch keep what is there.",
        ],
        [
          "ask: it deletes .git, the repository",
          "irreversible",
          "Leave it to the person, and say why it is needed; git stash and a new branch keep what is there.",
        ],
        [
          "ask: .envrc starts programs or holds configuration",
          "protected",
          "Leave it to the person: say what is to stand there, and why it is needed.",
        ],
        [
          "ask: ../y is outside the workspace",
          "write-outside",
          "Write inside the working folder; $TMPDIR is free for what is temporary.",
        ],
      ]
    `);
});

test("empty folders are cleared away where git's own are left", async () => {
  const free = [
    "find . -type d -empty -not -path './.git/*' -delete",
    "find . -mindepth 1 -type d -empty ! -path '*/.git/*' -delete",
    "find src -type d -empty -delete",
  ];
  const others = [
    "find . -type d -empty -delete",
    "find . -type d -not -empty -not -path './.git/*' -delete",
    "find . -type d -empty -o -not -path './.git/*' -delete",
    "find . -type d -not -path './.git/*' -delete",
  ];
  const verdicts = await verdictsInSandbox([...free, ...others], "acceptEdits");
  expect(verdicts).toEqual([...free.map(() => "allow"), ...others.map(() => "ask")]);
});

test("what tells of programs alone runs unasked where it can only look", async () => {
  const free = [
    ...["node -p 1", "node -p process.versions.v8", "node --help"],
    ...["npm config get registry", "npm pkg get version", "npx --version", "yarn -v", "corepack --version"],
    ...["python3 -c 'import sys; print(sys.version)'", "pipx --version", "poetry --version", "pyenv versions"],
    ...["mvn -v", "mvn --version", "ant -version", "go env GOPATH", "go env -json", "go help build"],
    ...["gcc -dumpversion", "pkg-config --modversion zlib", "pkg-config --cflags --libs zlib", "rustc -vV"],
    ...["docker compose version", "docker-compose --version", "kubectl version --client", "helm version --short"],
    ...["kubectl version --client -o yaml", "minikube version", "terraform -version", "tofu version", "aws --version"],
    ...["dotnet --list-sdks", "php -m", "php --ini", "gem env", "ocaml -version", "zig version", "pg_config --version"],
    ...[
      "apt list --installed",
      "apt show bash",
      "apt-cache policy bash",
      "sqlite3 app.db .tables",
      "sqlite3 a/b.db '.schema x'",
    ],
    ...["redis-server --version", "openssl version -a", "nginx -v", "strace -V", "gdb --version", "meson --version"],
  ];
  const others = [
    ...[
      "node -p 'process.exit()'",
      "node -p \"require('./package.json').version\"",
      "flake8 --version",
      "node -p process.env",
      "node a.js",
    ],
    ...["npm config set x y", "npm pkg set version=1", "yarn", "pnpm -v", "python3 -c 'import a; print(a.x)'"],
    ...["pyenv global 3.12", "mvn -v test", "go env -w GOFLAGS=-x", "go env -u GOFLAGS", "gcc -dumpversion a.c"],
    ...[
      "pkg-config --define-variable=a=b zlib",
      "docker compose up",
      "kubectl version",
      "helm repo add a https://x.example",
    ],
    ...[
      "apt install x",
      "apt list x -o Dir=/x",
      "sqlite3 app.db 'select 1'",
      "sqlite3 app.db .dump",
      "sqlite3 ../x.db .tables",
    ],
    ...["sqlite3 -init a app.db .tables", "sqlite3 app.db '.tables x' .quit", "sqlite3 app.db '.shell x'"],
    ...["terraform -version apply", "dotnet a.dll", "php -m a.php", "gem install x", "nginx", "strace -V ls"],
  ];
  const lines = [...free, ...others];
  const verdicts = await verdictsInSandbox(lines, "default");
  expect(lines.filter((_, index) => verdicts[index] === "allow")).toEqual(free);
  // Files of the folder answer there.
  for (const name of [".mvn/jvm.config", ".yarnrc.yml", "rust-toolchain.toml", ".poetry/x"]) {
    mkdirSync(dirname(join(project, "chosen", name)), { recursive: true });
    writeFileSync(join(project, "chosen", name), "");
  }
  for (const line of ["mvn -v", "yarn -v", "rustc -vV", "poetry --version"])
    expect([line, (await sandboxed(`cd chosen && ${line}`, "default")).verdict]).toEqual([line, "ask"]);
});

test("who installs by what is there alone reaches no network", async () => {
  const free = ["npm ci --offline", "pnpm install --offline", "yarn install --offline", "uv sync --offline"];
  const others = [
    "npm ci",
    "npm ci --prefer-offline",
    "npm ci --offline --no-offline",
    "npm ci --offline=false",
    "yarn",
  ];
  const verdicts = await verdictsInSandbox([...free, ...others], "acceptEdits");
  expect(verdicts).toEqual([...free.map(() => "allow"), ...others.map(() => "ask")]);
});

test("a rule for every command does not say that programs of the person are set or extended", async () => {
  const asks = [
    ...["code --install-extension a.b", "cursor --uninstall-extension=a.b", "helm repo add a https://x.example"],
    ...["helm plugin install https://x.example", "kubectl config use-context a", "docker context use a"],
    ...["aws configure set region a", "gcloud config set project a"],
  ];
  const free = [
    ...["code --list-extensions", "code --diff a b", "helm repo list", "helm repo index .", "helm template ."],
    ...["kubectl config get-contexts -o name", "docker context inspect a", "aws configure list"],
  ];
  const lines = [...asks, ...free];
  const verdicts = await Promise.all(lines.map(async (line) => (await decided(line, "default", ["shell"])).verdict));
  expect(lines.filter((_, index) => verdicts[index] === "ask")).toEqual(asks);
});

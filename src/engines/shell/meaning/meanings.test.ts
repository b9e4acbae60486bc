import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../../test/rounds.ts";
import { classifyCommand } from "../classify-command.ts";

const judged = (
  command: string,
  list: "ask" | "deny",
  rules: readonly string[],
  otherwise: readonly string[] = ["shell(*)"],
) =>
  classifyCommand(command, {
    root: "/w",
    home: "/home/me",
    rules: { allow: [...otherwise], [list]: rules.map((rule) => `shell(${rule})`) },
    facts: { gitAlias: (_folder, name) => ({ pp: "push", sh: "!f() { git push; }; f" })[name] },
  });

/** What a rule denies, and the same under other words. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  "git push": [
    ...[
      "git send-pack origin main",
      "git-push origin",
      "/usr/lib/git-core/git-push",
      "git remote-https origin url",
      "git svn dcommit",
    ],
    ...[
      "git -c alias.p=push p",
      "git -c alias.p=q -c alias.q='-c a.b=c push' p",
      "V=push git --config-env=alias.p=V p",
      "git pp",
      "git sh",
    ],
    ...["git config alias.p push; git p", "git -c alias.p='!git push' p", "git -c alias.p='!sh -c \"git push\"' p"],
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p",
    "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push; git p",
    "git subtree push --prefix=x origin main",
  ],
  "git push --force": [
    "git push -f",
    "git push -uf origin main",
    "git push origin +main",
    "git push --mirror",
    "git send-pack --force o m",
  ],
  "git push --delete": ["git push -d o x", "git push o :x"],
  "git branch -D": ["git branch -d -f x", "git branch --delete --force x", "git update-ref -d refs/heads/x"],
  "git commit --no-verify": ["git commit -n -m x", "git commit -anm x"],
  "git reset --hard": ["git read-tree --reset -u HEAD"],
  "git restore": ["git checkout -- a", "git checkout ."],
  "rm -rf": ["rm -r -f x", "rm --recursive --force x", "rm -R -f x", "rm -Rf x", "rm -fvR x"],
  "npm publish": [
    "npm pu",
    "npm --tag x publ",
    "npx npm@11 publish",
    "corepack npm publish",
    "node /usr/lib/node_modules/npm/bin/npm-cli.js pub",
  ],
  "npm i": ["npm install x", "npm isntall", "npm add x", "npm it"],
  "pip install": ["pip3 install x", "pip3.11 install x", "python3 -m pip install x", "uv pip install x"],
  "docker run": ["docker container run x", "podman run x"],
  "docker rmi": ["docker image rm x"],
  "docker compose up": ["docker-compose up"],
  "./deploy.sh": ["sh deploy.sh", "bash -e ./deploy.sh", "sh < deploy.sh", ". ./deploy.sh", "/w/deploy.sh"],
  curl: ["curl.exe x", "/usr/bin/curl x"],
};
const WRAPPED = ["", "env ", "timeout 5 ", "sudo ", "nohup ", "nice -n 5 "];

describe("a rule that denies a command means what the command does, not how it is spelt", () => {
  test.each(Object.entries(SAME).flatMap(([rule, lines]) => lines.map((line) => [rule, line] as const)))(
    "%s: %s",
    (rule, line) => {
      expect(judged(line, "deny", [rule]).verdict).toBe("deny");
      expect(judged(line, "ask", [rule]).verdict).not.toBe("allow");
    },
  );

  test("behind what starts it, and beside anything else", () => {
    const isSame = fc.constantFrom(
      ...Object.entries(SAME).flatMap(([rule, lines]) =>
        // What sets something for the whole line is no single command.
        lines.filter((line) => !/^\w+=|[;<]|^\./.test(line)).map((line) => [rule, line] as const),
      ),
    );
    fc.assert(
      fc.property(
        isSame,
        fc.constantFrom(...WRAPPED),
        fc.constantFrom("", "echo a; ", "true && "),
        ([rule, line], by, before) => {
          expect([`${before}${by}${line}`, judged(`${before}${by}${line}`, "deny", ["mkfs", rule]).verdict]).toEqual([
            `${before}${by}${line}`,
            "deny",
          ]);
        },
      ),
      { numRuns: rounds(60) },
    );
  });

  test.each([
    ["git:*", "python3 -c \"import os; os.system('git log')\""],
    ["git push:*", "ssh host git push"],
    ["git push:*", "node -e \"require('child_process').execSync('git send-pack')\""],
  ])("as other agents write the rule: %s, %s", (rule, line) =>
    expect(judged(line, "deny", [rule])).toMatchObject({ verdict: "ask", isFloor: true }),
  );

  test.each(["watchexec git push", "dotenvx run -- git push"])(
    "a program that nobody knows is told it among its words: %s",
    (line) => expect(judged(line, "deny", ["git push"]).verdict).toBe("ask"),
  );

  test.each(["bwrap --bind / / git push", "aws-vault exec me -- git push"])("one that is known starts it: %s", (line) =>
    expect(judged(line, "deny", ["git push"]).verdict).toBe("deny"),
  );

  test.each(["brew install git", "gh pr create --title 'git push fails'", "npm rm x"])("nor is this it: %s", (line) =>
    expect(judged(line, "deny", ["git push", "rm"]).verdict).toBe("allow"),
  );

  test.each([
    ["git push:*", "git send-pack"],
    ["npm publish:*", "npm pu"],
    ["./deploy.sh:*", "bash deploy.sh now"],
    ["rm -rf:*", "rm -r -f x"],
  ])("as other agents write the rule: %s: %s", (rule, line) =>
    expect(judged(line, "deny", [rule]).verdict).toBe("deny"),
  );

  test.each([
    "git --config-env=alias.p=V p",
    "GIT_CONFIG_PARAMETERS=\"'alias.p=push'\" git p",
    "git --exec-path=/tmp/x p",
    "git -c help.autocorrect=immediate pus",
    "git -c include.path=/tmp/x p",
    "HOME=/tmp/x git p",
  ])("what the line lets mean anything asks in every mode: %s", (line) =>
    expect(judged(line, "deny", ["git push"])).toMatchObject({ verdict: "ask", isFloor: true }),
  );

  test.each([
    ...[
      "git lfs pull",
      "git fetch",
      "git pull",
      "git flow init",

      "git -c user.name=x commit -m y",
      "git -c alias.l=log l",
    ],
    ...[
      "rm -r x",
      "rm -f x",
      "git rm -rf x",
      "find . -type d -maxdepth 1 -ls",
      "git branch -d x",
      "git commit -m 'all of it'",
    ],
    ...[
      "npm pack",
      "npm run build",
      "npm test",
      "npm run publish",
      "npm prefix",
      "pip list",
      "docker ps",
      "cat deploy.sh",
      "python3 -m http.server",
    ],
  ])("what is something else is left as it was: %s", (line) => {
    const rules = [
      "git push",
      "rm -rf",
      "git branch -D",
      "git commit -a",
      "npm publish",
      "pip install",
      "docker run",
      "./deploy.sh",
      "find -delete",
    ];
    expect(judged(line, "deny", rules).verdict).toBe(judged(line, "deny", []).verdict);
  });
});

describe("text for an interpreter, a console or another machine asks in every mode where it names what a rule denies", () => {
  const CODE: readonly ((words: readonly string[]) => string)[] = [
    (words) => `python3 -c "import os; os.system('${words.join(" ")}')"`,
    (words) => `python3 -c "import subprocess; subprocess.run([${words.map((word) => `'${word}'`).join(", ")}])"`,
    (words) => `python3 - <<E\nimport os\nos.system('${words.join(" ")}')\nE`,
    (words) => `python3 -c "import os; os.system('${words[0]?.slice(0, 1)}' + '${words.join(" ").slice(1)}')"`,
    (words) => `node -e "require('child_process').execSync('cd x && ${words.join(" ")}')"`,
    (words) =>
      `node -e "require('child_process').spawnSync('${words[0]}', [${words
        .slice(1)
        .map((word) => `'${word}'`)
        .join()}])"`,
    (words) => `perl -e 'system qw(${words.join(" ")})'`,
    (words) => `ruby -e '%x(${words.join(" ")})'`,
    (words) => `ruby -e '\`${words.join(" ")}\`'`,
    (words) => `awk 'BEGIN{system("${words.join(" ")}")}'`,
    (words) => `psql -c '\\! ${words.join(" ")}'`,
    (words) => `ssh -p 22 me@host ${words.join(" ")}`,
    (words) => `ssh host sudo ${words.join(" ")}`,
    (words) => `docker exec -it c ${words.join(" ")}`,
    (words) => `kubectl exec pod -- ${words.join(" ")}`,
    (words) => `screen -dm ${words.join(" ")}`,
  ];

  test("whatever the language, and under the command's other names", () => {
    const isWords = fc.constantFrom(["git", "push"], ["git", "send-pack", "o"], ["npm", "pu"], ["rm", "-r", "-f", "x"]);
    fc.assert(
      fc.property(fc.constantFrom(...CODE), isWords, (code, words) => {
        const line = code(words);
        const { verdict, isFloor } = judged(line, "deny", ["git push", "npm publish", "rm -rf"]);
        expect([line, verdict === "deny" || isFloor === true]).toEqual([line, true]);
        expect([line, judged(line, "ask", ["git push", "npm publish", "rm -rf"]).verdict]).not.toEqual([line, "allow"]);
      }),
      { numRuns: rounds(60) },
    );
  });

  test.each([
    ...[
      "python3 -c 'print(1)'",
      "python3 -c \"import subprocess; subprocess.run(['git','status'])\"",
      "node -e \"fs.rm('a.txt')\"",
    ],
    ...["ssh host git pull", "ssh host ls", "docker exec c npm test", "docker rm x", "awk 'BEGIN{print \"git log\"}'"],
    ...["python3 -c \"print('a git repository; push on')\"", "psql -c 'select 1'", "node -e '// git push'"],
  ])("and is left as it was where it names none: %s", (line) =>
    expect(judged(line, "deny", ["git push", "rm -rf", "npm publish"])).toMatchObject(
      (({ verdict, isFloor }) => ({ verdict, ...(isFloor ? { isFloor } : {}) }))(judged(line, "deny", [])),
    ),
  );
});

describe("behind a program that may start its words a rule that denies a command holds", () => {
  const STARTERS =
    "ssh-agent;setarch -R;setarch -v;x86_64 -R;cmake -E env;cmake -E env A=1;cmake -E chdir .;cmake -E time;cmake -E env -- ;sotruss;tini --;dumb-init;" +
    "gosu u;su-exec u;chpst -u x;softlimit -m 1;mpirun -n 2;srun;rr record;gdbserver :1;proot;cpulimit -l 50 --;nq;tsp;daemonize;reflex --;" +
    "onchange x --;nix run p -c;pyenv exec;volta run;fnm exec;rvm 3 do;dune exec --;mix cmd;flatpak-spawn --host;ip netns exec n;" +
    "launchctl asuser 501;launchctl submit -l x --;coreutils;wine;kitty;alacritty -e;xcrun;some-new-tool --flag;nc -e;scp -S;sftp -S";
  test.each(STARTERS.split(";"))("%s", (starter) => {
    for (const command of ["curl x y", "sh -c 'cd x; curl y'"]) {
      if (/-[eS]$/.test(starter) && command.startsWith("sh")) continue;
      const { verdict, isFloor } = judged(`${starter} ${command}`, "deny", ["curl"]);
      expect([command, verdict === "deny" || isFloor === true]).toEqual([command, true]);
    }
  });

  test.each(
    [
      "npm rm curl",
      "brew install curl",
      "go get curl",
      "which curl",
      "grep -rn curl .",
      "echo curl",
      "git add curl",
      "cp curl rm",
    ].map((line) => [line]),
  )("and where words are known to be names it says nothing: %s", (line) =>
    expect(judged(line, "deny", ["curl", "rm"])).toMatchObject(judged(line, "deny", [])),
  );
});

test("of all files that git keeps only those are held against rules that a command may show", () => {
  const asked = new Set<string>();
  const paths = Array.from({ length: 100 }, (_, index) => `src/${index}.ts`);
  classifyCommand("git diff HEAD~1 -- src/7.ts", {
    ...{ root: "/w", home: "/home/me", rules: { allow: ["shell(*)"] } },
    facts: { keptByGit: () => ({ top: "/w", paths, hasChanged: () => true }) },
    pathRule: (path) => {
      asked.add(path);
      return undefined;
    },
  });
  expect([...asked].filter((path) => /src\/\d+\.ts$/.test(path))).toEqual(["/w/src/7.ts"]);
});

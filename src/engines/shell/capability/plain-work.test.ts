import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";
import { proposeForSession } from "../propose-rule.ts";

const judged = (command: string, rules: { readonly allow?: readonly string[]; readonly deny?: readonly string[] }) =>
  classifyCommand(command, { root: "/w", home: "/home/me", rules }).verdict;
const isCovered = (command: string, leave: string): boolean =>
  judged(command, { allow: [`shell(@${leave})`] }) === "allow";

/** Each command with what is put into it: options of no list, in full, attached, behind other letters or cut short. */
const WIDER: readonly (readonly [leave: string, commands: readonly string[], more: readonly string[]])[] = [
  [
    "dependencies",
    ["npm install @", "npm i -D @", "pnpm add @", "yarn add @", "bun add @"],
    [
      "-gf x",
      "-fg x",
      "--global x",
      "--glob x",
      "--loc=global x",
      "--location global x",
      "--prefix=./x y",
      "--userconfig ./x y",
      "--script-shell=./x y",
      "--scri ./x y",
      "---global x",
    ],
  ],
  [
    "dependencies",
    ["pip install @", "pip3 install -U @", "python3 -m pip install @", "uv pip install @", "uv add @"],
    [
      "--user x",
      "--us x",
      "--break-system-packages x",
      "--system x",
      "--target=t x",
      "--prefix=t x",
      "--root t x",
      "-t t x",
      "-Ut t x",
      "--index-url=x y",
      "--config-settings=x y",
    ],
  ],
  [
    "dependencies",
    ["@"],
    ["gem install x", "gem update", "go install x@latest", "go install github.com/a/b", "composer global require x"],
  ],
  [
    "dependencies",
    ["@"],
    [
      ...[
        "npm init x",
        "npm init -y x",
        "npm -y init x",
        "yarn -g",
        "yarn --cwd sub",
        "yarn dlx x",
        "uv tool install x",
      ],
      ...[
        "uv venv --clear src",
        "uv venv --python=./x",
        ".venv/bin/pip install --user x",
        ".venv/bin/pip config set a b",
      ],
      ...[".venv/bin/python -m pip install --user x", ".venv/bin/pytest", "bin/git push"],
    ],
  ],
  [
    "containers",
    ["docker network create @", "docker volume create @", "podman volume create @"],
    ["-o device=/ x", "x -o device=/", "--opt=device=/ x", "-d x y", "--driver=x y", "--driver x y"],
  ],
  [
    "containers",
    [
      "podman run @ y",
      "podman create @ y",
      "docker run --rm @ y",
      "podman exec @ y ls",
      "podman build @ .",
      "docker build -t x @ .",
    ],
    [
      "--runtime=./x",
      "--runtime ./x",
      "--conmon=./x",
      "--hooks-dir=sub",
      "--hooks-d=sub",
      "--network-cmd-path=./x",
      "--module=./x",
      "--storage-opt=mount_program=./x",
      "--use-api-socket",
      "--security-opt=x",
      "--device=x",
    ],
  ],
  [
    "run-project",
    ["@"],
    [
      "python3 -Sc'x' a.py",
      "python3 -Ic'x' a.py",
      "perl -we'x' a.pl",
      "ruby -We'x' a.rb",
      "lua -we'x' a.lua",
      "python3 -m timeit x",
      "just -c touch m",
      "go run -exec ./x .",
      "go test -toolexec=./x ./...",
      "pre-commit install",
      ...["go tool cover -html=c.out", "go tool cover -html c.out", "go tool link -extld=./x", "node --test -"],
      ...["node --test -e x", "node --test --import ./x", "node --inspect=0.0.0.0:1 a.js", "cargo +./x build"],
      ...[".venv/bin/python -m pip install x", ".venv/bin/python -Im pip install x", ".venv/bin/python -c x"],
      ...[".venv/bin/pip install x", ".git/hooks/x", ".husky/x", "../x/.venv/bin/pytest"],
    ],
  ],
  [
    "run-project",
    ["node @ a.js", "node --test @ a.js"],
    [
      "--experimental-loader ./x",
      "--loader=./x",
      "--impo ./x",
      "-r./x",
      "--require=./x",
      "-pe x",
      "--env-file=x",
      "--snapshot-blob=x",
    ],
  ],
];

test("a leave covers no option of no list, in whichever spelling", () => {
  const lines = WIDER.flatMap(([leave, commands, more]) =>
    commands.flatMap((command) => more.map((one) => [command.replace("@", one), leave] as const)),
  );
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.filter(([line, leave]) => isCovered(line, leave))).toEqual([]);
});

test.each([
  [
    "dependencies",
    "npm ci|npm i -D vitest --save-exact|npm uninstall x|pnpm add -D x|yarn add x --dev|pip install -r requirements.txt|uv add --dev x|uv sync --frozen|go get -u ./...|go mod tidy|cargo add x --features y|bundle install|" +
      "poetry lock --no-update|yarn|yarn --frozen-lockfile|npm init -y|uv venv|.venv/bin/pip install -e .|.venv/bin/python -m pip install x",
  ],
  [
    "containers",
    "docker run --rm -it -v ./sub:/x y npm test --foo|docker compose -f c.yml up -d --build|docker compose exec -T db psql -c x|docker build -t x .|docker buildx build --load .|docker exec -it c sh|podman start x|docker stop -t 3 x|" +
      "docker network create x|docker volume create x",
  ],
  [
    "run-project",
    "node a.js --port 3|node --test a.js|node --max-old-space-size=4096 a.js|python3 -u a.py -v|go test -race -run X ./...|go build -ldflags '-X main.v=1' .|just build|pre-commit run -a|python3 -m pytest -q|" +
      "node --inspect a.js|node --test|node --test tests|go tool cover -func=c.out|go tool cover -html=c.out -o c.html|cargo +nightly fmt|.venv/bin/pytest -q|.venv/bin/python -m pytest",
  ],
  [
    "git-local",
    "git commit -s -m x|git commit -sm x|git tag -s v1 -m x|git cherry-pick -s abc|git revert -s abc|git rebase -s ort main",
  ],
])("what it says is free: %s", (leave, lines) => {
  expect(lines.split("|").filter((line) => !isCovered(line, leave))).toEqual([]);
});

test("the interpreter of a folder leads out of it, and to an interpreter", () => {
  const isCoveredWhere = (real: string): boolean =>
    classifyCommand(".venv/bin/python -m pytest", {
      ...{ root: "/w", home: "/home/me", rules: { allow: ["shell(@run-project)"] } },
      facts: { realPath: (path) => (path === "/w/.venv/bin/python" ? real : path) },
    }).verdict === "allow";
  expect(["/usr/bin/python3.11", "/home/me/.pyenv/versions/3.11.7/bin/python3"].every(isCoveredWhere)).toBe(true);
  expect(["/usr/bin/rm", "/tmp/x/python3", "/w/.git/python3", "/usr/bin/python3.sh"].filter(isCoveredWhere)).toEqual(
    [],
  );
});

test("a rule that denies a kind of work denies all of it, and no leave is offered for what none covers", () => {
  const kinds = {
    dependencies: "pip install --user x|go install x@latest|npm i -g x|npm install $x|npm install x > ../log",
    containers: "podman run --runtime=./x y|docker build --ssh=default .",
    "git-local":
      "git rebase -x 'make x' main|git merge -s ./evil x|git commit -m \"$text\"|git commit --template=x|git add .husky|git bisect run ./x|git -c a=b commit|git init --template=x|git commit -qm x > ../log",
    "git-fetch": "git fetch ../x|git fetch --upload-pack=x o|git pull https://x.example/y|git remote add x y",
    "git-push": "git push ../x|git push --receive-pack=./x|git push https://x.example/y",
  };
  for (const [kind, commands] of Object.entries(kinds))
    for (const command of commands.split("|")) {
      expect(judged(command, { allow: ["shell(*)"], deny: [`shell(@${kind})`] }), command).toBe("deny");
      const leave = proposeForSession(command, { root: "/w", home: "/home/me" });
      expect([command, leave?.rules]).toEqual([command, undefined]);
    }
});

test("a rule for containers does not speak for what starts on the machine itself", () => {
  for (const option of ["--runtime=./x", "--conmon=./x", "--hooks-dir=sub", "--use-api-socket", "--module ./x"])
    expect(judged(`podman run ${option} y`, { allow: ["shell(podman run)"] }), option).toBe("ask");
  expect(judged("podman run --rm y", { allow: ["shell(podman run)"] })).toBe("allow");
});

test("a here-document in quotes that cat alone prints is the text that it holds", () => {
  // Without a sandbox only plain lines run by themselves.
  const options = { root: "/w", home: "/home/me", hasReadProfile: true, rules: { allow: ["shell(@git-local)"] } };
  const runs = (command: string): boolean => classifyCommand(command, options).verdict === "allow";
  const covered = (printed: string): boolean => runs(`git add -A && git commit -m ${printed}`);
  const written = "<<'EOF'\nfix(a): retry \"b\"\n\nBody\nEOF\n";
  expect(covered(`"$(cat ${written})"`)).toBe(true);
  expect(proposeForSession(`git commit -m "$(cat ${written})"`, { root: "/w", home: "/home/me" })?.rules).toEqual([
    "shell(@git-local)",
  ]);
  const others = [
    ...[`$(cat ${written})`, `"$(cat x ${written})"`, `"$(./cat ${written})"`, `"$(PATH=. cat ${written})"`],
    ...[`"$(cat > ../x ${written})"`, `"\`cat ${written}\`"`, '"$(cat <<EOF\n$x\nEOF\n)"', `<(cat ${written})`],
    ...[
      '"$(cat <<\'EOF\'\nfix)"; id #\nEOF\n)"',
      "\"$(cat <<'EOF'\nit's\nEOF\n)\"",
      "\"$(cat <<'EOF' | sh\nfix\nEOF\n)\"",
    ],
  ];
  expect(others.filter(covered)).toEqual([]);
  expect(runs(`cat() { id; }; git commit -m "$(cat ${written})"`)).toBe(false);
  expect(runs("git commit \"$(cat <<'EOF'\n--template=x\nEOF\n)\"")).toBe(false);
});

test("work on a package of the folder, by an option or a tool of the project, is of its kind", () => {
  const lines = [
    "npm --prefix web test",
    "npm -w web run build",
    "pnpm --filter web test",
    "pnpm -F web run lint",
    "yarn workspace web test",
    "yarn jest",
    "tsx watch src/index.ts",
    "deno test",
    "deno task build",
    "python -W error script.py",
    "hatch test",
    "cobc -x -o bin/p cobol/P.cbl",
    "prove -l t",
    "php artisan test",
    "mkdocs build",
    "sphinx-build docs out",
  ];
  expect(lines.filter((line) => !isCovered(line, "run-project"))).toEqual([]);
  const adding = ["yarn workspace web add zod", "pnpm --filter web add zod"];
  expect(adding.filter((line) => !isCovered(line, "dependencies"))).toEqual([]);
  const wider = [
    "npm --prefix ../other test",
    "pnpm --dir /elsewhere test",
    "pnpm --filter web dlx x",
    "yarn workspace web dlx x",
    "yarn dlx jest",
    "deno run npm:cowsay",
    "deno test https://example.com/t.ts",
    "deno eval 1",
    "python -W error -c 1",
    "tsx watch -e 1",
    "hatch publish",
    "mkdocs gh-deploy",
    "prove --exec ./x t",
    "prove -e ./x t",
    "prove -PX t",
    "php artisan tinker --execute=1",
    "php -r 1",
    "sphinx-build docs /elsewhere",
  ];
  for (const leave of ["run-project", "dependencies"])
    expect(wider.filter((line) => isCovered(line, leave))).toEqual([]);
});

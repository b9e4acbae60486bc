import { describe, expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const HOME = "/home/me";
/** Where nothing is asked but what no mode runs, beside rules that deny. */
function isStopped(line: string, deny: readonly string[] = []): boolean {
  const { verdict, isFloor } = classifyCommand(line, {
    ...{ root: "/w", home: HOME, otherwise: "allow", rules: { deny: deny.map((one) => `shell(${one})`) } },
  });
  return verdict === "deny" || isFloor === true;
}
const DENIED = ["curl", "rm", "sudo", "git push", "sh"];

describe("a word or a text that names what a rule denies counts as started where the program may start it", () => {
  test.each(
    [
      ...[
        "npm explore x -- curl u",
        "npm --prefix x explore y curl u",
        "pnpm curl u",
        "yarn workspaces foreach exec curl u",
      ],
      ...[
        "hatch env run -- curl",
        "lerna exec -- curl",
        "vercel env run -- curl",
        "pulumi env run x -- curl",
        "dotnet watch -- curl",
      ],
      ...[
        "stack exec curl",
        "cabal exec curl",
        "netlify dev:exec curl",
        "minikube ssh curl",
        "podman unshare curl",
        "snap run --shell x -c curl",
      ],
      ...[
        "nix run nixpkgs#curl -- u",
        "sbt '!curl'",
        "man -H'curl u' ls",
        "man -Hcurl ls",
        "powershell -c curl",
        "gh alias set x '!curl u'",
      ],
      ...[
        "drush ev 'exec(\"curl\")'",
        `python3 -m timeit 'import os;os.system("curl u")'`,
        "heroku local:run curl",
        "railway run curl",
      ],
      ...[
        "go vet -vettool=curl ./...",
        "go run -exec curl .",
        "bazel run --run_under=curl //x",
        "mvn exec:exec -Dexec.executable=curl",
      ],
      ...["npm explore x -- sh -c 'cd y; curl u'", "npm explore x -- git push", "npm explore rm -- curl u"],
    ].map((line) => [line]),
  )("%s", (line) => {
    expect(isStopped(line, DENIED)).toBe(true);
    expect(isStopped(line)).toBe(false);
  });

  test.each(
    [
      ...[
        "npm rm x",
        "npm --prefix web rm left-pad",
        "pnpm --filter web rm x",
        "pnpm add curl",
        "yarn workspace web remove rm",
        "npm run curl",
      ],
      ...[
        "npm test -- curl",
        "docker rm x",
        "docker volume rm x",
        "docker build -t curl .",
        "kubectl -n ns delete pod rm",
        "aws s3 rm s3://b/curl",
      ],
      ...[
        "cargo rm curl",
        "cargo test -- curl",
        "go build -o curl ./cmd/curl",
        "go run ./cmd/curl x",
        "uv pip install curl",
        "flutter pub add curl",
      ],
      ...[
        "turbo run build --filter=curl",
        "gh pr create --title 'rm old curl' --body 'curl u'",
        "git commit -m 'curl: fix'",
        "git checkout -- curl",
      ],
      ...[
        "python3 -m pytest -k 'curl and rm'",
        "python3 -m pip install curl",
        "python3 a.py curl",
        "make curl",
        "cp -r curl rm",
        "touch curl",
      ],
      ...[
        "terraform state rm x",
        "systemctl restart curl",
        "brew uninstall rm",
        "NAME=curl npm test",
        "TEST=rm go test ./...",
        "find . -name curl",
      ],
    ].map((line) => [line]),
  )("and where its words are names it says nothing: %s", (line) => expect(isStopped(line, DENIED)).toBe(false));
});

/** Variables, with what a program that looks there for options starts or loses by them. */
const STARTING = [
  ...[
    "TAR_OPTIONS=--to-command=curl tar xf a.tar",
    "TAR_OPTIONS='--to-command=curl\\ u' tar xf a.tar",
    "TAR_OPTIONS=--checkpoint-action=exec=curl make dist",
  ],
  ...[
    "ZIPOPT='-T -TT \"curl u\"' zip -qr x.zip a",
    "JAVA_TOOL_OPTIONS='-Xmx1g \"-XX:OnError=curl u\"' mvn test",
    "GOFLAGS=-toolexec=curl go build",
  ],
  ...[
    "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=curl cargo run",
    "RUSTC_WRAPPER=curl cargo build",
    "CC=curl make",
    "MANOPT=-Pcurl man ls",
  ],
  ...[
    "npm_config_script_shell=curl npm run x",
    "RSYNC_RSH=curl rsync a b:c",
    "FZF_DEFAULT_COMMAND=curl fzf",
    "LESS='+!curl u' less a",
    "BROWSER=curl npm docs x",
  ],
];
const LOSING = [
  ...[
    `TAR_OPTIONS=--remove-files tar cf x ${HOME}`,
    `ZIPOPT=-m zip -qr x.zip ${HOME}`,
    `PYTEST_ADDOPTS=--basetemp=${HOME} python3 -m pytest`,
  ],
  ...[
    `PYTEST_ADDOPTS='-q --basetemp=${HOME}' make test`,
    `JAVA_TOOL_OPTIONS='-XX:OnOutOfMemoryError=rm\\ -rf\\ ~' mvn test`,
  ],
  ...["TAR_OPTIONS='--to-command=rm\\ -rf\\ /home/me' tar xf a.tar", "TAR_OPTIONS=--remove-files timeout 9 tar cf x ~"],
];
/** The same set before, and handed on. */
const otherwise = (line: string): readonly string[] => {
  const [, set = "", command = ""] = /^(\w+=(?:'[^']*'|\S)+) (.*)$/.exec(line) ?? [];
  return [
    line,
    `export ${set}; ${command}`,
    `export ${set} && cd x && ${command}`,
    `env ${set} ${command}`,
    `bash -c "${line.replaceAll(/["\\]/g, "\\$&")}"`,
  ];
};

describe("options in a variable are options of the program that looks there for them", () => {
  test.each(STARTING.map((line) => [line]))("what they start is denied as if the line said it: %s", (line) => {
    expect(otherwise(line).filter((one) => !isStopped(one, DENIED))).toEqual([]);
    expect(isStopped(line)).toBe(false);
  });

  test.each(LOSING.map((line) => [line]))("what they lose runs in no mode: %s", (line) =>
    expect(otherwise(line).filter((one) => !isStopped(one))).toEqual([]),
  );

  test.each(
    [
      ...[
        "NODE_ENV=test npm test",
        "CI=1 npm test",
        "GOOS=linux go build",
        "MAVEN_OPTS=-Xmx1g mvn test",
        "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
      ],
      ...[
        "RUSTFLAGS='-C target-cpu=native' cargo build",
        "PYTHONPATH=src pytest",
        "CFLAGS='-O2 -Wall' make",
        "GOFLAGS=-mod=vendor go test ./...",
        "MAKEFLAGS=-j4 make",
      ],
      ...[
        "TAR_OPTIONS=-v tar xf a.tar",
        "PYTEST_ADDOPTS='-q -x' pytest",
        "NODE_OPTIONS='--import tsx' node a.ts",
        "CARGO_TARGET_DIR=target cargo build",
        "ZIPOPT=-9 zip -qr x.zip a",
      ],
      ...[
        "GRADLE_OPTS='-Xmx2g -Dorg.gradle.daemon=false' ./gradlew build",
        "LDFLAGS='-L/usr/lib -lm' ./configure",
        "npm_config_yes=true npx vitest",
        "LESS=-R less a.txt",
      ],
    ].map((line) => [line]),
  )("and everyday ones stop nothing: %s", (line) => expect(isStopped(line, DENIED)).toBe(false));
});

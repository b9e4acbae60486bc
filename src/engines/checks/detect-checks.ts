import { parseForeignJson } from "../../base/json-depth.ts";
import type { Check, CheckKind, ProjectFiles } from "./check.ts";
import { fromPython } from "./python-checks.ts";

/** The files that tell which checks a project has. */
export const CHECK_FILES = [
  "package.json",
  "Makefile",
  "makefile",
  "GNUmakefile",
  "justfile",
  "pyproject.toml",
  "setup.cfg",
  "tox.ini",
  "pytest.ini",
  "ruff.toml",
  "mypy.ini",
  "requirements.txt",
  "requirements-dev.txt",
  "setup.py",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "mvnw",
  "build.gradle",
  "build.gradle.kts",
  "gradlew",
  "Gemfile",
  ".rubocop.yml",
  "composer.json",
  "mix.exs",
  "Package.swift",
  "deno.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "bun.lockb",
  "tsconfig.json",
  "golangci.yml",
  ".golangci.yml",
] as const;

/**
 * The checks that a project defines, in the order of their kinds: lint, format, types, test, build. A kind that the
 * project names itself (a script, a make target) is taken from there; what its ecosystem always has fills the rest.
 */
export function detectChecks(files: ProjectFiles): readonly Check[] {
  const named = fromMake(files);
  const found = [...named, ...DETECTORS.flatMap((detect) => detect(files).filter((check) => !isNamed(check, named)))];
  const kinds: readonly CheckKind[] = ["lint", "format", "types", "test", "build"];
  return kinds.flatMap((kind) => found.filter((check) => check.kind === kind));
}

function isNamed(check: Check, named: readonly Check[]): boolean {
  return named.some((one) => one.kind === check.kind);
}

/** A command of ours, whose words hold no blanks. */
const words = (command: string): readonly string[] => command.split(" ");

/** gofmt succeeds whatever it finds. */
const GOFMT = ["sh", "-c", 'test -z "$(gofmt -l . | tee /dev/stderr)"'];

type Detector = (files: ProjectFiles) => readonly Check[];

const DETECTORS: readonly Detector[] = [
  fromPackageScripts,
  fromPython,
  fromGo,
  fromCargo,
  fromJvm,
  fromDotnet,
  fromOthers,
];

const TARGETS: readonly (readonly [CheckKind, readonly string[]])[] = [
  ["lint", ["lint", "lint:check", "eslint", "check:lint"]],
  [
    "format",
    ["format:check", "format-check", "fmt-check", "check-format", "check:format", "prettier:check", "fmt:check"],
  ],
  ["types", ["typecheck", "type-check", "types", "check:types", "check-types", "tsc", "mypy"]],
  ["test", ["test", "tests", "unit", "test:unit"]],
  ["build", ["build", "compile"]],
];

function fromMake({ texts }: ProjectFiles): readonly Check[] {
  for (const source of ["Makefile", "makefile", "GNUmakefile", "justfile"]) {
    const text = texts.get(source);
    if (text === undefined) continue;
    const names = new Set(
      Array.from(text.matchAll(/^([\w:.-]+)(?:[ \t][\w \t]*)?:(?!=)/gm), (match) => match[1] ?? ""),
    );
    const runner = source === "justfile" ? "just" : "make";
    return TARGETS.filter(([kind]) => kind !== "build").flatMap(([kind, targets]) => {
      const name = targets.find((target) => names.has(target));
      return name === undefined ? [] : [{ kind, argv: [runner, name], source }];
    });
  }
  return [];
}

function fromPackageScripts({ texts, names }: ProjectFiles): readonly Check[] {
  const text = texts.get("package.json");
  if (text === undefined) return [];
  const manifest = parseObject(text);
  const scripts = asObject(manifest?.["scripts"]) ?? {};
  const packages = { ...asObject(manifest?.["dependencies"]), ...asObject(manifest?.["devDependencies"]) };
  const runner = packageRunner(names);
  const checks: Check[] = [];
  for (const [kind, targets] of TARGETS) {
    const name = targets.find((target) => isRealScript(scripts[target]));
    if (name !== undefined)
      checks.push({
        kind,
        argv: name === "test" && runner !== "bun" ? [runner, name] : [runner, "run", name],
        source: "package.json",
      });
  }
  const has = (kind: CheckKind): boolean => checks.some((check) => check.kind === kind);
  const add = (kind: CheckKind, wanted: boolean, command: string): void => {
    if (wanted && !has(kind)) checks.push({ kind, argv: words(command), source: "package.json" });
  };
  add("lint", "@biomejs/biome" in packages, "npx biome check");
  add("lint", "eslint" in packages, "npx eslint .");
  add("lint", "oxlint" in packages, "npx oxlint");
  add("format", "prettier" in packages, "npx prettier --check .");
  add("types", "typescript" in packages && names.includes("tsconfig.json"), "npx tsc --noEmit");
  add("test", "vitest" in packages, "npx vitest run");
  add("test", "jest" in packages, "npx jest");
  return checks;
}

/** npm's own placeholder is no test. */
function isRealScript(script: unknown): boolean {
  return typeof script === "string" && script !== "" && !script.includes("no test specified");
}

function packageRunner(names: readonly string[]): string {
  if (names.includes("pnpm-lock.yaml")) return "pnpm";
  if (names.includes("yarn.lock")) return "yarn";
  if (names.includes("bun.lock") || names.includes("bun.lockb")) return "bun";
  return "npm";
}

function fromGo({ names }: ProjectFiles): readonly Check[] {
  if (!names.includes("go.mod")) return [];
  const source = "go.mod";
  const linter = names.some((name) => /^\.?golangci\.(?:yml|yaml|toml|json)$/.test(name));
  return [
    { kind: "lint", argv: words(linter ? "golangci-lint run" : "go vet ./..."), source },
    { kind: "format", argv: GOFMT, source },
    { kind: "test", argv: words("go test ./..."), source },
    { kind: "build", argv: words("go build ./..."), source },
  ];
}

function fromCargo({ names }: ProjectFiles): readonly Check[] {
  if (!names.includes("Cargo.toml")) return [];
  const source = "Cargo.toml";
  return [
    { kind: "lint", argv: words("cargo clippy --quiet"), source },
    { kind: "format", argv: words("cargo fmt --check"), source },
    { kind: "types", argv: words("cargo check --quiet"), source },
    { kind: "test", argv: words("cargo test --quiet"), source },
  ];
}

function fromJvm({ names, texts }: ProjectFiles): readonly Check[] {
  if (names.includes("pom.xml")) {
    const maven = names.includes("mvnw") ? "./mvnw" : "mvn";
    const source = "pom.xml";
    const lint = (texts.get(source) ?? "").includes("checkstyle")
      ? [{ kind: "lint", argv: words(`${maven} -q checkstyle:check`), source } as const]
      : [];
    return [
      ...lint,
      { kind: "test", argv: words(`${maven} -q test`), source },
      { kind: "build", argv: words(`${maven} -q -DskipTests package`), source },
    ];
  }
  const source = ["build.gradle", "build.gradle.kts"].find((name) => names.includes(name));
  if (source === undefined) return [];
  const gradle = names.includes("gradlew") ? "./gradlew" : "gradle";
  return [
    { kind: "test", argv: words(`${gradle} test`), source },
    { kind: "build", argv: words(`${gradle} assemble`), source },
  ];
}

function fromDotnet({ names }: ProjectFiles): readonly Check[] {
  const source = names.find((name) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(name));
  if (source === undefined) return [];
  return [
    { kind: "format", argv: words("dotnet format --verify-no-changes"), source },
    { kind: "test", argv: words("dotnet test"), source },
    { kind: "build", argv: words("dotnet build"), source },
  ];
}

function fromOthers({ names, texts }: ProjectFiles): readonly Check[] {
  const checks: Check[] = [];
  const gems = texts.get("Gemfile");
  if (gems !== undefined) {
    if (gems.includes("rubocop") || names.includes(".rubocop.yml"))
      checks.push({ kind: "lint", argv: words("bundle exec rubocop"), source: "Gemfile" });
    checks.push({
      kind: "test",
      argv: words(gems.includes("rspec") ? "bundle exec rspec" : "bundle exec rake test"),
      source: "Gemfile",
    });
  }
  if (names.includes("composer.json"))
    checks.push({ kind: "test", argv: words("vendor/bin/phpunit"), source: "composer.json" });
  if (names.includes("mix.exs")) checks.push({ kind: "test", argv: words("mix test"), source: "mix.exs" });
  if (names.includes("Package.swift"))
    checks.push({ kind: "test", argv: words("swift test"), source: "Package.swift" });
  if (names.includes("deno.json"))
    checks.push(
      { kind: "lint", argv: words("deno lint"), source: "deno.json" },
      { kind: "test", argv: words("deno test"), source: "deno.json" },
    );
  return checks;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(parseForeignJson(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

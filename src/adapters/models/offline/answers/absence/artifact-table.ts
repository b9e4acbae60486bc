import { isTestFile } from "../../test-files.ts";

/** What a project may have or lack, which files are. */
export interface Artifact {
  /** How a question names it, of plain words of English. */
  readonly asked: RegExp;
  /** What the files that were looked for are called, as it is told. */
  readonly names: string;
  readonly isOne: (path: string) => boolean;
  /** Lines of manifests that are it, too. */
  readonly lines?: { readonly pattern: string; readonly glob: string };
}

const row = (asked: string, names: string, paths: string, lines?: Artifact["lines"]): Artifact => {
  const form = new RegExp(`(?:^|/)(?:${paths})$`, "i");
  return {
    asked: new RegExp(String.raw`\b(?:${asked})\b`),
    names,
    isOne: (path) => form.test(path),
    ...(lines === undefined ? {} : { lines }),
  };
};

const PACKAGE = "package.json";
const MANIFESTS = "{package.json,pyproject.toml,setup.cfg,Cargo.toml,pom.xml}";

/** That a document, a template or a rule for contributors speaks of one of these is no sign that it is there. */
export const ARTIFACTS: readonly Artifact[] = [
  row(
    "bench ?marks?|load tests?|performance tests?",
    "files or folders named for benchmarks or load tests",
    String.raw`(?:.*/)?(?:bench(?:es|mark\w*)?|perf|load[-_]?tests?)(?:/.*|[-_.][^/]*)|[^/]*[-_.]bench(?:mark)?\.\w+|[^/]*(?:k6|locust)[^/]*`,
  ),
  {
    asked:
      /\b(?:(?:test|testing) (?:suites?|framework|runner)|(?:automated |automatic |unit |integration |regression )?tests?)\b/,
    names: "files of tests, by their name or folder, or a script for tests",
    isOne: (path) =>
      isTestFile(path) ||
      /(?:^|\/)(?:(?:vitest|jest|karma|playwright|cypress)\.config\.\w+|pytest\.ini|tox\.ini|noxfile\.py)$/.test(path),
    lines: {
      pattern: String.raw`^\s*"test[\w:-]*": *"(?!.*no test specified)|^\[tool\.pytest`,
      glob: "{package.json,pyproject.toml}",
    },
  },
  row(
    "ci|continuous integration|(?:ci|build|deploy\\w*|release) (?:pipelines?|workflows?)|pipelines?",
    ".github/workflows, .gitlab-ci.yml, Jenkinsfile, azure-pipelines.yml, .circleci, buildspec.yml",
    String.raw`\.github/workflows/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|Jenkinsfile[^/]*|azure-pipelines[^/]*\.ya?ml|\.circleci/[^/]+|\.travis\.yml|buildspec[^/]*\.ya?ml|bitbucket-pipelines\.yml|\.drone\.yml`,
  ),
  row(
    "docker(?:file|ised|ized)?s?|containers?|docker[- ]compose|container images?",
    "Dockerfile, Containerfile, docker-compose.yml, .devcontainer",
    String.raw`[^/]*Dockerfile[^/]*|[^/]*\.dockerfile|Containerfile[^/]*|(?:docker-)?compose[^/]*\.ya?ml|\.devcontainer/[^/]+`,
  ),
  row(
    "kubernetes|k8s|helm",
    "Helm charts and Kubernetes manifests",
    String.raw`Chart\.ya?ml|kustomization\.ya?ml|(?:k8s|kubernetes|helm|charts)/.*\.ya?ml`,
    { pattern: "^kind: *(?:Deployment|StatefulSet|DaemonSet|CronJob|Ingress|Pod)", glob: "*.{yml,yaml}" },
  ),
  row(
    "terraform|infrastructure as code|cloudformation",
    "*.tf, CloudFormation and Pulumi files",
    String.raw`[^/]+\.tf|Pulumi\.ya?ml|cdk\.json|[^/]*cloudformation[^/]*\.(?:ya?ml|json)`,
    { pattern: "AWSTemplateFormatVersion", glob: "*.{yml,yaml,json}" },
  ),
  row("licen[cs]e(?: file)?", "LICENSE, COPYING, or a licence in a manifest", String.raw`(?:LICEN[CS]E|COPYING)[^/]*`, {
    pattern: String.raw`^\s*"license" *:|^license *=|<license>`,
    glob: MANIFESTS,
  }),
  row(
    "(?:database |schema |data )?migrations?(?: scripts?)?",
    "folders of migrations, Alembic, Flyway or Prisma files",
    String.raw`(?:.*/)?migrations?/.+|alembic\.ini|V\d+__[^/]+\.sql|schema\.prisma`,
  ),
  row(
    "linter|lint(?:ing)? (?:config\\w*|rules|set-?up)",
    "configuration of ESLint, Biome, Ruff, Flake8, Pylint and their like",
    String.raw`eslint\.config\.\w+|\.eslintrc[^/]*|biome\.jsonc?|\.?ruff\.toml|\.flake8|\.pylintrc|\.golangci\.ya?ml|clippy\.toml`,
    { pattern: String.raw`^\[tool\.(?:ruff|pylint|flake8)[.\]]|"eslintConfig"`, glob: MANIFESTS },
  ),
  row(
    "(?:code )?formatter|prettier",
    "configuration of Prettier, Biome, Black, Ruff and their like",
    String.raw`\.prettierrc[^/]*|prettier\.config\.\w+|biome\.jsonc?|\.?rustfmt\.toml|\.clang-format|\.editorconfig`,
    { pattern: String.raw`^\[tool\.(?:black|ruff|isort|yapf)[.\]]|^\s*"format[\w:-]*": *"`, glob: MANIFESTS },
  ),
  row(
    "type[- ]?check(?:er|ing)?|mypy|pyright",
    "tsconfig.json, mypy.ini, pyrightconfig.json or their section in a manifest",
    String.raw`tsconfig[^/]*\.json|\.?mypy\.ini|pyrightconfig\.json`,
    { pattern: String.raw`^\[tool\.(?:mypy|pyright|ty)[.\]]`, glob: "pyproject.toml" },
  ),
  row(
    "pre-?commit(?: hooks?)?|git hooks?|husky",
    ".pre-commit-config.yaml, .husky, lefthook.yml",
    String.raw`\.pre-commit-config\.ya?ml|\.husky/[^/]+|lefthook\.ya?ml|\.githooks/[^/]+|(?:.*/)?git-hooks/[^/]+|pre-(?:commit|push)`,
    { pattern: String.raw`"(?:husky|lint-staged|simple-git-hooks)"`, glob: PACKAGE },
  ),
  row("makefile", "Makefile", String.raw`(?:GNU)?makefile|justfile|taskfile\.ya?ml`),
  row(
    "lock ?-?files?",
    "package-lock.json, yarn.lock, pnpm-lock.yaml, poetry.lock, uv.lock, Cargo.lock",
    String.raw`package-lock\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|Cargo\.lock|Pipfile\.lock|go\.sum|Gemfile\.lock|bun\.lockb?`,
  ),
  row("openapi|swagger", "OpenAPI or Swagger definitions", String.raw`[^/]*(?:openapi|swagger)[^/]*\.(?:ya?ml|json)`),
  row(
    "dependabot|renovate",
    "dependabot.yml, renovate.json",
    String.raw`dependabot\.ya?ml|renovate\.json5?|\.renovaterc[^/]*`,
  ),
  row("code ?owners", "CODEOWNERS", "CODEOWNERS"),
  row("security policy", "SECURITY.md", String.raw`SECURITY(?:\.\w+)?`),
  row("contribut(?:ing|ion) (?:guide(?:lines?)?s?|rules)", "CONTRIBUTING", String.raw`CONTRIBUTING[^/]*`),
  row("code of conduct", "CODE_OF_CONDUCT", String.raw`CODE[-_]OF[-_]CONDUCT[^/]*`),
];

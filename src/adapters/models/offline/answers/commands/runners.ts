/** A program that runs tests, and how it is told which. */
export interface Runner {
  readonly name: string;
  /** What a command is that starts it. */
  readonly starts: RegExp;
  readonly files: RegExp;
  readonly ofFile: (file: string) => string;
  /** @param name  stands for what the test is called */
  readonly ofName: (file: string, name: string) => string;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** How each takes one file and one name is its own usage, which no line of a project tells. */
export const RUNNERS: readonly Runner[] = [
  {
    name: "ava",
    starts: /^(?:npx )?ava\b/,
    files: SCRIPT,
    ofFile: (file) => `npx ava ${file}`,
    ofName: (file, name) => `npx ava ${file} --match='${name}'`,
  },
  {
    name: "vitest",
    starts: /^(?:npx )?vitest\b/,
    files: SCRIPT,
    ofFile: (file) => `npx vitest run ${file}`,
    ofName: (file, name) => `npx vitest run ${file} -t '${name}'`,
  },
  {
    name: "jest",
    starts: /^(?:npx )?jest\b/,
    files: SCRIPT,
    ofFile: (file) => `npx jest ${file}`,
    ofName: (file, name) => `npx jest ${file} -t '${name}'`,
  },
  {
    name: "mocha",
    starts: /^(?:npx )?mocha\b/,
    files: SCRIPT,
    ofFile: (file) => `npx mocha ${file}`,
    ofName: (file, name) => `npx mocha ${file} -g '${name}'`,
  },
  {
    name: "playwright",
    starts: /^(?:npx )?playwright test\b/,
    files: SCRIPT,
    ofFile: (file) => `npx playwright test ${file}`,
    ofName: (file, name) => `npx playwright test ${file} -g '${name}'`,
  },
  {
    name: "node --test",
    starts: /^node\b.* --test\b/,
    files: SCRIPT,
    ofFile: (file) => `node --test ${file}`,
    ofName: (file, name) => `node --test --test-name-pattern='${name}' ${file}`,
  },
  {
    name: "pytest",
    starts: /^(?:python3? -m )?pytest\b/,
    files: /\.py$/,
    ofFile: (file) => `pytest ${file}`,
    ofName: (file, name) => `pytest ${file}::${name}`,
  },
];

/** What looks at code without running it, where a command starts it. */
export const LINTERS =
  /(?:^|[&|;] *|session\.run\(["']|\b(?:npx|run|-m) +)(?:eslint|xo|standard|biome|prettier|stylelint|oxlint|ruff|flake8|pylint|mypy|pyright|black|pre-commit|golangci-lint|rubocop|ktlint|checkstyle|tsc --noEmit)\b/;

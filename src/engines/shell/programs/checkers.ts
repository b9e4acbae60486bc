import { readByGrammar } from "../option-grammar.ts";
import type { ShellWord } from "../words.ts";

/** A program that looks at what it names and leaves it as it is, beside these options; and by which of them, where it needs one. */
interface Checker {
  readonly options: string;
  readonly by?: readonly string[];
  readonly verb?: string;
}

const PRETTIER =
  "-cl --check --list-different --config= --no-config --parser= --ignore-path= --ignore-unknown --log-level= --no-color --single-quote --no-semi --tab-width= --print-width=";
const CHECKERS: Readonly<Record<string, Checker>> = {
  eslint: {
    options:
      "-c: -f: --config= --format= --ext= --max-warnings= --quiet --no-eslintrc --ignore-pattern= --no-ignore --rule= --env= --parser-options= --report-unused-disable-directives " +
      "--no-error-on-unmatched-pattern --color --no-color --no-inline-config --debug --fix-dry-run",
  },
  tsc: {
    options:
      "-p: --noEmit --project= --strict --pretty --skipLibCheck --target= --module= --moduleResolution= --jsx= --lib= --esModuleInterop --allowJs --checkJs",
    by: ["--noEmit"],
  },
  prettier: { options: PRETTIER, by: ["-c", "-l", "--check", "--list-different"] },
  mypy: {
    options:
      "-v --strict --ignore-missing-imports --python-version= --platform= --config-file= --follow-imports= --no-incremental --pretty --show-error-codes --namespace-packages --explicit-package-bases -p: -m:",
  },
  pyright: { options: "-p: --project= --pythonversion= --level= --warnings --outputjson --stats" },
  flake8: {
    options:
      "-vq --max-line-length= --ignore= --extend-ignore= --select= --exclude= --count --statistics --show-source --config= --format=",
  },
  pylint: {
    options:
      "-E -j: -f: -d: -e: -r: --disable= --enable= --errors-only --jobs= --reports= --score= --max-line-length= --output-format= --rcfile=",
  },
  shellcheck: {
    options: "-x -s: -S: -e: -f: -o: --shell= --severity= --exclude= --format= --external-sources --color[=]",
  },
  ruff: {
    options:
      "-qv --select= --ignore= --extend-select= --line-length= --target-version= --config= --output-format= --no-fix --diff --show-files --statistics --exclude= --no-cache --quiet",
    verb: "check",
  },
};

/** Whether a program that may change what it names is told nothing but to look at it. */
export function onlyChecks(name: string, words: readonly ShellWord[]): boolean {
  const checker = Object.hasOwn(CHECKERS, name) ? CHECKERS[name] : undefined;
  if (checker === undefined) return false;
  const { options, by, verb } = checker;
  if (verb !== undefined && words[0]?.text !== verb) return false;
  const read = readByGrammar(words, { options, operands: "paths", strictGlobs: true });
  return read.kind === "known" && (by === undefined || by.some((option) => read.use.options.has(option)));
}

/** Programs that do nothing to what they name. */
export const DO_NOTHING: ReadonlySet<string> = new Set(
  "echo printf cd pushd popd true false test [ [[ : export declare local readonly typeset set unset alias shopt trap read return exit type hash".split(
    " ",
  ),
);

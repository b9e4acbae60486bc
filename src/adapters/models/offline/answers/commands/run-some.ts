import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import { isTestFile } from "../../test-files.ts";
import { answered, cited, listed } from "../answer.ts";
import { type Manifest, readManifests, type Script, scriptsOf } from "../manifests.ts";
import { type AskedSome, readAskedSome } from "./asked-some.ts";
import { namedTasks, toxEnvironments } from "./named-tasks.ts";
import { LINTERS, RUNNERS, type Runner } from "./runners.ts";

const FILES_MAX = 3;
const ENVIRONMENTS_MAX = 8;

/** How one test, the tests of one file, those under one version or the linter alone is run, by what the project runs all with. */
export function* answerRunSome(part: string, folder: Folder): Looking<QueryAnswer | undefined> {
  const asked = readAskedSome(part);
  const manifests = asked === undefined ? [] : yield* readManifests(folder);
  const paragraphs = asked === undefined ? [] : textsOf(asked, manifests, folder);
  if (paragraphs.length === 0) return undefined;
  return { answer: { ...answered(paragraphs.join("\n")), obeyed: "all" }, groups: [] };
}

function textsOf(asked: AskedSome, manifests: readonly Manifest[], folder: Folder): readonly string[] {
  switch (asked.kind) {
    case "tests":
      return ofTests(asked.words, manifests, folder);
    case "version":
      return ofVersion(asked.version, manifests);
    case "lint":
      return ofLint(manifests);
  }
}

/** A command that runs something, and the line that says so. */
interface Evidence {
  readonly runner: Runner;
  readonly row: string;
}

function ofTests(words: readonly string[], manifests: readonly Manifest[], folder: Folder): readonly string[] {
  const found = runnerOf(manifests);
  if (!found) return [];
  const { runner, row } = found;
  const files = folder.paths.filter((path) => isTestFile(path) && runner.files.test(path));
  const named = words.length === 0 ? files : files.filter((path) => words.every((word) => isNamed(path, word)));
  const [first] = named;
  if (first === undefined) return [];
  const shown = words.length === 0 ? [first] : named.slice(0, FILES_MAX);
  return [
    ...shown.map((file) => `One file of tests alone: \`${runner.ofFile(file)}\` — ${file}:1`),
    `One test alone, by its name: \`${runner.ofName(first, runner.name === "pytest" ? "test_name" : "its name")}\`.`,
    `What runs the tests is ${runner.name}: ${row}`,
    ...givenOn(manifests, runner, first),
    `The lines say what runs the tests; how ${runner.name} takes one file and one name is its own usage.`,
  ];
}

const isNamed = (path: string, word: string): boolean =>
  path.toLowerCase().endsWith(word) ||
  path
    .slice(path.lastIndexOf("/") + 1)
    .toLowerCase()
    .split(/[._-]/)
    .includes(word);

function runnerOf(manifests: readonly Manifest[]): Evidence | undefined {
  for (const script of [...scriptsOf(manifests)].sort((one, other) => rank(one) - rank(other))) {
    const runner = RUNNERS.find(({ starts }) => commandsIn(script.value).some((command) => starts.test(command)));
    if (runner) return { runner, row: rowOf(script) };
  }
  const lines = manifests.flatMap((manifest) => manifest.lines);
  const line = lines.find(
    ({ path, text }) =>
      /^\[(?:tool\.pytest|pytest|tool:pytest)/.test(text) ||
      (/(?:^|\/)tox\.ini$/.test(path) && /^(?:commands\s*=|\s+)\s*(?:python3? -m )?pytest\b/.test(text)),
  );
  const runner = RUNNERS.find(({ name }) => name === "pytest");
  return line && runner && { runner, row: cited(line) };
}

const rank = ({ key }: Script): number => (key === "test" ? 0 : key.startsWith("test") ? 1 : 2);

/** The commands of a line, without what only sets the environment or looks on. */
const commandsIn = (value: string): readonly string[] =>
  value
    .split(/&&|\|\||;/)
    .map((command) => command.trim().replace(/^(?:(?:cross-env|c8|nyc|npx|env) +|[A-Z_][A-Z\d_]*=\S* +)+/, ""));

/** What stands behind `--` of tox, where it gives that on to what runs the tests. */
function givenOn(manifests: readonly Manifest[], runner: Runner, file: string): readonly string[] {
  const line = manifests
    .filter(({ path }) => /(?:^|\/)tox\.ini$/.test(path))
    .flatMap(({ lines }) => lines)
    .find(({ text }) => text.includes(runner.name) && /\{posargs\b/.test(text));
  const [environment] = line === undefined ? [] : toxEnvironments(manifests);
  if (line === undefined || environment === undefined) return [];
  return [
    `Through tox: \`${environment.command} -- ${file}\`, as what stands behind \`--\` is given on: ${cited(line)}`,
  ];
}

/** `py312-pipsupported` is for 3.12. */
const versionOf = ({ key }: Script): string | undefined => {
  const [, major, minor] = /(?:^|-)py(\d)(\d+)t?(?=-|$)/.exec(key) ?? [];
  return minor === undefined ? undefined : `${major}.${minor}`;
};

function ofVersion(version: string | undefined, manifests: readonly Manifest[]): readonly string[] {
  const all = toxEnvironments(manifests).filter((one) => versionOf(one) !== undefined);
  const [first] = all;
  if (first === undefined) return [];
  const versions = [...new Set(all.flatMap((one) => versionOf(one) ?? []))];
  const fitting = all.filter((one) => version === undefined || versionOf(one) === version);
  const [meant] = fitting;
  const at = `${first.path}:${first.line}`;
  const title = `Environments of tox for Python ${versions.join(", ")} — ${at}`;
  if (meant === undefined) return [`No environment of tox is for Python ${version}.`, title];
  const told = version === undefined ? onePerVersion(fitting) : fitting;
  return [
    listed(
      version === undefined
        ? "Tests under one version of Python, by the environments of tox"
        : `Tests under Python ${version}, by the environments of tox`,
      told.map(({ command, path, line }) => `\`${command}\` — ${path}:${line}`),
      told.length,
      ENVIRONMENTS_MAX,
    ),
  ];
}

const onePerVersion = (all: readonly Script[]): readonly Script[] =>
  [...new Map([...all].reverse().map((one) => [versionOf(one), one] as const)).values()].reverse();

function ofLint(manifests: readonly Manifest[]): readonly string[] {
  const all = [...scriptsOf(manifests), ...namedTasks(manifests)].filter(({ value }) => LINTERS.test(value));
  const alone = all.filter(({ value }) => commandsIn(value).length === 1);
  if (alone.length > 0) return [listed("Commands that only lint", alone.map(rowOf), alone.length)];
  return all.flatMap((script) =>
    commandsIn(script.value)
      .filter((command) => LINTERS.test(command))
      .map((command) => `Only the linter: \`npx ${command}\`, a part of this: ${rowOf(script)}`),
  );
}

const rowOf = ({ command, value, path, line }: Script): string => `\`${command}\` runs ${value} — ${path}:${line}`;

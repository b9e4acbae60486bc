import { leadingOptions } from "../option-grammar.ts";
import type { ShellWord } from "../words.ts";

/**
 * Words that choose another project or file of one than that of the folder, where only their place in the line tells: `docker compose -f x up`
 * takes another file, `docker compose logs -f x` follows.
 */
const FORMS: readonly RegExp[] = [
  /^dotnet run(?: .*)? --?(?:project|file)\b/,
  /^swift \w+(?: .*)? --(?:package-path|config-path)/,
  /^xcodebuild(?: .*)? -(?:project|workspace|xcconfig)/,
  /^composer(?: .*)? (?:-d|--working-dir)/,
  /^deno(?: .*)? (?:-c|--config|--import-map)\b/,
  /^zig build(?: .*)? --build-file/,
  /^cypress(?: .*)? (?:-P|-C|--project|--config-file)/,
  /^(?:tsc|tsgo)(?: .*)? (?:-p|-b|--project|--build) (?!\.\/?(?: |$))\S*\//i,
];

/** Options in front of what compose does, and options of dotnet, that choose no other project. */
const COMPOSE =
  "-p: -v -h --project-name= --profile= --ansi= --progress= --parallel= --dry-run --all-resources --compatibility --verbose --version --help";
const DOTNET =
  "-c: -f: -o: -v: -r: -l: --configuration= --framework= --output= --verbosity= --runtime= --logger= --filter= --results-directory= --collect= " +
  "--no-build --no-restore --nologo --no-incremental --force --self-contained --no-self-contained --list-tests -t --interactive --blame";
const CONTAINERS = /^(?:docker|podman|nerdctl)$/;

function composesAnother(name: string, words: readonly ShellWord[]): boolean {
  const isPlugin = CONTAINERS.test(name) && words[0]?.text === "compose";
  return (isPlugin || name === "docker-compose") && !leadingOptions(isPlugin ? words.slice(1) : words, COMPOSE).isKnown;
}

/** `docker build -qf x .`, `docker buildx --builder y build -f x .` */
const buildsAnother = (name: string, words: readonly ShellWord[]): boolean =>
  CONTAINERS.test(name) &&
  /^(?:image|buildx|builder|build|bake)$/.test(words[0]?.text ?? "") &&
  words.some(({ text }) => /^(?:-[A-Za-z]*f|--file|--build-context)/.test(text));

/** A file of this folder has no slash in its name; a folder in the place of a file is another one. */
function testsAnother(name: string, [verb, ...words]: readonly ShellWord[]): boolean {
  if (name !== "dotnet" || !/^(?:build|test|publish|restore|pack|clean|msbuild|vstest)$/.test(verb?.text ?? ""))
    return false;
  for (let rest = words; rest.length > 0; ) {
    const { behind, isKnown } = leadingOptions(rest, DOTNET);
    const at = behind[0] ?? rest.length;
    // What stands behind two dashes is told to the tests.
    if (!isKnown || rest[at - 1]?.text === "--") return !isKnown;
    const operand = rest[at]?.text ?? ".";
    if (!/^(?:\.\/?|[^/]+\.(?:\w+proj|slnx?|slnf|dll))$/.test(operand)) return true;
    rest = rest.slice(at + 1);
  }
  return false;
}

/** @param name  of the program, wherever it lies */
export function choosesAnotherProject(name: string, [, ...words]: readonly ShellWord[]): boolean {
  if ([composesAnother, buildsAnother, testsAnother].some((chooses) => chooses(name, words))) return true;
  const line = [name, ...words.map(({ text }) => text)].join(" ");
  return FORMS.some((form) => form.test(line));
}

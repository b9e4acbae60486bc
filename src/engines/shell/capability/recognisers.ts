import type { Part } from "../part.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { optionValues } from "../scan.ts";
import type { ShellWord } from "../words.ts";
import { EDITORS, editNeed } from "./edit-capability.ts";
import { gitNeed } from "./git-capability.ts";
import { asksOwnServer } from "./local-servers.ts";
import { OWN_TOOLS } from "./tool-options.ts";

export type CapabilityName =
  | "edit-files"
  | "run-project"
  | "dependencies"
  | "git-local"
  | "git-fetch"
  | "git-push"
  | "containers"
  | "inspect-system"
  | "github-read"
  | "local-servers";
/** Undefined: no kind of work covers it. */
export type Need = CapabilityName | undefined;
type Recogniser = (words: readonly ShellWord[], part: Part, options: CommandPolicyOptions) => Need;

/** Where each option is one of these; what stands without a dash is looked for. */
const onlyWith =
  (options: RegExp, name: CapabilityName): Recogniser =>
  (words) =>
    words.every(({ text }) => !/^[-+]/.test(text) || options.test(text)) ? name : undefined;
/** Of lsof, netstat and ss: `-D` writes a file, `-K` ends connections, `-F` takes its filter from a file. */
const LOOKS_AT_SYSTEM =
  /^(?:-[46abehilmnoprstuwxBHOPRSTUv]+(?:[:@\d][\w.:@,-]*)?|-[iups][\w.:@,^-]*|--(?:all|extended|listening|numeric|processes|program|summary|tcp|udp|unix|wide))$/;
const always =
  (name: CapabilityName): Recogniser =>
  () =>
    name;
const table = (names: string, recogniser: Recogniser): readonly [string, Recogniser][] =>
  names.split(" ").map((name) => [name, recogniser]);
/** A kind of work, and the verbs of a program that belong to it. */
type Verbs = readonly [name: CapabilityName, verbs: string];
const verbs =
  (...groups: readonly Verbs[]): Recogniser =>
  (words) => {
    const verb = words.find((word) => !word.text.startsWith("-"))?.text ?? "";
    return groups.find(([, names]) => names.split(" ").includes(verb))?.[0];
  };

/** By the verb of a program whose options in front of it say where it works, and with what. */
const firstVerbs = (...groups: readonly Verbs[]): Recogniser => {
  const recognise = verbs(...groups);
  return (words, part, options) => (words[0]?.text.startsWith("-") ? undefined : recognise(words, part, options));
};
const inline =
  (...options: readonly string[]): Recogniser =>
  (words) =>
    words.length > 0 && optionValues(words, ...options).length === 0 && isOwnFile(words) ? "run-project" : undefined;
const OTHER_SCRIPT = inline("-e", "-E", "-c", "-r", "-n", "-p");
const SCRIPT = inline("-e", "--eval", "-p", "--print", "-pe", "-r", "--require", "--import", "--loader");

/** Words without options that choose a package or folder of the workspace, or how much is warned of: their value is no verb and no file. */
const without =
  (options: RegExp, recognise: Recogniser): Recogniser =>
  (words, part, context) => {
    const kept = words.filter(({ text }, at) => !options.test(text) && !options.test(words[at - 1]?.text ?? ""));
    return recognise(kept, part, context);
  };

const CARGO = verbs(
  ["run-project", "build b check c test t run r clippy fmt bench doc nextest expand"],
  ["dependencies", "add remove update fetch tree metadata vendor outdated audit"],
);
/** One of Rust's own, by its name. */
const TOOLCHAIN = /^\+(?:stable|beta|nightly(?:-[\d-]+)?|\d+(?:\.\d+){1,2})$/;

const GO = verbs(
  ["run-project", "build test run vet fmt generate tool doc list"],
  ["dependencies", "mod get work install"],
);

const NPM = verbs(
  ["run-project", "test t tst run run-script start pack"],
  [
    "dependencies",
    "install i ci add uninstall remove rm update upgrade outdated audit view info dedupe prune rebuild fund explain why",
  ],
);
const OTHERS_OF_NODE = verbs(
  ["run-project", "test run exec start build lint typecheck dev"],
  ["dependencies", "install i add remove up update upgrade outdated audit why list ls dedupe"],
);
/** `npm init -y` writes the file of a package; with a name behind it, it runs a program from elsewhere. */
const beginsPackage =
  (recognise: Recogniser): Recogniser =>
  (words, part, options) =>
    words[0]?.text === "init" && words.slice(1).every(({ text }) => /^(?:-y|--yes)$/.test(text))
      ? "dependencies"
      : recognise(words, part, options);
/** `yarn jest` runs what the project has installed. */
const YARN: Recogniser = (words, part, options) => {
  const [verb, name] = words;
  if (verb?.text === "workspace" && name !== undefined) return YARN(words.slice(2), part, options);
  if (LOCAL_TOOLS.test(verb?.text ?? "")) return "run-project";
  return beginsPackage(OTHERS_OF_NODE)(words, part, options);
};
const DENO = verbs(["run-project", "test check lint fmt bench task run"]);
const hasScheme = (words: readonly ShellWord[]): boolean => words.some(({ text }) => /^[a-z]+:/i.test(text));
/** What a test is run by may be any program. */
const CHOOSES_RUNNER = /^(?:-[PMI]|--?e(?:x|xec)?(?:$|=)|-e|--(?:source|plugin))/;

const CONTAINERS = firstVerbs(
  ["inspect-system", "ps images logs inspect version info stats top port diff history search"],
  ["containers", "build buildx compose run start stop restart exec create pull tag up"],
);
const makesStore = ([kind, verb]: readonly ShellWord[]): boolean =>
  /^(?:network|volume)$/.test(kind?.text ?? "") && verb?.text === "create";

/** At least one address, and each of this machine. Of the clients curl alone does not go where the answer sends it. */
const asksLocally: Recogniser = (words) =>
  words.some(({ text }) => !text.startsWith("-")) && asksOwnServer("curl", words) ? "local-servers" : undefined;

export const RECOGNISERS: ReadonlyMap<string, Recogniser> = new Map([
  ["curl", asksLocally],
  ...EDITORS.map((name) => [name, editNeed(name)] as const),
  // With `--test` it looks for the tests itself.
  ...table("node nodejs", (words, part, options) =>
    words[0]?.text === "--test" && words.every(({ text }) => text !== "-")
      ? "run-project"
      : SCRIPT(words, part, options),
  ),
  ...table("tsx ts-node", (words, part, options) =>
    SCRIPT(words[0]?.text === "watch" ? words.slice(1) : words, part, options),
  ),
  ...table("deno", (words, part, options) => (hasScheme(words) ? undefined : DENO(words, part, options))),
  ...table("prove", (words) => (words.some(({ text }) => CHOOSES_RUNNER.test(text)) ? undefined : "run-project")),
  ...table("hatch", verbs(["run-project", "test fmt build"])),
  ...table("mkdocs", verbs(["run-project", "build serve"])),
  ...table(
    "python python3 python2",
    without(/^-W$/, (words) =>
      optionValues(words, "-c").length === 0 &&
      (isOwnFile(words) ||
        /^(pytest|unittest|mypy|ruff|black|isort|flake8|pylint|coverage|build|compileall|doctest|timeit|json\.tool|venv)$/.test(
          optionValues(words, "-m")[0]?.text ?? "",
        ))
        ? "run-project"
        : optionValues(words, "-m")[0]?.text === "pip" &&
            ["install", "uninstall"].some((verb) => words.some((word) => word.text === verb))
          ? "dependencies"
          : undefined,
    ),
  ),
  ...table("ruby perl lua bash sh", OTHER_SCRIPT),
  ...table("php", (words, part, options) =>
    words[0]?.text === "artisan" && words[1]?.text !== "tinker" ? "run-project" : OTHER_SCRIPT(words, part, options),
  ),
  ...table(
    "mocha playwright esbuild mypy pylint make gmake ninja cmake meson gcc g++ clang cc javac rustc c8 nyc turbo nx",
    always("run-project"),
  ),
  ...OWN_TOOLS.map((name): [string, Recogniser] => [name, always("run-project")]),
  ...table("npm", without(/^(?:--prefix|--workspace|-w)$/, beginsPackage(NPM))),
  ...table("pnpm bun", without(/^(?:--filter|-F|--dir|-C|--cwd)$/, beginsPackage(OTHERS_OF_NODE))),
  // Alone it installs.
  ...table("yarn", (words, part, options) =>
    words.every(({ text }) => /^-(?!-?(?:v|version|h|help)$)/.test(text)) ? "dependencies" : YARN(words, part, options),
  ),
  ...table("npx bunx", (words) =>
    !words.some((word) => /^(-p|-c|--package|--call|--registry)/.test(word.text)) &&
    LOCAL_TOOLS.test(words.find((word) => !word.text.startsWith("-"))?.text ?? "")
      ? "run-project"
      : undefined,
  ),
  ...table("pip pip3", verbs(["dependencies", "install uninstall download check index"])),
  ...table(
    "poetry pdm pipenv",
    verbs(["run-project", "run build"], ["dependencies", "install add remove sync lock update pip show tree"]),
  ),
  ...table("uv", verbs(["run-project", "run build"], ["dependencies", "add remove sync lock pip tree venv"])),
  ...table("cargo", (words, part, options) =>
    CARGO(TOOLCHAIN.test(words[0]?.text ?? "") ? words.slice(1) : words, part, options),
  ),
  ...table("go", (words, part, options) =>
    words[0]?.text === "run" && words.some((word) => /^[\w-]+(\.[\w-]+)+\//.test(word.text))
      ? undefined
      : GO(words, part, options),
  ),
  ...table(
    "mvn gradle sbt",
    verbs([
      "run-project",
      "test compile package verify build check clean assemble testClasses dependencies tasks dependency:tree",
    ]),
  ),
  ...table(
    "dotnet",
    verbs(["run-project", "build test run format clean"], ["dependencies", "restore add remove list"]),
  ),
  ...table("bundle", verbs(["run-project", "exec"], ["dependencies", "install add update outdated"])),
  ...table(
    "composer gem",
    verbs(["run-project", "test run-script"], ["dependencies", "install require update remove outdated"]),
  ),
  ...table("docker podman", (words, part, options) =>
    makesStore(words) ? "containers" : CONTAINERS(words, part, options),
  ),
  ...table(
    "docker-compose",
    firstVerbs(
      ["inspect-system", "ps logs images top"],
      ["containers", "up down build run start stop restart exec pull"],
    ),
  ),
  ...table("lsof netstat ss", onlyWith(LOOKS_AT_SYSTEM, "inspect-system")),
  ...table("gh", (words) =>
    /^(pr|issue|run|workflow|release|repo|label) (list|view|status|diff|checks)$/.test(
      `${words[0]?.text} ${words[1]?.text}`,
    ) && words.every(({ text }) => !/^-[A-Za-z]*w|^--w|\/.*\//.test(text))
      ? "github-read"
      : undefined,
  ),
  ...table("git", gitNeed),
]);

const LOCAL_TOOLS =
  /^(vitest|jest|mocha|tsc|eslint|prettier|biome|oxlint|stylelint|playwright|cypress|knip|tsx|ts-node|esbuild|vite|webpack|rollup|rolldown|tsup|next|nuxt|astro|turbo|nx|c8|nyc|ava|storybook|typedoc|changeset|lint-staged|husky|depcheck|madge|size-limit)$/;

/** The first plain word is a file, so what runs is what lies in the workspace. */
function isOwnFile(words: readonly ShellWord[]): boolean {
  const first = words.find((word) => !word.text.startsWith("-"));
  return first !== undefined && /[\w-]\.\w+$|\//.test(first.text) && !/^[a-z]+:\/\//.test(first.text);
}

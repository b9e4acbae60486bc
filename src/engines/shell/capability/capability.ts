import { EXCLUDES } from "../meaning/git-extent.ts";
import type { Part } from "../part.ts";
import { isPlainInside, placeOf } from "../places.ts";
import type { CommandClass, CommandPolicyOptions } from "../policy-types.ts";
import { isInertAssignment } from "../programs/inert-variables.ts";
import { trustedName, unprovenBecause } from "../proof.ts";
import { optionValues, programName } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { EDITORS, editNeed } from "./edit-capability.ts";
import { gitKind, gitNeed } from "./git-capability.ts";
import { isOwnInstallation } from "./own-installer.ts";
import { leavesWorkspace } from "./paths-in-words.ts";
import { isPlain } from "./plain-work.ts";

export type CapabilityName =
  | "edit-files"
  | "run-project"
  | "dependencies"
  | "git-local"
  | "git-fetch"
  | "git-push"
  | "containers"
  | "inspect-system"
  | "github-read";

/** A kind of work a person grants once for a session, `shell(@edit-files)`. It never covers what the safety floor stops,
 *  and every word of a covered command is known and stays inside the workspace. */
export interface Capability {
  readonly name: CapabilityName;
  /** Completes "Allow it to …". */
  readonly label: string;
  readonly class: CommandClass;
}

const CAPABILITIES: Readonly<Record<CapabilityName, Capability>> = {
  "edit-files": {
    name: "edit-files",
    label: "create, change, move and delete files inside the workspace",
    class: "write-inside",
  },
  "run-project": {
    name: "run-project",
    label: "run this project's own code: its tests, scripts, builds and tools",
    class: "unknown",
  },
  dependencies: {
    name: "dependencies",
    label: "install and remove packages (network, and their install scripts)",
    class: "network",
  },
  "git-local": {
    name: "git-local",
    label: "stage, commit, branch and merge in this repository",
    class: "write-inside",
  },
  "git-fetch": { name: "git-fetch", label: "fetch and pull from this repository's remotes", class: "network" },
  "git-push": { name: "git-push", label: "push branches to this repository's remotes, never forced", class: "network" },
  containers: { name: "containers", label: "build and run this project's containers", class: "unknown" },
  "github-read": {
    name: "github-read",
    label: "look at pull requests, issues and runs on GitHub",
    class: "network",
  },
  "inspect-system": {
    name: "inspect-system",
    label: "look at containers, ports and services without changing them",
    class: "read",
  },
};

/** Undefined: no kind of work covers it. */
type Need = CapabilityName | undefined;
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

const GO = verbs(
  ["run-project", "build test run vet fmt generate tool doc list"],
  ["dependencies", "mod get work install"],
);

const NPM = verbs(
  ["run-project", "test t tst run run-script start pack version pkg"],
  [
    "dependencies",
    "install i ci add uninstall remove rm update upgrade outdated audit view info dedupe prune rebuild fund explain why",
  ],
);
const OTHERS_OF_NODE = verbs(
  ["run-project", "test run exec start build lint typecheck dev"],
  ["dependencies", "install i add remove up update upgrade outdated audit why list ls dedupe"],
);

const CONTAINERS = firstVerbs(
  ["inspect-system", "ps images logs inspect version info stats top port diff history search"],
  ["containers", "build buildx compose run start stop restart exec create pull tag up"],
);

export const RECOGNISERS: ReadonlyMap<string, Recogniser> = new Map([
  ...EDITORS.map((name) => [name, editNeed(name)] as const),
  ...table(
    "node nodejs tsx ts-node deno",
    inline("-e", "--eval", "-p", "--print", "-pe", "-r", "--require", "--import", "--loader"),
  ),
  ...table("python python3 python2", (words) =>
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
  ...table("ruby perl php lua bash sh", inline("-e", "-E", "-c", "-r", "-n", "-p")),
  ...table(
    "pytest tox nox vitest jest mocha ava tap c8 nyc playwright cypress tsc eslint prettier biome oxlint stylelint rollup rolldown esbuild vite webpack tsup swc knip ruff mypy black isort flake8 pylint " +
      "pyright coverage make gmake ninja cmake ctest meson gcc g++ clang cc javac rustc rustfmt gofmt goimports golangci-lint staticcheck rspec rubocop rake phpunit phpstan composer-test mvnw gradlew bats shellcheck shfmt hadolint markdownlint typedoc next nuxt astro turbo nx just task storybook tree-sitter pre-commit dprint cloc tokei",
    always("run-project"),
  ),
  ...table("npm", NPM),
  ...table("pnpm yarn bun", OTHERS_OF_NODE),
  ...table("npx bunx", (words) =>
    !words.some((word) => /^(-p|-c|--package|--call|--registry)/.test(word.text)) &&
    LOCAL_TOOLS.test(words.find((word) => !word.text.startsWith("-"))?.text ?? "")
      ? "run-project"
      : undefined,
  ),
  ...table("pip pip3", verbs(["dependencies", "install uninstall download check index"])),
  ...table(
    "poetry uv pdm pipenv",
    verbs(["run-project", "run build"], ["dependencies", "install add remove sync lock update pip show tree"]),
  ),
  ...table(
    "cargo",
    verbs(
      ["run-project", "build b check c test t run r clippy fmt bench doc nextest expand"],
      ["dependencies", "add remove update fetch tree metadata vendor outdated audit"],
    ),
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
  ...table("docker podman", CONTAINERS),
  ...table(
    "docker-compose",
    firstVerbs(
      ["inspect-system", "ps logs config images top"],
      ["containers", "up down build run start stop restart exec pull"],
    ),
  ),
  ...table("lsof netstat ss", onlyWith(LOOKS_AT_SYSTEM, "inspect-system")),
  ...table("gh", (words) =>
    /^(pr|issue|run|workflow|release|repo|label) (list|view|status|diff|checks)$/.test(
      `${words[0]?.text} ${words[1]?.text}`,
    )
      ? "github-read"
      : undefined,
  ),
  ...table("git", gitNeed),
]);

const LOCAL_TOOLS =
  /^(vitest|jest|mocha|tsc|eslint|prettier|biome|oxlint|stylelint|playwright|cypress|knip|tsx|ts-node|esbuild|vite|webpack|rollup|rolldown|tsup|next|nuxt|astro|turbo|nx|c8|nyc|ava|storybook|typedoc|changeset|lint-staged|husky|depcheck|madge|size-limit)$/;

export const capabilityLabel = (name: CapabilityName): string => CAPABILITIES[name].label;

/** What an approval of this command would grant, or undefined when it must be asked each time. */
export function capabilityOf(part: Part, options: CommandPolicyOptions): Capability | undefined {
  const needs = capabilitiesNeeded(part, options);
  const first = needs?.[0];
  return first === undefined ? undefined : CAPABILITIES[first];
}

/** Every capability a command needs: its own and that of its redirections; undefined when no capability covers it. */
export function capabilitiesNeeded(part: Part, options: CommandPolicyOptions): readonly CapabilityName[] | undefined {
  if (part.problems.length > 0 || !part.argv.every(isLiteral)) return undefined;
  if (part.argv.length > 0 && !part.assignments.every(isForDevelopment)) return undefined;
  const own = ownNeed(part, options);
  // What its redirections need is all only where it does no more than read.
  if (own === undefined && part.argv.length > 0 && !readsOnly(part, options)) return undefined;
  const others = part.redirections.map((redirection) => redirectionNeed(redirection, part, options));
  if (others.includes(undefined)) return undefined;
  const needs = [own, ...others].filter((need) => need !== undefined && need !== "nothing");
  return needs.length > 0 ? needs : undefined;
}

/** Whether a rule that denies a kind of work, or asks about it, means a command: all of the kind, whatever else it is told, and wherever to. */
export function isOfKind(kind: string, part: Part, options: CommandPolicyOptions): boolean {
  if (capabilitiesNeeded(part, options)?.some((need) => need === kind)) return true;
  if (kind === "dependencies" && isOwnInstallation(part, options, RECOGNISERS)) return true;
  const [program, ...words] = part.argv;
  const name = trustedName(program);
  if (name === undefined) return false;
  return (name === "git" ? gitKind(words) : RECOGNISERS.get(name)?.(words, part, options)) === kind;
}

/** Whether a leave for its kind of work covers a command: it is told no more than how to do that. */
export function isCoveredByLeave(part: Part, needs: readonly CapabilityName[]): boolean {
  const [program, ...words] = part.argv;
  return program === undefined || needs.every((need) => isPlain(need, programName(program), words));
}

function redirectionNeed(
  { kind, target }: Part["redirections"][number],
  { folders }: Part,
  options: CommandPolicyOptions,
): Need | "nothing" {
  const { region, isSecret, isProtected } = placeOf(target, folders, options);
  if (isSecret || isProtected) return undefined;
  if (kind === "write" && region === "inside") return "edit-files";
  return region === "stream" || region === "inside" ? "nothing" : undefined;
}

/** Variables that change what is printed, or how a program that is run is developed. */
const isForDevelopment = ({ name, value }: Part["assignments"][number]): boolean =>
  isInertAssignment(name, value) ||
  (isLiteral(value) &&
    /^(NODE_ENV|DEBUG|VERBOSE|RUST_LOG|RUST_BACKTRACE|LOG_LEVEL|PORT|HOST|CI|TEST\w*|PYTHONPATH|PYTHONUNBUFFERED)$/.test(
      name,
    ) &&
    !/[/]\.\.|^\//.test(value.text));

function readsOnly(part: Part, options: CommandPolicyOptions): boolean {
  const redirections = part.redirections.filter(({ kind }) => kind === "read");
  return unprovenBecause(part.argv, { ...part, redirections }, options) === undefined;
}

function ownNeed(part: Part, options: CommandPolicyOptions): Need {
  const [program, ...words] = part.argv;
  if (!program) return undefined;
  // What git is told to leave out is not touched: `git add -A -- . ':(exclude)k/s.key'`.
  const isLeftOut = (word: ShellWord): boolean =>
    programName(program) === "git" && isLiteral(word) && EXCLUDES.test(word.text);
  const strays = words.some((word) => !isLeftOut(word) && leavesWorkspace(word, part, options));
  if (strays) return undefined;
  if (isOwnInstallation(part, options, RECOGNISERS)) return "dependencies";
  if (/^\.?\.?\/|^[\w-]+\//.test(program.text) && isPlainInside(program, part.folders, options)) return "run-project";
  const name = trustedName(program);
  return name === undefined ? undefined : RECOGNISERS.get(name)?.(words, part, options);
}

/** The first plain word is a file, so what runs is what lies in the workspace. */
function isOwnFile(words: readonly ShellWord[]): boolean {
  const first = words.find((word) => !word.text.startsWith("-"));
  return first !== undefined && /[\w-]\.\w+$|\//.test(first.text) && !/^[a-z]+:\/\//.test(first.text);
}

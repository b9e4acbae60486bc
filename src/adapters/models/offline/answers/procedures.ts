import { folderOf } from "../../../../engines/citadel/graph/paths.ts";
import { type Folder, listFiles } from "../folder.ts";
import type { Looking } from "../looking.ts";
import { plain } from "../reading/tokens.ts";
import type { CitedLine } from "../result-text.ts";
import { isTestFile } from "../test-files.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  isEstate,
  listed,
  search,
  unanswered,
} from "./answer.ts";
import { namedTasks, toxEnvironments } from "./commands/named-tasks.ts";
import { LINTERS } from "./commands/runners.ts";
import { commandsAbout, quoted, readmeOf, sectionsAbout } from "./documents.ts";
import { type Manifest, readManifests, type Script, scriptsOf } from "./manifests.ts";

/** Questions about how something is done with the project, and what it needs. */
export const PROCEDURE_INTENTS: readonly Intent[] = [
  procedure(
    "test",
    "how the tests are run",
    "how do i run the tests | how to test | how are the tests run | run tests | what command runs the tests | command to run test suite | how do i test it | how do i execute the unit tests | como rodo os testes | como executo os testes | how do i run only one test | which test framework is used | how is it tested | como corro os testes",
  ),
  procedure(
    "install",
    "how it is installed",
    "how do i install it | install | installation | how to install this | how do i set up the project | what are the prerequisites | requirements to run | getting started | como instalo | como instalar | what do i need to install | how do i set up my development environment",
  ),
  procedure(
    "build",
    "how it is built",
    "how do i build it | build | how to compile | how is it compiled | how do i compile the programs | what does the build do | build command | como compilo | como faco o build | how is the project built | how is it packaged",
  ),
  procedure(
    "run",
    "how it is run",
    "how do i run it | how to run this | how do i start the app | how do i start the server | run the application | how do i use it | how to use this library | usage | como rodo | como executo | como uso | how do i launch it | how do i start it | how do i run an example",
  ),
  procedure(
    "lint",
    "how it is linted and formatted",
    "how do i lint | how do i format the code | linter | which linter is used | how is the code formatted | typecheck | code style | formatting | what checks are run before commit",
  ),
  procedure(
    "deploy",
    "how it is released",
    "how do i release | how is it deployed | deploy | how to publish | how do i publish a release | how do we cut a release | how is a release made | release process | como publico | como faco deploy | how are releases made",
  ),
  procedure(
    "contribute",
    "how to contribute",
    "how do i contribute | contributing | contribution guidelines | how to submit a pull request | como contribuo | how do i send a patch",
  ),
  {
    id: "scripts",
    means: "which commands the project declares",
    needs: "nothing",
    forms:
      "what scripts are there | list the scripts | which npm scripts exist | what commands are available | list make targets | which commands can i run | quais scripts existem | what tasks are defined | show the package scripts | what scripts does package json define",
    *answer({ folder }) {
      const scripts = scriptsOf(yield* readManifests(folder));
      const files = folder.paths.filter((path) =>
        /(?:^|\/)(?:scripts|bin|tools)\/[^/]+\.(?:sh|py|[cm]?[jt]s|rexx|ps1)$|\.sh$/.test(path),
      );
      if (scripts.length + files.length === 0)
        return unanswered("No manifest here declares scripts, and no folder of scripts is here.");
      return answered(
        listed("Commands that the project declares", scripts.map(scriptRow), scripts.length, 30),
        listed("Script files", files),
      );
    },
  },
];

/** Something that is done with a project: the names of scripts that do it, and the headings that tell of it. */
interface Procedure {
  readonly verb: string;
  readonly scripts: RegExp;
  readonly headings: string;
  readonly workflow?: string;
  /** Files that say how a tool does it. */
  readonly settings?: RegExp;
  /** What does it: a command that starts one of these does it, too, whatever its name. */
  readonly programs?: RegExp;
}

const PROCEDURES = {
  test: {
    verb: "test it",
    scripts: /^(?:check|verify)$|(?:^|[:_-])(?:test|tests|spec|e2e|coverage|pytest|unit)(?:$|[:_-])/,
    headings: "tests?\\b|testing|running tests|checks",
    workflow: String.raw`run:.*\b(?:test|tests|pytest|vitest|jest|tox)\b|^\s+(?:npm (?:run )?test|python -m pytest|pytest|tox)\b`,
  },
  install: {
    verb: "install it",
    scripts: /(?:^|[:_-])(?:install|setup|bootstrap|prepare|postinstall)(?:$|[:_-])/,
    headings: "install|set ?up|getting started|quick ?start|prerequisites?|requirements|instala",
  },
  build: {
    verb: "build it",
    scripts: /(?:^|[:_-])(?:build|compile|bundle|generate|dist|package)(?:$|[:_-])/,
    headings: "build|compil|packag",
    workflow: String.raw`run:.*\b(?:build|compile|tsc)\b`,
  },
  run: {
    verb: "run it",
    scripts: /^(?:start|dev|serve|run|watch|preview)(?:$|[:_-])/,
    headings: "usage|running|run\\b|getting started|quick ?start|how to use|examples?|executing",
  },
  lint: {
    verb: "lint and format it",
    scripts: /(?:^|[:_-])(?:lint|format|fmt|style|typecheck|check|spellcheck|prettier|eslint|biome|ruff)(?:$|[:_-])/,
    headings: "lint|format|code style|style",
    programs: LINTERS,
    workflow: String.raw`run:.*\b(?:lint|ruff|mypy|eslint|prettier|biome|format)\b`,
  },
  deploy: {
    verb: "release it",
    scripts: /(?:^|[:_-])(?:deploy|release|publish|prepublishOnly|version)(?:$|[:_-])/,
    headings: "deploy|releas|publish",
    workflow: String.raw`run:.*\b(?:publish|deploy|semantic-release)\b|\b(?:npm|pnpm|yarn|cargo|poetry|uv|hatch|flit) publish\b|\btwine upload\b|\bgh release create\b|uses:.*(?:release-please|pypi-publish|gh-release|semantic-release|changesets/action|goreleaser|create-release)|uses: *\./\.github/workflows/.*(?:publish|release|deploy)`,
    settings:
      /(?:^|\/)(?:release-please-config\.json|\.releaserc[^/]*|release\.config\.[cm]?js|\.?goreleaser\.ya?ml|\.changeset\/config\.json|\.release-it\.json)$/,
  },
  contribute: {
    verb: "contribute to it",
    scripts: /^$/,
    headings: "contribut|pull requests?|development|workflow|guidelines",
  },
} satisfies Record<string, Procedure>;

/** "Style" alone may be another one than that of the code. */
const SAYS_LINT = /\b(?:lint|format|typecheck|type-check|checks?\b|code style)/;

function procedure(id: keyof typeof PROCEDURES, means: string, forms: string): Intent {
  return { id: `how-${id}`, means, needs: "nothing", isOfHowTo: true, forms, answer: (asked) => howTo(id, asked) };
}

function* howTo(id: keyof typeof PROCEDURES, { part, folder, restricting }: Asked): Looking<Answer> {
  const { verb, headings, ...more }: Procedure = PROCEDURES[id];
  const manifests = yield* readManifests(folder);
  const scripts = scriptsFor(PROCEDURES[id], manifests, part);
  const sections = yield* sectionsAbout(headings, id === "install" || id === "run" ? 2 : 1);
  const said = scripts.length + sections.length === 0 ? yield* commandsAbout(headings) : [];
  const workflow = more.workflow === undefined ? [] : yield* inWorkflows(more.workflow, id === "deploy");
  const special = id === "test" ? yield* testFacts(folder, manifests) : [];
  const batch = isEstate(folder) && (id === "run" || id === "build") ? yield* batchSteps(id) : "";
  const files = yield* filesFor(id, folder);
  const environments = environmentsOf(manifests, restricting);
  const parts = [
    listed("Environments of tox for that", environments.map(scriptRow), environments.length, 4),
    listed(`Commands that ${verb.replace(/ it$/, "")}`, scripts.map(scriptRow), scripts.length, 8),
    ...special,
    listed("Documents", files),
    ...sections.map(quoted),
    listed("Documents say", said.map(cited), said.length, 4),
    listed("In the workflows", workflow.map(cited), workflow.length, id === "deploy" ? 10 : 4),
    batch,
  ].filter((text) => text !== "");
  if (parts.length === 0) {
    const readme = readmeOf(folder);
    return unanswered(
      `Nothing here says how to ${verb}: no manifest declares a command for it${readme ? `, and ${readme} has no section about it` : ", and there is no README"}.`,
    );
  }
  const isOnlyFiles = id === "test" && scripts.length + sections.length + said.length + workflow.length === 0;
  const lead =
    isOnlyFiles && environments.length === 0
      ? "No command is declared for it; this is what there is."
      : `How to ${verb}:`;
  const isTold = (word: string): boolean => environments[0]?.key.includes(plain(word)) === true;
  return { ...answered(lead, ...parts), obeyed: restricting.filter(isTold) };
}

/** Files that are about it as a whole: pages for those who contribute, the settings of what releases. */
function* filesFor(id: keyof typeof PROCEDURES, { paths }: Folder): Looking<readonly string[]> {
  const { settings }: Procedure = PROCEDURES[id];
  if (settings !== undefined) {
    const listed = yield* listFiles("**/{*release*,.*release*,.changeset/config.json}");
    return listed.paths.filter((path) => settings.test(path)).map((path) => `${path}:1`);
  }
  return id === "contribute"
    ? paths.filter((path) => /(?:^|\/)CONTRIBUTING/i.test(path)).map((path) => `${path}:1`)
    : [];
}

/** Lines of workflows that do it; where that asks what makes it happen, behind the events that start each of them. */
function* inWorkflows(form: string, withEvents: boolean): Looking<readonly CitedLine[]> {
  const { lines } = yield* search(form, { path: ".github" });
  if (!withEvents || lines.length === 0) return lines;
  const events = (yield* search(EVENTS, { path: ".github/workflows" })).lines;
  return [...new Set(lines.map(({ path }) => path))].flatMap((path) => {
    const own = events.filter((line) => line.path === path);
    const jobs = own.findIndex(({ text }) => text.startsWith("jobs:"));
    return [...own.slice(0, Math.max(0, jobs)), ...lines.filter((line) => line.path === path)];
  });
}

const EVENTS = String.raw`^jobs:|^on: *\S|^ {2}(?:push|release|workflow_dispatch|workflow_run|workflow_call|schedule): *|^ {4}(?:branches|tags|workflows): *`;

/** The commands that do it by their names; where linting is asked for, also by what they start. */
function scriptsFor(
  { scripts: names, programs }: Procedure,
  manifests: readonly Manifest[],
  part: string,
): readonly Script[] {
  const named = scriptsOf(manifests);
  if (programs === undefined || !SAYS_LINT.test(plain(part))) return named.filter(({ key }) => names.test(key));
  return [...named, ...namedTasks(manifests)].filter(({ key, value }) => names.test(key) || programs.test(value));
}

/** The environments of tox whose names hold most of the words that restrict a question, the shortest name first. */
function environmentsOf(manifests: readonly Manifest[], words: readonly string[]): readonly Script[] {
  const all = toxEnvironments(manifests).map((script) => ({
    script,
    count: words.filter((word) => script.key.includes(plain(word))).length,
  }));
  const most = Math.max(0, ...all.map(({ count }) => count));
  return all
    .filter(({ count }) => most > 0 && count === most)
    .map(({ script }) => script)
    .sort((one, other) => one.key.length - other.key.length);
}

const scriptRow = ({ command, value, path, line }: Script): string => `\`${command}\` runs ${value} — ${path}:${line}`;

function* testFacts(folder: Folder, manifests: readonly Manifest[]): Looking<readonly string[]> {
  const configured = manifests.flatMap(({ lines }) =>
    lines.filter(({ text }) => /^\[(?:tool\.pytest|pytest|tool\.tox|testenv)/.test(text)),
  );
  const runner = configured.some(({ text }) => text.includes("pytest")) ? ["`pytest` is configured"] : [];
  const files = folder.paths.filter(isTestFile);
  const folders = [...new Set(files.map((path) => folderOf(path) || "."))];
  return [
    listed(
      "Configured",
      configured.map((line, index) => `${runner[index] ?? "configured"} — ${cited(line)}`),
      configured.length,
      2,
    ),
    files.length > 0
      ? `Tests: ${counted(files.length, "file")} in ${folders.slice(0, 5).join(", ")}${folders.length > 5 ? ` and ${folders.length - 5} more folders` : ""}, such as ${files
          .slice(0, 3)
          .map((path) => `${path}:1`)
          .join(", ")}.`
      : "",
  ].filter((text) => text !== "");
}

function* batchSteps(id: "run" | "build"): Looking<string> {
  const pattern =
    id === "build"
      ? String.raw`^//\S+ +EXEC +.*(?:IGYCRCTL|DFHEAP|DFHECP|DSNHPC|ASMA90|BUILD|COMP)`
      : String.raw`^//\S+ +JOB\b`;
  const { lines } = yield* search(pattern, { glob: "*.{jcl,JCL,prc}" });
  return listed(
    id === "build" ? "Steps that compile" : "Batch: jobs that are submitted",
    lines.map(cited),
    lines.length,
    8,
  );
}

import { leadingOptions } from "../option-grammar.ts";
import { literalWord, type ShellWord } from "../words.ts";

/** Of a tool that can be pointed to another project, file of settings or script than that of the folder: all that leaves it there. */
interface Tool {
  /** The words that say what is done, each a list of ways to say it; other work of the tool is not judged here. */
  readonly verbs?: readonly string[];
  /** Options in front of these, which choose nothing else. */
  readonly before?: string;
  readonly options: string;
  /** Of these the value must be the folder itself, or a file right in it. */
  readonly own?: readonly string[];
  /** What may stand without a dash; absent: anything. */
  readonly operands?: RegExp;
  /** What stands behind the first operand is told to what it starts. */
  readonly stopsAtOperand?: true;
}

/** A file of this folder has no slash in its name; a folder in the place of a file is another project. */
const OWN = /^(?:\.\/?|(?:\.\/)?[^/]+\.\w+)$/;

const COMPOSE: Tool = {
  before: "-D -l: --debug --log-level=",
  options:
    "-p: -v -h --project-name= --profile= --ansi= --progress= --parallel= --dry-run --all-resources --compatibility --verbose --version --help",
  stopsAtOperand: true,
};
const BUILD: Tool = {
  before: "-D -l: --debug --log-level=",
  options:
    "-q -t: -m: -o: --add-host= --annotation= --attest= --build-arg= --cache-from= --cache-to= --check --compress --force-rm[=] --iidfile= --label= --load[=] " +
    "--memory= --metadata-file= --no-cache[=] --no-cache-filter= --output= --platform= --print --progress= --provenance= --pull[=] --quiet --rm[=] --sbom= " +
    "--shm-size= --squash --tag= --target= --ulimit= --layers[=] --format= --jobs=",
};
const CONTAINERS: readonly Tool[] = [
  { ...COMPOSE, verbs: ["compose"] },
  { ...BUILD, verbs: ["build"] },
  { ...BUILD, verbs: ["image|builder|buildx", "build|b|bake"] },
];

const PHP =
  "-a -h -n -o -q -v -w -W --ansi --apcu-autoloader --audit --classmap-authoritative --dev --direct --dry-run --format= --help --ignore-platform-reqs ";
const COMPOSER: Tool = {
  options:
    `${PHP}--ignore-platform-req= --lock --minimal-changes --no-ansi --no-audit --no-autoloader --no-cache --no-dev --no-install --no-interaction --no-progress ` +
    "--no-scripts --no-suggest --no-update --optimize-autoloader --outdated --prefer-dist --prefer-install= --prefer-lowest --prefer-source --prefer-stable " +
    "--profile --quiet --sort-packages --strict --update-no-dev --verbose --version --with-all-dependencies --with-dependencies",
  operands: /^(?!global$)/,
};

const DENO_LOOKS =
  "-A -q -L: -R? -W? -N? -E? -S? --allow-all --allow-env[=] --allow-ffi[=] --allow-import[=] --allow-net[=] --allow-read[=] --allow-run[=] --allow-sys[=] --allow-write[=] " +
  "--cached-only --check[=] --coverage[=] --deny-env[=] --deny-net[=] --deny-read[=] --deny-run[=] --deny-write[=] --doc --ext= --fail-fast[=] --filter= --fix --frozen[=] " +
  "--ignore= --inspect[=] --json --junit-path= --log-level= --no-check[=] --no-prompt --no-remote --no-run --parallel --permit-no-files --quiet --reload[=] --reporter= " +
  "--seed= --shuffle[=] --trace-leaks --unstable-kv --unstable-net --watch[=]";

const DOTNET_BUILDS =
  "-c: -f: -o: -v: -r: -l: --arch= --os= --configuration= --framework= --output= --verbosity= --runtime= --logger= --filter= --results-directory= --collect= " +
  "--no-build --no-restore --nologo --no-incremental --force --self-contained --no-self-contained --list-tests -t --interactive --blame";

const GRADLE: Tool = {
  options:
    "-a -d -h -i -m -q -s -S -t -v -V -w -x: -D? -P? --args= --build-cache --configuration= --configuration-cache --console= --continue --continuous --daemon --debug --dependency= " +
    "--dry-run --exclude-task= --fail-fast --full-stacktrace --help --info --max-workers= --no-build-cache --no-configuration-cache --no-daemon --no-parallel --no-rebuild " +
    "--no-scan --offline --parallel --profile --quiet --refresh-dependencies --refresh-keys --rerun --rerun-tasks --scan --show-version --stacktrace --status --stop --task= " +
    "--tests= --version --warn --warning-mode= --write-locks --all",
};

const MAVEN: Tool = {
  options:
    "-B -C -N -T: -P: -D? -U -V -X -c -e -h -o -q -v =-am =-amd =-fae =-ff =-fn =-itr =-npr =-npu =-nsu =-ntp =-pl: =-rf: --activate-profiles= --also-make --also-make-dependents " +
    "--batch-mode --color= --debug --define= --errors --fail-at-end --fail-fast --fail-never --help --lax-checksums --no-snapshot-updates --no-transfer-progress --non-recursive " +
    "--offline --projects= --quiet --resume-from= --show-version --strict-checksums --threads= --update-snapshots --version",
};

const SWIFT: Tool = {
  options:
    "-c: -h -j: -q -v --arch= --build-tests --configuration= --disable-code-coverage --disable-index-store --disable-swift-testing --disable-xctest --enable-code-coverage " +
    "--enable-swift-testing --enable-test-discovery --enable-xctest --filter= --force-resolved-versions --help --jobs= --list-tests --no-parallel --num-workers= --parallel " +
    "--product= --quiet --sanitize= --show-bin-path --show-codecov-path --skip= --skip-build --skip-update --static-swift-stdlib --target= --triple= --verbose --version --very-verbose",
};

const TSC: Tool = {
  options:
    "-d -h -i -m: -p: -t: -v -w --all --allowJs --allowImportingTsExtensions --alwaysStrict --assumeChangesOnlyAffectDirectDependencies --checkJs --composite --declaration " +
    "--declarationDir= --declarationMap --diagnostics --emitDeclarationOnly --erasableSyntaxOnly --esModuleInterop --exactOptionalPropertyTypes --explainFiles --extendedDiagnostics " +
    "--forceConsistentCasingInFileNames --help --incremental --inlineSourceMap --inlineSources --isolatedModules --jsx= --lib= --listEmittedFiles --listFiles --listFilesOnly " +
    "--module= --moduleResolution= --newLine= --noEmit --noEmitOnError --noErrorTruncation --noFallthroughCasesInSwitch --noImplicitAny --noImplicitReturns --noImplicitThis " +
    "--noImplicitOverride --noUncheckedIndexedAccess --noUnusedLocals --noUnusedParameters --outDir= --outFile= --preserveWatchOutput --pretty --project= --removeComments " +
    "--resolveJsonModule --showConfig --skipDefaultLibCheck --skipLibCheck --sourceMap --strict --strictNullChecks --stripInternal --target= --traceResolution --tsBuildInfoFile= " +
    "--useDefineForClassFields --version --watch",
  own: ["-p", "--project"],
  // A response file may hold any option.
  operands: /^(?!@)/,
};
const BUILDS_PROJECTS: Tool = {
  options:
    "-b -d -f -h -v -w --build --clean --dry --force --help --preserveWatchOutput --pretty --stopBuildOnErrors --verbose --version --watch",
  operands: OWN,
};

const XCODE: Tool = {
  options:
    "=-scheme: =-configuration: =-destination: =-sdk: =-target: =-alltargets =-arch: =-quiet =-derivedDataPath: =-resultBundlePath: =-enableCodeCoverage: =-parallel-testing-enabled: " +
    "=-testPlan: =-list =-showBuildSettings =-json =-version =-jobs: =-verbose =-hideShellScriptEnvironment =-project: =-workspace: =-showsdks =-showdestinations =-archivePath:",
  own: ["-project", "-workspace"],
  operands:
    /^(?:analyze|archive|build|build-for-testing|clean|docbuild|install|test|test-without-building|(?:CODE_SIGN\w*|ENABLE_\w+|ONLY_ACTIVE_ARCH|COMPILER_INDEX_STORE_ENABLE)=[\w-]*)$/,
};

const ZIG: Tool = {
  options:
    "-D? -h -j? -l -p: --color= --debounce= --help --list-steps --prefix= --prominent-compile-errors --release[=] --seed= --summary= --verbose --watch =-fincremental =-fno-incremental",
};

const CYPRESS: Tool = {
  options:
    "-b: -e: -h -k: -o: -p: -q -s: -t: --auto-cancel-after-failures= --browser= --ci-build-id= --component --e2e --env= --group= --headed --headless --help --key= --no-exit " +
    "--no-runner-ui --parallel --port= --quiet --record[=] --reporter-options= --runner-ui --spec= --tag=",
};

/** By program; of several the first whose verbs are said. */
const TOOLS: ReadonlyMap<string, readonly Tool[]> = new Map([
  ...["docker", "podman", "nerdctl"].map((name): [string, readonly Tool[]] => [name, CONTAINERS]),
  ["docker-compose", [COMPOSE]],
  ["composer", [COMPOSER]],
  ["cypress", [{ ...CYPRESS, verbs: ["run|open"] }]],
  [
    "deno",
    [
      { options: DENO_LOOKS, verbs: ["run|task|serve|eval|x"], stopsAtOperand: true },
      { options: DENO_LOOKS, verbs: ["test|bench|check|lint|fmt|cache|doc|compile|coverage"] },
    ],
  ],
  [
    "dotnet",
    [
      {
        options: DOTNET_BUILDS,
        verbs: ["build|test|publish|restore|pack|clean|msbuild|vstest"],
        operands: /^(?:\.\/?|[^/]+\.(?:\w+proj|slnx?|slnf|dll))$/,
      },
      { options: `${DOTNET_BUILDS} --launch-profile= --no-launch-profile`, verbs: ["run|watch"], operands: /^[^/]*$/ },
    ],
  ],
  ...["gradle", "gradlew"].map((name): [string, readonly Tool[]] => [name, [GRADLE]]),
  ...["mvn", "mvnw", "mvnd"].map((name): [string, readonly Tool[]] => [name, [MAVEN]]),
  [
    "swift",
    [
      { ...SWIFT, verbs: ["build|test"] },
      { ...SWIFT, verbs: ["run"], stopsAtOperand: true },
      { ...SWIFT, verbs: ["package"] },
    ],
  ],
  ["xcodebuild", [XCODE]],
  ["zig", [{ ...ZIG, verbs: ["build"] }]],
]);

/** @param name  of the program, wherever it lies */
export function choosesAnotherProject(name: string, [, ...words]: readonly ShellWord[]): boolean {
  if (name === "tsc" || name === "tsgo") {
    const builds = words.some(({ text }) => /^--?b(?:uild)?$/i.test(text));
    return leavesProject(words, builds ? BUILDS_PROJECTS : TSC);
  }
  const said = (TOOLS.get(name) ?? []).map((tool) => ({ tool, behind: behindVerbs(words, tool) }));
  const found = said.find(({ behind }) => behind !== undefined);
  return found?.behind === "unknown" || (Array.isArray(found?.behind) && leavesProject(found.behind, found.tool));
}

/** What stands behind the words that say what is done; `unknown` where an option in front of them is. */
function behindVerbs(
  words: readonly ShellWord[],
  { verbs = [], before = "" }: Tool,
): readonly ShellWord[] | "unknown" | undefined {
  let rest = words;
  for (const ways of verbs) {
    const { behind, isKnown } = leadingOptions(rest, before);
    if (!isKnown) return before === "" ? undefined : "unknown";
    const [verb = literalWord(""), ...more] = rest.slice(behind[0] ?? rest.length);
    if (!ways.split("|").includes(verb.text)) return undefined;
    rest = more;
  }
  return rest;
}

function leavesProject(words: readonly ShellWord[], { options, own = [], operands, stopsAtOperand }: Tool): boolean {
  for (let rest = words.filter(({ text }) => !SELECTS_TESTS.test(text)); rest.length > 0; ) {
    const { behind, isKnown, options: given } = leadingOptions(rest, options);
    const at = behind[0] ?? rest.length;
    if (!isKnown || own.some((option) => given.get(option)?.some(({ text }) => !OWN.test(text)))) return true;
    // What stands behind two dashes is told to what it starts.
    if (rest[at - 1]?.text === "--" || rest[at] === undefined) return false;
    if (operands !== undefined && !operands.test(rest[at].text)) return true;
    if (stopsAtOperand) return false;
    rest = rest.slice(at + 1);
  }
  return false;
}

/** Of xcodebuild, in one word with what they choose among the tests. */
const SELECTS_TESTS = /^-(?:only|skip)-testing:/;

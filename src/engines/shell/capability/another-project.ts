import { leadingOptions } from "../programs/leading-options.ts";
import { literalWord, type ShellWord } from "../words.ts";
import { CLIENTS, type Tool } from "./client-options.ts";

/** A file of this folder has no slash in its name; a folder in the place of a file is another project. */
const OWN = /^(?:\.\/?|(?:\.\/)?[^/]+\.\w+)$/;

const COMPOSE: Tool = {
  before: "-D -l: --debug --log-level=",
  options:
    "-p: -v -h --project-name= --profile= --ansi= --progress= --parallel= --dry-run --all-resources --compatibility --verbose --version --help",
  stopsAtOperand: 1,
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

/** A property that is on, off or a number, or a text that neither names a path nor belongs to what the tool itself starts or loads. */
const PROPERTY =
  /^(?:[^=]+(?:=(?:true|false|\d[\w.-]*)?)?|(?!(?:maven|(?:org\.)?gradle|java|exec|jvm|argLine|user|systemProp)\b|[^=]*(?:class\.?path|home|dir|path|executable|local|repo\w*|argline|jvm\w*|settings|extension\w*|plugin\w*|script)=)[^=]+=(?!-)[^/\\;@]*(?<!\.(?:jar|js|sh|xml|gradle|kts|class|so)))$/i;

const GRADLE: Tool = {
  values: { "-D": PROPERTY, "-P": PROPERTY },
  operands: /^[^=]*$/,
  options:
    "-a -d -h -i -m -q -s -S -t -v -V -w -x: -D? -P? --args= --build-cache --configuration= --configuration-cache --console= --continue --continuous --daemon --debug --dependency= " +
    "--dry-run --exclude-task= --fail-fast --full-stacktrace --help --info --max-workers= --no-build-cache --no-configuration-cache --no-daemon --no-parallel --no-rebuild " +
    "--no-scan --offline --parallel --profile --quiet --refresh-dependencies --refresh-keys --rerun --rerun-tasks --scan --show-version --stacktrace --status --stop --task= " +
    "--tests= --version --warn --warning-mode= --write-locks --all",
};

const MAVEN: Tool = {
  values: { "-D": PROPERTY, "--define": PROPERTY },
  // A plug-in with a group of its own is a program from elsewhere.
  operands: /^(?!exec:)(?:org\.apache\.maven\.plugins:(?!exec)[\w:.@-]+|[\w-]+(?::[\w-]+(?:@[\w-]+)?)?)$/,
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

const TEST_RUN =
  "--coverage[=] --watch[=] --watchAll[=] --ci --run --update --update-snapshot --bail[=] --prod --production[=] --verbose";
const NPM: Tool = {
  options:
    `${TEST_RUN} -a -d -f -h -i -l -n -q -s -u -v -w: -y -B -D -E -O -P -S =-ws =-dd =-ddd --all --audit --color[=] --depth= --dry-run --engine-strict --force ` +
    "--foreground-scripts --fund --help --if-present --ignore-scripts --include= --include-workspace-root --json --legacy-peer-deps --loglevel= --long --no-audit --no-color " +
    "--no-fund --no-optional --no-package-lock --no-progress --no-save --offline --omit= --only= --package-lock-only --parseable --prefer-offline --prefer-online --progress " +
    "--quiet --save --save-dev --save-exact --save-optional --save-peer --save-prod --silent --strict-peer-deps --version --workspace= --workspaces --yes",
};
const PNPM: Tool = {
  options:
    `${TEST_RUN} -F: -i -L -r -s -t: -u -w -D -E -O -P -h -v --aggregate-output --color --dev --filter= --fix-lockfile --force --frozen-lockfile --help --if-present --ignore-scripts ` +
    "--interactive --json --latest --lockfile-only --loglevel= --no-bail --no-color --no-frozen-lockfile --no-optional --offline --parallel --prefer-offline --prod --recursive " +
    "--reporter= --resume-from= --save-dev --save-exact --save-optional --save-peer --save-prod --sequential --silent --stream --strict-peer-dependencies --testNamePattern= " +
    "--version --workspace-concurrency= --workspace-root",
};
/** Behind its first word all is told to the script. */
const YARN: Tool = {
  options:
    "-s -h -v -A -T -B --check-files --emoji[=] --frozen-lockfile --help --ignore-scripts --immutable --inline-builds --json --mode= --network-timeout= --non-interactive " +
    "--offline --prefer-offline --production[=] --silent --top-level --verbose --version",
  stopsAtOperand: 1,
};
const PYTEST: Tool = {
  options:
    "-h -k: -l -m: -n: -p: -q -r: -s -v -V -x -W: --asyncio-mode= --benchmark-only --benchmark-skip --browser= --cache-clear --cache-show[=] --capture= --co --collect-only --color= " +
    "--cov[=] --cov-append --cov-branch --cov-fail-under= --cov-report= --deselect= --disable-pytest-warnings --disable-warnings --dist= --doctest-glob= --doctest-modules " +
    "--durations= --durations-min= --exitfirst --failed-first --ff --fixtures --fixtures-per-test --full-trace --headed --help --hypothesis-seed= --hypothesis-show-statistics " +
    "--ignore= --ignore-glob= --import-mode= --inline-snapshot= --junit-prefix= --junit-xml= --junitxml= --last-failed --lf --log-cli-level= --log-level= --markers --maxfail= " +
    "--maxprocesses= --new-first --nf --no-cov --no-header --no-showlocals --no-summary --numprocesses= --pdb --quiet --random-order --randomly-seed= --reruns= --reruns-delay= " +
    "--runxfail --setup-only --setup-plan --setup-show --show-capture= --showlocals --snapshot-update --stepwise --strict --strict-config --strict-markers --sw --tb= --timeout= " +
    "--timeout-method= --trace --update-snapshots --verbose --version",
  // Another plug-in, category of warning or place to run at is code that is loaded.
  values: { "-p": /^ *no:/, "-W": /^ *\w+(?::[^:]*(?::\w*(?::.*)?)?)?$/, "-n": /^(?:auto|logical|\d+)$/ },
};
const GO_LOOKS =
  "--a --asan --asmflags= --bench= --benchmem --benchtime= --blockprofile= --buildmode= --buildvcs[=] --compat= --count= --cover --covermode= --coverpkg= --coverprofile= --cpu= " +
  "--cpuprofile= --d --e --f= --failfast --fix --fullpath --gcflags= --go= --h --help --json --l --ldflags= --list= --m --memprofile= --mod= --msan --mutexprofile= --n --o= " +
  "--outputdir= --p= --parallel= --race[=] --run= --s --short --shuffle= --skip= --t --tags= --timeout= --trace= --trimpath --u[=] --v[=] --vet= --w --work --x";
const GO_VERBS = "build|test|vet|install|generate|list|fmt|get|mod|work|clean|doc|tool|env|version|fix";
const GO: Tool = { options: GO_LOOKS, oneDashOrTwo: true, values: { "--ldflags": /^(?!.*-?ext(?:ld|ar)\b)/ } };
const CARGO: Tool = {
  options:
    "-h -j: -p: -q -r -v -F: -V --all --all-features --all-targets --allow-dirty --allow-staged --bench= --benches --bin= --bins --build --check --color= --dev --doc " +
    "--document-private-items --example= --examples --exclude= --features= --fix --frozen --future-incompat-report --help --jobs= --keep-going --lib --list --locked " +
    "--message-format= --no-default-features --no-deps --no-fail-fast --no-run --offline --open --optional --package= --profile= --quiet --release --target= --test= --tests " +
    "--timings[=] --verbose --version --workspace",
  values: { "--target": /^[\w-]+$/ },
};

/** By program; of several the first whose verbs are said. */
const TOOLS: ReadonlyMap<string, readonly Tool[]> = new Map([
  ...["docker", "podman", "nerdctl"].map((name): [string, readonly Tool[]] => [name, CONTAINERS]),
  ["docker-compose", [COMPOSE]],
  ["npm", [NPM]],
  ["pnpm", [PNPM]],
  ["yarn", [YARN]],
  ...["pytest", "py.test"].map((name): [string, readonly Tool[]] => [name, [PYTEST]]),
  [
    "go",
    [
      { ...GO, verbs: ["run"], stopsAtOperand: 1 },
      { ...GO, verbs: [GO_VERBS] },
    ],
  ],
  ["cargo", [CARGO]],
  ["composer", [COMPOSER]],
  ["cypress", [{ ...CYPRESS, verbs: ["run|open"] }]],
  [
    "deno",
    [
      { options: DENO_LOOKS, verbs: ["run|task|serve|eval|x"], stopsAtOperand: 1 },
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
      { ...SWIFT, verbs: ["run"], stopsAtOperand: 1 },
      { ...SWIFT, verbs: ["package"] },
    ],
  ],
  ["xcodebuild", [XCODE]],
  ["zig", [{ ...ZIG, verbs: ["build"] }]],
  ...CLIENTS,
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

function leavesProject(words: readonly ShellWord[], tool: Tool): boolean {
  const { options, operands, stopsAtOperand } = tool;
  const looked = words.filter(({ text }) => !SELECTS_TESTS.test(text));
  let operandsSeen = 0;
  for (let rest = tool.oneDashOrTwo ? looked.map(withTwoDashes) : looked; rest.length > 0; ) {
    const { behind, isKnown, options: given } = leadingOptions(rest, options);
    const at = behind[0] ?? rest.length;
    if (!isKnown || hasOtherValue(given, tool)) return true;
    // What stands behind two dashes is told to what it starts.
    if (rest[at - 1]?.text === "--" || rest[at] === undefined) return false;
    if (operands !== undefined && !operands.test(rest[at].text)) return true;
    if (++operandsSeen === stopsAtOperand) return false;
    rest = rest.slice(at + 1);
  }
  return false;
}

/** Whether a value is a file of another folder where only one of this may stand, or none that leaves the project alone. */
function hasOtherValue(given: ReadonlyMap<string, readonly ShellWord[]>, { own = [], values = {} }: Tool): boolean {
  const forms = [...own.map((option) => [option, OWN] as const), ...Object.entries(values)];
  return forms.some(([option, form]) => given.get(option)?.some(({ text }) => !form.test(text)));
}

const withTwoDashes = (word: ShellWord): ShellWord => ({ ...word, text: word.text.replace(/^-(?=\w)/, "--") });

/** Of xcodebuild, in one word with what they choose among the tests. */
const SELECTS_TESTS = /^-(?:only|skip)-testing:/;

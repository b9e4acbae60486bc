/**
 * What tools of a project may be told that they run it by, after their own manuals: letters of one dash, then words of two. What is on no list (a program to
 * start, a place to send to, a file of the person's, settings in its words) is asked about. `.` behind a name: with whatever stands behind a dot.
 */
const OPTIONS: readonly (readonly [programs: string, letters: string, words: string])[] = [
  [
    "vitest",
    "ruwtvh",
    "root update watch testNamePattern dir ui silent hideSkippedTests reporter outputFile. coverage coverage.enabled coverage.provider coverage.include coverage.exclude coverage.all " +
      "coverage.reporter coverage.reportsDirectory coverage.thresholds. coverage.clean coverage.reportOnFailure coverage.skipFull no-coverage mode isolate no-isolate globals dom browser. no-browser pool " +
      "no-file-parallelism fileParallelism maxWorkers minWorkers environment passWithNoTests logHeapUsage allowOnly dangerouslyIgnoreUnhandledErrors shard changed sequence. inspect inspect-brk " +
      "testTimeout hookTimeout teardownTimeout bail retry exclude expandSnapshotDiff disableConsoleIntercept typecheck typecheck.only typecheck.tsconfig typecheck.include project slowTestThreshold run " +
      "clearScreen standalone maxConcurrency no-watch no-threads threads",
  ],
  [
    "jest",
    "bcdefiotuwh",
    "bail cache no-cache changedFilesWithAncestor changedSince ci clearCache clearMocks coverage no-coverage collectCoverage collectCoverageFrom coverageDirectory coverageProvider " +
      "coverageReporters coverageThreshold detectOpenHandles detectLeaks expand errorOnDeprecated findRelatedTests forceExit json lastCommit listTests logHeapUsage maxConcurrency maxWorkers noStackTrace " +
      "onlyChanged onlyFailures outputFile passWithNoTests projects randomize reporters resetMocks restoreMocks rootDir roots runInBand runTestsByPath seed selectProjects ignoreProjects shard showConfig " +
      "showSeed testNamePattern testPathPattern testPathPatterns testPathIgnorePatterns testTimeout testMatch testRegex env testEnvironment updateSnapshot useStderr watchAll watchman no-watchman notify=false",
  ],
  [
    "mocha ava tap",
    "aAbcfghijmnrsStTuvwCRO",
    "allow-uncaught async-only bail check-leaks delay exit fail-zero forbid-only forbid-pending full-trace retries slow timeout ui diff inline-diffs reporter reporter-option reporter-options " +
      "extension file ignore exclude recursive require sort watch-files watch-ignore fgrep grep invert parallel jobs spec package match serial update-snapshots tap concurrency fail-fast",
  ],
  [
    "eslint oxlint stylelint biome",
    "cfohvADW",
    "ext global parser parser-options no-eslintrc env rule rulesdir plugin fix-dry-run fix-type ignore-path no-ignore ignore-pattern stdin stdin-filename max-warnings output-file format formatter " +
      "no-inline-config report-unused-disable-directives report-unused-disable-directives-severity cache-file cache-strategy env-info no-error-on-unmatched-pattern exit-on-fatal-error no-warn-ignored " +
      "pass-on-no-patterns print-config stats flag concurrency fix-suggestions deny-warnings tsconfig import-plugin allow-empty-input unsafe changed staged since diagnostic-level error-on-warnings " +
      "max-diagnostics reporter colors linter-enabled formatter-enabled only skip apply apply-unsafe no-errors-on-unmatched files-ignore-unknown config-path stdin-file-path log-level",
  ],
  [
    "prettier",
    "wclu",
    "list-different no-config config-precedence ignore-path stdin-filepath parser plugin tab-width use-tabs no-semi semi single-quote trailing-comma print-width prose-wrap end-of-line log-level loglevel " +
      "ignore-unknown no-error-on-unmatched-pattern cache-strategy no-editorconfig with-node-modules arrow-parens bracket-same-line no-bracket-spacing quote-props jsx-single-quote object-wrap " +
      "html-whitespace-sensitivity embedded-language-formatting find-config-path file-info support-info",
  ],
  [
    "pytest",
    "kmxvqslrcnpWhfAa",
    "maxfail lf ff nf sw stepwise stepwise-skip last-failed failed-first new-first tb durations durations-min co collect-only ignore ignore-glob deselect rootdir cov cov-report cov-config cov-branch " +
      "cov-append cov-context cov-fail-under no-cov no-cov-on-fail junitxml junit-xml junit-prefix numprocesses dist maxprocesses timeout randomly-seed strict-markers strict-config no-header no-summary " +
      "show-capture capture disable-warnings disable-pytest-warnings pythonwarnings import-mode doctest-modules doctest-glob doctest-continue-on-failure fixtures fixtures-per-test markers setup-show " +
      "setup-only setup-plan cache-clear cache-show log-level log-cli-level log-file log-file-level snapshot-update benchmark-only benchmark-skip benchmark-disable asyncio-mode reruns reruns-delay " +
      "full-trace exitfirst keyword verbosity pyargs runxfail html self-contained-html ds reuse-db create-db no-migrations hypothesis-seed hypothesis-show-statistics forked testmon looponfail showlocals " +
      "no-showlocals headed browser xfail-tb",
  ],
  [
    "tox nox",
    "eErRpqvclsktfnd",
    "recreate parallel parallel-no-spinner skip-env skip-missing-interpreters notest list listenvs sessions session tags keywords reuse-existing-virtualenvs reuse-venv no-venv no-install stop-on-first-error " +
      "error-on-missing-interpreters envlist noxfile sitepackages",
  ],
  [
    "coverage",
    "mapoidh",
    "source branch rcfile include omit parallel-mode append fail-under directory show-missing data-file precision skip-covered skip-empty format sort title concurrency context keep ignore-errors pretty-print timid",
  ],
  [
    "sphinx-build",
    "bWnEajqDdctvNTMQwP",
    "builder keep-going nitpicky fresh-env write-all jobs doctree-dir conf-dir define tag",
  ],
  [
    "phpunit phpstan",
    "cvlabh",
    "filter exclude-filter group exclude-group testsuite list-tests list-suites list-groups testdox testdox-text testdox-html coverage-text coverage-html coverage-clover coverage-xml coverage-cobertura " +
      "configuration stop-on-failure stop-on-error stop-on-defect no-coverage order-by log-junit do-not-cache-result random-order fail-on-warning fail-on-risky fail-on-notice fail-on-deprecation " +
      "display-deprecations display-warnings display-notices display-errors no-output no-progress no-configuration process-isolation cache-directory repeat bootstrap level memory-limit error-format " +
      "generate-baseline allow-empty-baseline xdebug autoload-file",
  ],
  [
    "rspec rubocop",
    "foeEtPbcpwnIrOaAxldDSCFs",
    "format out example example-matches tag pattern exclude-pattern fail-fast no-fail-fast order seed backtrace force-color profile warnings only-failures next-failure bisect failure-exit-code options tty " +
      "require autocorrect autocorrect-all auto-correct auto-correct-all lint only except parallel no-parallel fail-level display-cop-names display-style-guide display-only-fail-level-offenses " +
      "regenerate-todo auto-gen-config force-exclusion list-target-files extra-details stdin",
  ],
  [
    "rake",
    "TPDntjmvqsWAN",
    "trace tasks rules multitask jobs prereqs where describe all backtrace no-search no-system",
  ],
  [
    "dotnet",
    "cvlforthbt",
    "configuration no-build no-restore verbosity filter logger framework output nologo collect settings runtime project blame blame-hang list-tests no-incremental no-dependencies launch-profile no-launch-profile " +
      "self-contained arch os results-directory include exclude verify-no-changes severity",
  ],
  [
    "mvn mvnw gradle gradlew",
    "qoUBTeXfpxPisdnthVN",
    "batch-mode projects also-make fail-at-end fail-fast no-transfer-progress offline update-snapshots threads activate-profiles file errors tests info stacktrace full-stacktrace no-daemon parallel no-parallel " +
      "build-cache no-build-cache rerun-tasks rerun continue project-dir console warning-mode exclude-task configuration-cache no-configuration-cache max-workers profile refresh-dependencies configure-on-demand " +
      "no-rebuild project-prop daemon",
  ],
  [
    "ctest",
    "RELVNjCQ",
    "output-on-failure rerun-failed test-dir timeout repeat schedule-random preset parallel stop-on-failure no-tests progress stop-time label-regex tests-regex exclude-regex build-config show-only extra-verbose",
  ],
  [
    "cypress",
    "bCersqp",
    "spec browser headless headed config-file env reporter reporter-options project port component e2e no-exit no-runner-ui",
  ],
  [
    "next nuxt astro storybook vite webpack rollup rolldown tsup swc typedoc",
    "pHcldwofinmteDgVC",
    "port host hostname mode base outDir out-dir outdir strictPort clearScreen logLevel force sourcemap no-sourcemap minify emptyOutDir ssr ssrManifest ssr-manifest target assetsDir turbo turbopack webpack profile " +
      "no-lint env progress output-path entry devtool format input name external globals node-env analyze stats json dts clean splitting treeshake root site output out file dir input failAfterError failAfterWarnings bundleConfigAsCjs " +
      "plugin entryPoints tsconfig excludePrivate logLevel skipErrorChecking no-open no-clean quiet output-dir static-dir no-manager-cache smoke-test only extensions source-maps copy-files config-file strip-leading-paths",
  ],
  [
    "bats",
    "rfjtpTxF",
    "recursive filter filter-tags jobs tap pretty formatter timing print-output-on-failure show-output-of-passing-tests trace no-tempdir-cleanup count",
  ],
  [
    "just task",
    "lanqvpsfwdC",
    "list list-all dry summary show evaluate fmt unstable parallel exit-code variables groups list-submodules no-deps usage one",
  ],
  ["pre-commit", "avc", "all-files files hook-stage show-diff-on-failure from-ref to-ref hook-type"],
  [
    "golangci-lint staticcheck",
    "vcEDjf",
    "timeout out-format output-format enable disable enable-all disable-all enable-only new new-from-rev new-from-merge-base build-tags fast fast-only max-issues-per-linter max-same-issues issues-exit-code no-config " +
      "allow-parallel-runners allow-serial-runners path-prefix tests checks tags default show-stats concurrency go",
  ],
  [
    "pyright",
    "pwh",
    "project outputjson stats level pythonversion pythonplatform skipunannotated threads warnings verifytypes ignoreexternal dependencies",
  ],
  ["cobc", "xmcoFIOCELStTvgWEdafi2jKDPuV", "std free fixed debug list-reserved conf info save-temps"],
  [
    "rustfmt gofmt goimports",
    "lvwsdehrf",
    "edition config-path emit backup files-with-diff skip-children unstable-features local format-only srcdir cpuprofile=",
  ],
  [
    "knip",
    "cDnstfeW",
    "production include exclude dependencies exports files fix-type allow-remove-files include-entry-exports no-exit-code no-progress reporter workspace directory tsConfig max-issues cache-location include-libs performance trace dependencies format use-tsconfig-files treat-config-hints-as-errors no-config-hints",
  ],
];

/** What nearly every tool is told, and means the same by. */
const GENERAL =
  "-[vqhV]|--(?:version|help|verbose|quiet|silent|color|colour|colors|no-color|no-colors|watch|fix|check|write|diff|all|ci|debug|strict|dry-run|cache|no-cache|cache-location|cache-dir|config|format|exclude|ignore|output)";
/** Linters and formatters that start nothing and send nothing, whatever they are told. */
const STARTS_NOTHING = "tsc ruff black isort flake8 shellcheck shfmt hadolint markdownlint cloc tokei";

const escaped = (name: string): string =>
  name.replace(/\.$/, "(?:\\.[\\w.]+)?").replace(/(?<!\?:\\)(?<!\[\\w)\.(?=\w)/g, "\\.");

/** Properties that say what is built, and no program. */
const PROPERTIES: Readonly<Record<string, RegExp>> = {
  dotnet:
    /^(?:[-/]p|--property):(?:Configuration|Version|Platform|TreatWarningsAsErrors|WarningLevel|CollectCoverage|CoverletOutput|CoverletOutputFormat|Threshold|DebugType|PublishSingleFile|PublishTrimmed|TargetFramework)=[\w.,;/-]*$/,
  mvn: /^-(?:(?:pl|amd?|fae|fn|ff|rf|ntp|nsu)|D(?:skipTests|maven\.test\.skip|test|it\.test|revision|failIfNoTests|[\w.]+\.skip|spring\.profiles\.active|surefire\.[\w.]+|maven\.javadoc\.skip|maven\.compiler\.\w+)(?:=[\w.,#*!+-]*)?)$/,
};

const COMPILED: ReadonlyMap<string, RegExp> = new Map([
  ...OPTIONS.flatMap(([programs, letters, words]) => {
    const forms = new RegExp(
      `^(?:(?:${GENERAL}|--(?:${words.split(" ").map(escaped).join("|")}))(?:=.*)?|-[${letters}]+(?:\\d*|=.*))$`,
      "s",
    );
    return programs.split(" ").map((name): [string, RegExp] => [name, forms]);
  }),
  ...STARTS_NOTHING.split(" ").map((name): [string, RegExp] => [name, /^-/]),
]);

/** Names of all of them; `shell(@run-project)` covers these by their names. */
export const OWN_TOOLS = [...COMPILED.keys(), "composer-test", "tree-sitter", "dprint"].filter(
  (name) => !/^(?:dotnet|mvn|gradle)$/.test(name),
);

/** Which options a tool may be told that has no list of its own elsewhere. */
export function optionsOf(name: string): readonly RegExp[] | undefined {
  const listed = COMPILED.get(name) ?? (OWN_TOOLS.includes(name) ? ONLY_GENERAL : undefined);
  if (listed === undefined) return undefined;
  const properties = PROPERTIES[/^(?:mvnw?|gradlew?)$/.test(name) ? "mvn" : name];
  return properties === undefined ? [listed] : [listed, properties];
}

const ONLY_GENERAL = new RegExp(`^(?:${GENERAL})(?:=.*)?$`, "s");

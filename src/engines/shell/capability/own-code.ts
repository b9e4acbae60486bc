import { programName } from "../scan.ts";
import { literalWord, type ShellWord } from "../words.ts";
import { choosesAnotherProject } from "./another-project.ts";
import { optionsOf } from "./tool-options.ts";

/** Of a tool that can be told to start, load or install something else than what the project is: all that keeps it to that. */
interface Kept {
  readonly options: RegExp;
  /** What may stand without a dash, values of options among it; absent: anything. */
  readonly operands?: RegExp;
}

/** Of these names, each with or without a value behind `=`. */
const longs = (names: string): RegExp => new RegExp(`^--(?:${names.split(" ").join("|")})(?:=.*)?$`, "s");
const either = (...forms: readonly RegExp[]): RegExp => new RegExp(forms.map(({ source }) => source).join("|"), "s");
const ANY = /^-/;

/** No plug-in, specs, wrapper, other tool or file of options; of what is handed on to the linker and assembler only what names neither. */
const COMPILER: Kept = {
  options: either(
    /^-(?:[cSEsvwgPCH]|[oILlDUOgx].*|W(?![lpa],).*|std=.*|m[\w=,.+-]+|M[DMFTPQG]*|pthread|shared|static|pipe|ansi|pedantic(?:-errors)?|rdynamic|pie|no-pie|nostd\w+|nostartfiles|include|isystem.*|iquote.*|save-temps.*|dump\w+|print-.*)$/,
    /^-f(?!plugin|pass-plugin|use-ld|load)[\w-]+(?:=[\w.,+-]*)?$/,
    /^-Wl,(?:-rpath,.*|-z,\w+|--(?:no-)?as-needed|--gc-sections|-Map[=,].*|-soname,.*|-[oOsSx].*|--start-group|--end-group|-Bstatic|-Bdynamic)$/,
    /^-W[ap],-(?:a\w*=.*|D.*|M.*)$/,
    longs("version help std verbose target sysroot coverage"),
  ),
  operands: /^(?!@)/,
};
const GOAL = /^(?!@)(?!(?:un)?install(?:$|[-_./]))/;
const RUSTC =
  "(?:opt-level|debuginfo|debug-assertions|target-cpu|target-feature|lto|panic|codegen-units|strip|overflow-checks)";

const KEPT: readonly (readonly [programs: string, kept: Kept])[] = [
  ["gcc g++ clang cc", COMPILER],
  [
    "javac",
    {
      options: either(
        /^-(?:d|h|s|cp|classpath|sourcepath|source|target|g.*|nowarn|parameters|verbose|encoding|Xlint.*|Xdoclint.*|Xdiags.*|Werror|proc:none|deprecation|version|help)$/,
        longs(
          "release class-path module-path module-source-path add-modules module source target version help enable-preview",
        ),
      ),
      operands: /^(?!@)/,
    },
  ],
  [
    "rustc",
    {
      options: either(
        /^-(?:[gOvC]|o|L.*|l.*|[AWD].*)$/,
        new RegExp(`^-C${RUSTC}(?:=[\\w.,+-]*)?$`),
        longs(
          "edition crate-type crate-name test emit out-dir target cfg extern version explain cap-lints print error-format color",
        ),
      ),
      operands: new RegExp(`^(?![@-])(?:[^=]*|${RUSTC}=[\\w.,+-]*|\\w+="?[\\w./+-]*"?)$(?<!^(?:linker|link-).*)`),
    },
  ],
  [
    "pylint",
    {
      options: either(
        /^-(?:[dejrfvE].*|[sh])$/,
        longs(
          "rcfile disable enable jobs output-format output reports score errors-only recursive ignore ignore-paths ignore-patterns max-line-length fail-under fail-on msg-template " +
            "py-version exit-zero source-roots verbose version help",
        ),
      ),
    },
  ],
  [
    "mypy",
    {
      options: either(
        /^-(?:[pmvh]|-(?:strict|no|show|disallow|warn|allow|hide|enable|disable|follow)-[\w-]+(?:=.*)?)$/,
        longs(
          "strict config-file ignore-missing-imports pretty check-untyped-defs exclude python-version platform package module explicit-package-bases namespace-packages " +
            "cache-dir incremental implicit-optional extra-checks html-report txt-report xml-report junit-xml cobertura-xml-report scripts-are-modules local-partial-types " +
            "sqlite-cache verbose version help",
        ),
      ),
    },
  ],
  [
    "make gmake",
    {
      options: either(
        /^-(?:[BehiknpqrsStvw]+|[jl][\d.]*|k?sj\d*|[CfoW].*)$/,
        longs(
          "jobs silent quiet keep-going dry-run just-print always-make directory file makefile no-print-directory print-directory output-sync question touch trace " +
            "warn-undefined-variables load-average max-load environment-overrides ignore-errors no-builtin-rules debug version help",
        ),
      ),
      // A variable may name a program, and hold what a shell or make itself carries out.
      operands: either(
        new RegExp(`${GOAL.source}[^=]*$`),
        /^(?!SHELL=|\.SHELLFLAGS=|MAKE\w*=|GNUMAKEFLAGS=|(?:CC|CXX|CPP|LD|AR|AS|RM|FC|INSTALL)=)[\w.-]+[:+?]?=[^`$;|&<>\n]*$/,
        /^(?:CC|CXX)=(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-\d+)?$/,
      ),
    },
  ],
  ["ninja", { options: /^-(?:[nvdtwkjl]\d*|C.*|f.*|-(?:version|verbose|quiet))$/, operands: GOAL }],
  [
    "cmake",
    {
      options: either(
        /^-(?:[SBGATjvNWLU].*|D|D(?!CMAKE_\w*(?:COMPILER|LAUNCHER|PROGRAM|TOOLCHAIN|LINKER|RULE|COMMAND|INCLUDE)).*)$/,
        longs("build parallel config target preset fresh clean-first verbose list-presets log-level version help"),
      ),
      operands: new RegExp(
        `${GOAL.source}(?!CMAKE_\\w*(?:COMPILER|LAUNCHER|PROGRAM|TOOLCHAIN|LINKER|RULE|COMMAND|INCLUDE))`,
      ),
    },
  ],
  [
    "meson",
    {
      options: /^(?!--?(?:wrapper|gdb))-/,
      operands: new RegExp(`${GOAL.source}(?!(?:devenv|subprojects|wrap|rewrite|init|env2mfile)$)`),
    },
  ],
  [
    "sbt",
    {
      options: /^-(?:v|-version|-client|-error|-warn)$/,
      operands: /^(?![!;@])(?!(?:eval|set|shell|project|publish\w*)\b)[^!;]*$/,
    },
  ],
  [
    "esbuild",
    {
      options:
        /^--(?:(?:external|loader|define|alias|banner|footer|inject|drop|pure|supported|out-extension|log-override):.*|(?:bundle|minify[\w-]*|sourcemap|sources-content|outfile|outdir|outbase|platform|target|format|watch|splitting|tsconfig|packages|jsx[\w-]*|log-level|log-limit|metafile|analyze|entry-names|chunk-names|asset-names|tree-shaking|keep-names|global-name|public-path|charset|main-fields|conditions|allow-overwrite|legal-comments|resolve-extensions|color|version|help)(?:=.*)?)$/s,
    },
  ],
  // Accounts, other machines, what is fetched and generated is other work than that of the project.
  [
    "playwright",
    {
      options: ANY,
      operands: /^(?!(?:install|install-deps|uninstall|open|codegen|cr|ff|wk|pdf|screenshot|run-server|init-agents)$)/,
    },
  ],
  [
    "turbo",
    {
      options: /^--?(?!api\b|token\b|team\b|login\b|cache-dir\b|remote-|cwd\b)/,
      operands: /^(?!(?:login|logout|link|unlink|gen|generate|telemetry|daemon)$)/,
    },
  ],
  [
    "nx",
    {
      options: /^(?!--command\b)-/,
      operands:
        /^(?!(?:run-commands|connect\S*|login|logout|migrate|add|import|init|release|generate|g|view-logs|exec)$)/,
    },
  ],
  [
    "c8 nyc",
    {
      options: longs(
        "reporter reports-dir report-dir all check-coverage lines branches functions statements include exclude per-file clean silent temp-dir skip-full src 100 version help",
      ),
    },
  ],
];
const TABLE: ReadonlyMap<string, Kept> = new Map(
  KEPT.flatMap(([programs, kept]) => programs.split(" ").map((name): [string, Kept] => [name, kept])),
);

/** Whether a tool is told nothing but how to go about the project's own work; also as a module of Python, or by npx. */
export function keepsToProject(name: string, words: readonly ShellWord[]): boolean {
  const inner = startedBy(name, words);
  if (inner !== undefined) return keepsToProject(programName(inner.program), inner.words);
  if (!GIVEN_SOURCE.test(name) && words.some(isStream)) return false;
  if (/^(?:ba|da|k|z)?sh$/.test(name) && words.some(({ text }) => /^-\w*s/.test(text))) return false;
  const kept = keptOf(name);
  if (kept === undefined) return !goesElsewhere(name, words);
  const told = words.findIndex(({ text }) => text === "--");
  const own = told < 0 || /^(?:gcc|make|gmake|ninja|cmake)$/.test(name) ? words : words.slice(0, told);
  if (OTHER_WORK.test(own.find(({ text }) => !text.startsWith("-"))?.text ?? "")) return false;
  return own.every(
    ({ text }) =>
      text === "--" || text === "-" || (text.startsWith("-") ? kept.options : (kept.operands ?? /^/)).test(text),
  );
}

/** What is handed to a program by the line itself is no code of the project: `ninja -f /dev/stdin`, `python3 - a.py`. */
const IS_STREAM = /^(?:-|-[a-zA-Z]-|.*=-|(?:.*[=,:]|-[a-zA-Z])?\/(?:dev\/(?!null$)|proc\/).*)$/s;
export const isStream = ({ text }: ShellWord): boolean => IS_STREAM.test(text);
/** These take a source that way, and do with it what they do with a file. */
const GIVEN_SOURCE =
  /^(?:prettier|eslint|biome|black|ruff|isort|flake8|pylint|rustfmt|gofmt|goimports|shfmt|stylelint|shellcheck|hadolint|rubocop|gcc|g\+\+|clang|cc)$/;
/** Accounts, other machines, and what is fetched or set up. */
const OTHER_WORK =
  /^(?:login|logout|add|init|publish|push|submit|upgrade|self|telemetry|eject|deploy|release|try-repo|autoupdate|install|uninstall|open|custom)$/;

/** By its own entry, or by the list of its options. Settings in its words, and files of words, are more than options. */
function keptOf(name: string): Kept | undefined {
  const options = optionsOf(name);
  return TABLE.get(name) ?? (options && { options: either(...options), operands: /^(?!@|\{)(?!\w+=[^/]*[`$;|&<>])/ });
}

function goesElsewhere(name: string, words: readonly ShellWord[]): boolean {
  const verbs = words.filter(({ text }) => !/^[-+]/.test(text)).map(({ text }) => text);
  if (name === "cargo") return verbs[1] === "self" || choosesAnotherProject(name, [literalWord(name), ...words]);
  if (name === "bun" && verbs[0] === "exec") return true;
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name))
    return !isOfScripts(name, words) || (verbs[0] === "pack" && verbs.length > 1);
  return false;
}

/** Options of those that run scripts of a project; behind the name of a script they are the script's own, but for npm. */
const OF_SCRIPTS = longs(
  "workspace workspaces if-present include-workspace-root silent prefix filter dir cwd recursive parallel stream loglevel ignore-scripts foreground-scripts workspace-concurrency sort no-sort no-bail aggregate-output color no-color json verbose quiet bun smol hot watch coverage bail timeout test-name-pattern update-snapshots run no-cache passWithNoTests production",
);
function isOfScripts(name: string, words: readonly ShellWord[]): boolean {
  const end = words.findIndex(({ text }) => text === "--");
  const own = end < 0 ? words : words.slice(0, end);
  const at = own.findIndex(({ text }) => !text.startsWith("-"));
  const script = /^(?:run|run-script|exec)$/.test(own[at]?.text ?? "") ? at + 1 : at;
  const told = name === "npm" ? own : own.slice(0, script < 0 ? own.length : script + 1);
  return told.every(
    ({ text }) => !text.startsWith("-") || OF_SCRIPTS.test(text) || /^-(?:s|w|ws|F|C|r|q|t|u)$/.test(text),
  );
}

function startedBy(name: string, words: readonly ShellWord[]) {
  const inner = /^(?:bundle|poetry|pdm|pipenv|uv|hatch)$/.test(name)
    ? words.findIndex(({ text }) => /^(?:run|exec)$/.test(text))
    : -1;
  if (inner >= 0) return behindRunner(words.slice(inner + 1));
  const isPython = /^python[\d.]*$/.test(name);
  if (!isPython && !/^(?:npx|bunx)$/.test(name)) return undefined;
  const at = isPython
    ? words.findIndex(({ text }) => text === "-m") + 1
    : words.findIndex(({ text }) => !/^-/.test(text));
  const program = isPython && at === 0 ? undefined : words[at];
  return program && { program, words: words.slice(at + 1) };
}

/** `uv run --frozen pytest`; undefined where it is told to bring something along. */
function behindRunner(words: readonly ShellWord[]) {
  const at = words.findIndex(({ text }) => !text.startsWith("-"));
  const [program] = words.slice(at);
  const isPlain = words
    .slice(0, Math.max(0, at))
    .every(({ text }) =>
      /^(?:-q|-v|--(?:frozen|locked|no-sync|no-dev|all-extras|all-groups|offline|quiet|verbose|no-cache|exact|active)|--(?:extra|group)=[\w-]+)$/.test(
        text,
      ),
    );
  const given = words.slice(at + 1);
  return at >= 0 && program !== undefined && isPlain && isOwnTool(program.text, given)
    ? { program, words: given }
    : SELF;
}

/** What a runner is asked about for. */
const SELF = { program: literalWord("cargo"), words: [literalWord("nextest"), literalWord("self")] };

/** A tool that is known, a file of the project, or an interpreter that is given one of either. */
const isOwnTool = (name: string, [first]: readonly ShellWord[]): boolean =>
  keptOf(name) !== undefined ||
  /^(?:rails|jekyll|alembic|flask|uvicorn|gunicorn|celery|streamlit|manage\.py)$/.test(name) ||
  /^(?![a-z]+:)[\w./-]+\.\w+$/.test(name) ||
  (/^(?:python[\d.]*|node|ruby|php)$/.test(name) && /^(?:-m|[^-].*)$/.test(first?.text ?? ""));

import { programName } from "../scan.ts";
import { literalWord, type ShellWord } from "../words.ts";
import { choosesAnotherProject } from "./another-project.ts";

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
  ["meson", { options: ANY, operands: GOAL }],
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
      options: ANY,
      operands: /^(?!(?:connect\S*|login|logout|migrate|add|import|init|release|generate|g|view-logs|exec)$)/,
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
  const kept = TABLE.get(name);
  if (kept === undefined) return name !== "cargo" || !choosesAnotherProject(name, [literalWord(name), ...words]);
  const told = words.findIndex(({ text }) => text === "--");
  const own = told < 0 || /^(?:gcc|make|gmake|ninja|cmake)$/.test(name) ? words : words.slice(0, told);
  return own.every(
    ({ text }) =>
      text === "--" || text === "-" || (text.startsWith("-") ? kept.options : (kept.operands ?? /^/)).test(text),
  );
}

function startedBy(name: string, words: readonly ShellWord[]) {
  const isPython = /^python[\d.]*$/.test(name);
  if (!isPython && !/^(?:npx|bunx)$/.test(name)) return undefined;
  const at = isPython
    ? words.findIndex(({ text }) => text === "-m") + 1
    : words.findIndex(({ text }) => !/^-/.test(text));
  const program = isPython && at === 0 ? undefined : words[at];
  return program && { program, words: words.slice(at + 1) };
}

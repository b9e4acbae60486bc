import { isLiteral, type ShellWord } from "../words.ts";

/** Programs, and the words after which they tell of themselves. */
type Row = readonly [programs: string, words: RegExp];

const VERSION = /^--version$/;
const OF_PROCESS = String.raw`process\.(?:version|versions|arch|platform|execPath|release|features)(?:\.\w+)*`;

/**
 * What tells of programs where a sandbox lets them only look: they ask their makers for news, look for settings or evaluate what the line
 * says, which comes to nothing there. What would not work there, or would say another thing than outside, is left out, as is what loads
 * plugins or settings of the folder before it answers (pnpm, flake8, tox, ansible, packer), and `require` of a file, which runs what has its name.
 */
const TELLS_THERE: readonly Row[] = [
  ["node nodejs", new RegExp(String.raw`^(?:--help|(?:-p|--print|-pe) (?:[\d ()+*/.-]+|${OF_PROCESS}))$`)],
  ["npm", /^(?:config get [a-z-]+|pkg get(?: [\w.-]+)*)$/],
  ["npx corepack", /^(?:--version|-v)$/],
  ["yarn", /^(?:--version|-v)$/],
  [
    "python python3",
    /^-c import sys; ?print\(sys\.(?:version|version_info|executable|prefix|path|platform|maxsize|byteorder)\)$/,
  ],

  ["poetry uv ruff mypy black eslint prettier pipx pylint isort nox", VERSION],
  ["pyenv rbenv nodenv goenv", /^(?:--version|root|versions?(?: --bare)?|which [\w.-]+)$/],
  ["mvn", /^(?:--version|-version|-v)$/],
  ["ant kotlin", /^-version$/],
  ["groovy jar jshell clang-format clang-tidy meson ctest gdb lldb valgrind ld nm objdump", VERSION],
  ["gcc g++ cc clang clang++", /^-(?:dumpversion|dumpfullversion|dumpmachine|print-search-dirs|print-sysroot)$/],
  [
    "pkg-config pkgconf",
    /^(?:--(?:modversion|exists|cflags|libs|static|print-errors|list-all)(?: |$))+(?:[\w.+-]+(?: |$))*$/,
  ],
  ["go", /^(?:env(?: -json| -changed)?(?: [A-Z]\w*)*|help(?: [\w.-]+)*)$/],
  ["rustc", /^(?:-vV|--print(?: |=)(?:sysroot|cfg|target-list|host-tuple|target-libdir))$/],
  ["docker", /^compose version(?: --short)?$/],
  ["docker-compose", /^(?:--version|-v|version(?: --short)?)$/],
  ["kubectl argocd", /^version --client(?:=true)?(?: --short| (?:-o |-o|--output=)(?:json|yaml))*$/],
  ["helm", /^version(?: --short| --client)*$/],
  ["minikube kind kustomize eksctl skaffold k9s pulumi zig", /^version$/],
  ["terraform tofu", /^(?:--version|-version|-v|version)(?: -json)?$/],
  ["vault consul glab cdk stern flux", VERSION],
  ["dotnet", /^--(?:list-(?:sdks|runtimes)|info)$/],
  ["php", /^(?:-m|-i|--ini)$/],
  ["gem", /^env(?:ironment)?(?: \w+)?$/],
  ["ocaml ocamlc", /^-version$/],
  ["dart nim crystal stack cabal redis-server mongosh pg_ctl postgres mysqld", VERSION],
  ["pg_config", /^--[a-z-]+$/],
  ["openssl", /^version(?: -[a-z])*$/],
  ["nginx httpd apache2", /^-[vV]$/],
  ["strace", /^-V$/],
  [
    "apt",
    /^(?:list(?: --(?:installed|upgradable|all-versions|manual-installed)| [\w.+-]+)*|(?:show|policy)(?: [\w.+-]+)+)$/,
  ],
  ["apt-cache", /^(?:policy|show|depends|rdepends|madison)(?: [\w.+-]+)*$/],
  // Views and triggers of the database are told, and not evaluated.
  ["sqlite3", /^(?:-readonly )?(?![-/])(?!.*\.\.\/)[\w./-]+ \.(?:tables|schema|databases|indexes)(?: \w+)?$/],
];

/** Whether words have a program tell of itself, and nothing else. */
export function tellsThere(program: string, words: readonly ShellWord[]): boolean {
  const said = words.map(({ text }) => text).join(" ");
  return (
    words.every((word) => isLiteral(word) && !word.glob) &&
    TELLS_THERE.some(([programs, told]) => programs.split(" ").includes(program) && told.test(said))
  );
}

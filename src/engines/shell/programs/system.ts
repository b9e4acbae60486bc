import { assignmentIn } from "../scan.ts";
import { belongsToLine } from "../starts/sensitive-names.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { isInertAssignment } from "./inert-variables.ts";
import { acceptAll, type Reader, type ReaderTable, refuse, refuseOther } from "./reader.ts";
import { VERSION_WORDS } from "./version-words.ts";

const PUBLIC_VARIABLES = new Set(
  "PATH HOME USER LOGNAME SHELL LANG LC_ALL TERM PWD OLDPWD TZ HOSTNAME SHLVL EDITOR VISUAL PAGER TMPDIR NODE_ENV CI".split(
    " ",
  ),
);

const names: Reader = { options: "-as --all", operands: "text" };
const listsPackages =
  (...subcommands: readonly string[]): Reader =>
  (words) => {
    if (words.length === 1 && /^(--version|-V|-v)$/.test(words[0]?.text ?? "")) return acceptAll(words);
    const isListed =
      subcommands.includes(words[0]?.text ?? "") &&
      words.slice(1).every((word) => isLiteral(word) && PACKAGE_WORD.test(word.text));
    // Some run what the project says, others ask a registry: what is said must be true of each.
    return isListed ? acceptAll(words) : refuseOther("it is not known to only read");
  };
/** A package name, or an option of a list that changes only what is shown; `--outdated` asks the net. */
const PACKAGE_WORD =
  /^(@?[A-Za-z0-9][\w.@/+-]*|--(depth=\d+|all|json|long|parseable|global|prod|dev|format=\w+|user|local|not-required|installed|columns)|-[agl])$/;

/** Harmless questions to the system, and the shell's builtins that only tell. */
export const SYSTEM: ReaderTable = {
  ...VERSION_WORDS,
  uname: {
    options:
      "-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system",
    operands: "none",
  },
  whoami: { options: "", operands: "none" },
  id: { options: "-ugnGrzp --user --group --groups --name --real --zero", operands: "text" },
  groups: { options: "", operands: "text" },
  hostname: { options: "-s --short", operands: "none" },
  arch: { options: "", operands: "none" },
  nproc: { options: "--all --ignore=", operands: "none" },
  uptime: { options: "-ps --pretty --since", operands: "none" },
  free: { options: "-bkmghtlwv --human --mega --giga --total --wide", operands: "none" },
  who: { options: "-abdHlmpqrstTuw", operands: "none" },
  users: { options: "", operands: "none" },
  vmstat: { options: "-aDdfmnstw", operands: "text" },
  lsb_release: { options: "-aidcrs --all --id --description --codename --release --short", operands: "none" },
  tput: {
    options: "",
    operands: "text",
    check: (use) =>
      /^(cols|lines|colors)$/.test(use.operands[0]?.text ?? "") ? undefined : "it may change the terminal",
  },
  tty: { options: "-s", operands: "none" },
  logname: { options: "", operands: "none" },
  lscpu: { options: "-aebcpJ --json --all", operands: "none" },
  locale: { options: "-akcm --all-locales", operands: "text" },
  getconf: { options: "-a", operands: "text" },
  cal: { options: "-13jmswy", operands: "text" },
  sw_vers: { options: "-productVersion -productName -buildVersion", operands: "none" },
  which: names,
  where: names,
  whereis: { options: "-bms", operands: "text" },
  type: { options: "-afptP", operands: "text" },
  // Without -v or -V it is a wrapper.
  command: (words) =>
    /^-[vV]+$/.test(words[0]?.text ?? "") && words.slice(1).every(isLiteral)
      ? acceptAll(words)
      : refuse("it starts what follows"),
  hash: {
    options: "-t",
    operands: "text",
    check: (use) =>
      use.operands.length === 0 || use.options.has("-t") ? undefined : "it changes where a name is looked up",
  },
  help: { options: "-dms", operands: "text" },
  cd: {
    options: "-LPe@",
    operands: "paths",
    operandsMax: 1,
    check: (use) => (use.operands[0]?.text === "-" ? "the folder before is not known" : undefined),
  },
  pushd: {
    options: "",
    operands: "paths",
    operandsMin: 1,
    operandsMax: 1,
    check: (use) => (/^[-+]/.test(use.operands[0]?.text ?? "") ? "which folder it goes to is not known" : undefined),
  },
  popd: { options: "", operands: "none" },
  // How the shell goes on after a failure, and what it tells of itself.
  set: (words) =>
    words.length > 0 &&
    words.every((word) => isLiteral(word) && /^[-+][eux]*o?$|^(?:pipefail|errexit|nounset|xtrace)$/.test(word.text))
      ? acceptAll(words)
      : refuse("it changes how the shell reads what follows"),
  dirs: { options: "-lpv", operands: "none" },
  jobs: { options: "-lnprs", operands: "text" },
  wait: {
    options: "",
    operands: "text",
    check: (use) =>
      use.operands.every((word) => /^(\d+|%\d+)$/.test(word.text)) ? undefined : "it waits for something unknown",
  },
  exit: { options: "", operands: "text", operandsMax: 1 },
  return: { options: "", operands: "text", operandsMax: 1 },
  break: { options: "", operands: "text", operandsMax: 1 },
  continue: { options: "", operands: "text", operandsMax: 1 },
  umask: { options: "-S", operands: "none" },
  ulimit: { options: "-aHS", operands: "none" },
  alias: {
    options: "-p",
    operands: "text",
    check: (use) =>
      use.operands.some((word) => word.text.includes("=")) ? "it changes what a later word means" : undefined,
  },
  ps: readProcesses,
  printenv: (words) =>
    words.length > 0 && words.every((word) => PUBLIC_VARIABLES.has(word.text))
      ? acceptAll(words)
      : refuse("it prints the environment, secrets included"),
  export: (words) => inertAssignments(words),
  // It gives the line's own names what it reads.
  read: {
    options: "-rs -d: -n: -N:",
    operands: "text",
    operandsMin: 1,
    check: ({ operands }) =>
      operands.every(({ text }) => belongsToLine(text)) ? undefined : "it sets a variable that programs see",
  },
  npm: listsPackages("ls", "list", "ll", "root", "prefix"),
  pip: listsPackages("list", "show", "freeze"),
  pip3: listsPackages("list", "show", "freeze"),
  gem: listsPackages("list", "which"),
  dpkg: {
    options: "-lLsS --list --listfiles --status --print-architecture",
    operands: "text",
    check: (use) => (use.options.size > 0 ? undefined : "dpkg without a query"),
  },
  rpm: {
    options: "-qail --query --all --info --list",
    operands: "text",
    // Before it `-i` installs.
    check: ({ options: [first] }) => (/^(?:-q|--query)$/.test(first?.[0] ?? "") ? undefined : "rpm without a query"),
  },
};

/**
 * The usual spellings, each in one style. `ps` reads all of its words again in the style of BSD where one does not fit, and there `e` shows
 * the environment of processes: no word of the other style stands beside them.
 */
const PS_LONG = /^--(?:forest|no-headers|sort=[\w,+-]+|cols=\d+)$/;
const PS_SYSTEM_V = /^-(?:e|A|ef|Af|eF|elf|efl|ely|eLf|efH|eH|ejH|f|l|fl|F|[poCuU]|e?f?o)$/;
const PS_BSD = /^(?:a?u?x|-?aux)(?:f|w|ww)?$/;
function readProcesses(words: readonly ShellWord[]): ReturnType<typeof refuse> {
  const style = words.some(({ text }) => PS_BSD.test(text)) ? PS_BSD : PS_SYSTEM_V;
  let expectsValue = false;
  for (const word of words) {
    if (!isLiteral(word)) return refuse("ps has a word that is not known before it runs");
    if (expectsValue) {
      if (/^-|environ|\benv\b/.test(word.text)) return refuse("it prints the environment of processes");
      expectsValue = false;
    } else if (!style.test(word.text) && !PS_LONG.test(word.text))
      return refuse(`${word.text} may show the environment of processes`, word.text);
    else expectsValue = /^-(?:[poCuU]|e?f?o)$/.test(word.text);
  }
  return acceptAll(words);
}

function inertAssignments(words: readonly ShellWord[]): ReturnType<typeof refuse> {
  const isInert =
    words.length > 0 &&
    words.every((word) => {
      const [set] = assignmentIn(word);
      return set !== undefined && isInertAssignment(set.name, set.value);
    });
  return isInert ? acceptAll(words) : refuse("it changes or prints the environment");
}

import { type Danger, type DangerContext, hidden } from "../dangers/danger.ts";
import { optionValues, programName, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** What ends everything that runs, or takes from the system or its owner what no folder keeps: asked for in every mode. */
export function endingFloor(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (words.some(({ text }) => REHEARSES.test(text))) return undefined;
  const check = Object.hasOwn(ENDINGS, name) ? ENDINGS[name] : undefined;
  const why = check?.(words, context);
  return why === undefined ? undefined : hidden(why);
}

const REHEARSES = /^(?:--dry-run|--simulate|--just-print|--assumeno|--no-act|--help|--version|--print)$/;

type Ending = (words: readonly ShellWord[], context: DangerContext) => string | undefined;
const each = (names: string, ending: Ending): readonly (readonly [string, Ending])[] =>
  names.split(" ").map((name) => [name, ending]);
const saying =
  (pattern: RegExp, why: string): Ending =>
  (words) =>
    words.some(({ text }) => pattern.test(text)) ? why : undefined;

const PACKAGES = "it removes packages of the system, with all that needs them";
const STOPS_MACHINE = "it stops the machine";
const STOPS_ALL = "it may stop every process, or those that the system needs";

const ENDINGS: Readonly<Record<string, Ending>> = Object.fromEntries([
  ...each(
    "apt apt-get aptitude dnf dnf5 yum microdnf tdnf zypper apk snap swupd slackpkg urpme eopkg pkg pkg_delete",
    saying(/^(?:remove|purge|autoremove|autopurge|erase|uninstall|del|delete|rm|--auto-remove|--purge)$/, PACKAGES),
  ),
  ...each("dpkg", saying(/^(?:-r|-P|--remove|--purge)$/, PACKAGES)),
  ...each("rpm", saying(/^(?:-e\w*|--erase)$/, PACKAGES)),
  ...each("pacman yay paru", saying(/^(?:-R\w*|--remove)$/, PACKAGES)),
  ...each(
    "xbps-remove emerge",
    saying(/^(?!-p$|--pretend$|xbps)(?:-C|--unmerge|-c|--depclean|[a-z][\w.+-]*)$/, PACKAGES),
  ),
  ...each("pip pip3", systemPip),
  ...each("python python3", (words) => {
    const at = words.findIndex(({ text }) => text === "pip");
    return at > 0 && words[at - 1]?.text === "-m" ? systemPip(words.slice(at + 1)) : undefined;
  }),
  ...each("kill", everyProcess),
  ...each("pkill killall skill pgrep-kill", everyName),
  ...each("killall5", () => STOPS_ALL),
  ...each(
    "loginctl",
    saying(/^(?:terminate|kill)-(?:user|session|seat)$/, "it ends a whole login with all that runs in it"),
  ),
  ...each("shutdown", (words) => (words.some(({ text }) => text === "-c") ? undefined : STOPS_MACHINE)),
  ...each("reboot halt poweroff", () => STOPS_MACHINE),
  ...each("kexec", saying(/^(?:-\w*e\w*|--exec|-f|--force)$/, STOPS_MACHINE)),
  ...each("init telinit", saying(/^[016sS]$/, STOPS_MACHINE)),
  ...each(
    "systemctl",
    saying(/^(?:reboot|poweroff|halt|kexec|soft-reboot|rescue|emergency|isolate|suspend|hibernate)$/, STOPS_MACHINE),
  ),
]);

/** Outside of an environment of its own only where it is told so. */
function systemPip(words: readonly ShellWord[]): string | undefined {
  const isTold = words.some(({ text }) => /^--(?:break-system-packages|root(?:=.*)?|prefix(?:=.*)?)$/.test(text));
  return isTold && words.some(({ text }) => text === "uninstall") ? PACKAGES : undefined;
}

/** Whether a line puts something in the place of every scheduled job, or removes them, without having listed them. */
function losesScheduledJobs(line: string, [program, ...words]: readonly ShellWord[]): boolean {
  if (program === undefined) return false;
  if (programName(program) !== "crontab") return !SPEAKS_OF.test(programName(program)) && startsRemoval(words);
  const { shorts } = scan(words);
  if (shorts.has("r")) return true;
  return !shorts.has("l") && !shorts.has("e") && !/\bcrontab\b[^|;&]*\s-\w*l/.test(line);
}

const SPEAKS_OF = /^(?:[efz]?grep|rg|ag|ack|echo|printf|man|git)$/;
/** `zz-run --level 3 crontab -r`: whatever the program is that may start it. */
const startsRemoval = (words: readonly ShellWord[]): boolean =>
  words.some(
    ({ text }, at) => at > 0 && /^-[a-z]*r/.test(text) && programName(words[at - 1] as ShellWord) === "crontab",
  );

function everyProcess(words: readonly ShellWord[]): string | undefined {
  const values = optionValues(words, "-s", "-n", "--signal");
  const given = words.filter((word) => !values.includes(word) && !/^(?:--|-[sn]|--signal.*)$/.test(word.text));
  const isSignal = words[0] === given[0] && /^-\w+$/.test(given[0]?.text ?? "");
  const targets = isSignal && given.length > 1 ? given.slice(1) : values.length > 0 ? given : isSignal ? [] : given;
  return targets.some(({ text }) => /^-?1$/.test(text)) ? STOPS_ALL : undefined;
}

/** A list of processes from which nothing is picked by a word. */
function listsEveryProcess(source: string): boolean {
  if (!/\b(?:ps|pgrep|top|ls\s+\/proc)\b|\/proc\/\*?/.test(source)) return false;
  const picked =
    /\b(?:[ef]?grep|rg)\b(?!\s+-\w*v)[^|]*\w{2}|\bps\b[^|]*\s(?:-C|-p|--pid|--ppid)\b|awk[^|]*\/[^/|]*\w{2}/;
  const found = /\bpgrep\b([^|)]*)/.exec(source)?.[1];
  return found === undefined ? !picked.test(source) : !found.split(/\s+/).some(isNarrowName);
}

/** A pattern that says which program is meant. */
const isNarrowName = (text: string): boolean =>
  !text.startsWith("-") && /\w{2}/.test(text.replace(/\\[a-z]|\[[^\]]*\]/g, ""));
const NEEDED = /^(?:init|systemd|launchd|sshd|dbus-daemon|kthreadd|login|bash|sh|zsh)$/;

function everyName(words: readonly ShellWord[]): string | undefined {
  const valued = optionValues(
    words,
    "-s",
    "--signal",
    "-u",
    "-U",
    "-g",
    "-G",
    "-P",
    "-t",
    "--uid",
    "--user",
    "-o",
    "-y",
  );
  const { operands } = scan(words);
  const names = operands.filter((word) => !valued.includes(word));
  const isInverse = words.some(({ text }) => /^(?:-v|--inverse|-\w*v)$/.test(text));
  const isUsed = words.length > 0 && !words.every(({ text }) => /^(?:-l|--list|-V)$/.test(text));
  const isVague =
    names.length === 0
      ? words.some(({ text }) => /^-[uUgG]|^--(?:u|e?uid|user)/.test(text)) || operands.length === 0
      : names.some((name) => isLiteral(name) && (!isNarrowName(name.text) || NEEDED.test(name.text)));
  return isUsed && (isInverse || isVague) ? STOPS_ALL : undefined;
}

/** Why a line must not run unasked that ends what no folder keeps: all processes that it lists, or every scheduled job. */
export function endsAll(line: string, started: readonly (readonly ShellWord[])[]): string | undefined {
  const endsListed = started.some(
    ([program, ...words]) =>
      program !== undefined && programName(program) === "kill" && words.some((word) => word.isComputed),
  );
  if (endsListed && listsEveryProcess(line)) return STOPS_ALL;
  if (started.some((words) => losesScheduledJobs(line, words))) return "it replaces or removes every scheduled job";
  return ENDLESS_STARTS.test(line) ? "it starts processes without end" : undefined;
}

/** `yes | xargs -P0 …`. */
const ENDLESS_STARTS =
  /\b(?:yes\b|cat\s+\/dev\/zero|seq\s+\d{6,})[^|]*\|\s*(?:xargs|parallel)\b[^|]*(?:-P\s*0|-j\s*0|--max-procs[= ]0)/;

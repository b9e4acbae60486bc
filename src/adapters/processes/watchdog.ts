import { type ChildProcess, spawn } from "node:child_process";
import { MARK, markDigits } from "../command-mark.ts";

/** Ends the groups of commands when this process dies in whatever way, a SIGKILL included. */
export interface Watchdog {
  /** A command begins; to be called before it does. Starts what watches, if it does not run yet. */
  expect(): void;
  /** A group; or the first process of a namespace of processes, where one is named. */
  watch(id: number, namespace?: number): void;
  forget(id: number, namespace?: number): void;
  close(): void;
}

/** Most often the next command follows, and waking the watchdog once is enough. */
const FORGET_MS = 100;

/**
 * Where looks of this process are noted it says at the end when all was over: what was changed later is nobody's of here.
 * Reads `?` of a command that begins, `+ GROUP` and `- GROUP`, where a group may be the first process of a namespace (`ID:NAMESPACE`); the
 * end of its input means that the agent is gone. Then every group that is left is ended, and with it whoever carries the mark of this session. A command that had begun, whose group the
 * agent did not live to tell, is found by its mark alone, which it has only once its program is loaded: so it is looked for
 * twice. A group that is not in the list is left alone: taking it out would double the list, and the shell with it.
 */
const SCRIPT = `
groups=" "
begins=
trap '' HUP INT TERM
end_marked() {
  for file in $(grep -lsa "$1" /proc/[0-9]*/environ; grep -ls "^Max file locks *$2[0-9]* " /proc/[0-9]*/limits); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/*}"
  done
}
note_end() {
  for note in "\${1%.ended}".*.json; do
    [ -n "$1" ] && [ -e "$note" ] && : >"$1"
    break
  done
}
while read -r verb group; do
  case $verb in
    '?') begins=1 ;;
    +) groups="$groups$group " begins= ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
[ "$groups$begins" = " " ] && note_end "$3" && exit
for group in $groups; do
  case $group in
    *:*) [ "$(readlink "/proc/\${group%:*}/ns/pid")" = "pid:[\${group#*:}]" ] && kill -KILL "\${group%:*}" ;;
    *) kill -KILL -- "-$group" ;;
  esac
done
end_marked "$1" "$2"
sleep 0.2 2>/dev/null || sleep 1
[ -z "$begins" ] && note_end "$3" && exit
sleep 1
end_marked "$1" "$2"
note_end "$3"
`;

/**
 * Starts nothing before the first command: one `sh` for the session, in a session of its own.
 * @param mark       the beginning of the marks of this session's commands
 * @param endedFile  takes when all of them had ended, where looks of this process were left
 */
export function createWatchdog(mark: string, endedFile = ""): Watchdog {
  let child: ChildProcess | undefined;
  let ended = "";
  let timer: NodeJS.Timeout | undefined;

  function tell(line: string): void {
    clearTimeout(timer);
    timer = undefined;
    child ??= start(mark, endedFile);
    child.stdin?.write(`${ended}${line}`);
    ended = "";
  }

  return {
    expect: () => tell("?\n"),
    watch: (id, namespace) => tell(`+ ${entry(id, namespace)}\n`),
    forget(id, namespace) {
      ended += `- ${entry(id, namespace)}\n`;
      timer ??= setTimeout(() => tell(""), FORGET_MS).unref();
    },
    close() {
      if (child !== undefined) tell("");
      child?.stdin?.end();
      child = undefined;
    },
  };
}

const entry = (id: number, namespace: number | undefined): string =>
  namespace === undefined ? `${id}` : `${id}:${namespace}`;

function start(mark: string, endedFile: string): ChildProcess {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "watchdog", `${MARK}=${mark}`, markDigits(mark), endedFile], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  // Without it commands still end with the session; only a SIGKILL of this process could leave some behind.
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  child.unref();
  if (child.stdin && "unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  return child;
}

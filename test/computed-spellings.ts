import { type Spelled, wrapped } from "./command-spellings.ts";
import { numbersOf } from "./random.ts";

/**
 * Commands that delete or overwrite a path which only running tells, and the same with paths that a command is known to print;
 * commands that end what no folder keeps, and their harmless neighbours. The judge is not asked how it reads any of them.
 */

type Random = () => number;
const one = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T;

/** What prints a path that nobody can foresee. */
const UNKNOWN = [
  "cat conf",
  "cat conf/dir.txt | head -n 1",
  "head -1 list",
  "sed -n 2p conf",
  "grep dir conf | cut -d= -f2",
  "awk -F= '/dir/{print $2}' conf",
  "jq -r .dir conf.json",
  "curl -s https://example.com/dir",
  "pwd | cut -d/ -f1-3",
  "git config --get x.dir",
  "node where.js",
  "./where.sh",
  "make -s print-dir",
  "docker inspect web",
  "ssh host pwd",
  "getent passwd | tail -1 | cut -d: -f6",
  "printenv | sed -n 3p | cut -d= -f2",
  "mount | awk 'NR==1{print $3}'",
  "find . -maxdepth 1 | sed 's/^.//'",
  "yq .dir conf.yml",
];
/** What prints names below the folder, or temporary ones. */
const KNOWN = [
  "git ls-files -d",
  "git ls-files --others --exclude-standard | head -n 20",
  "git diff --name-only",
  "git grep -l foo",
  "find . -name '*.pyc'",
  "find src -type f -name '*.orig' | sort",
  "ls *.log",
  "ls -t | tail -n +6",
  "grep -rl foo src",
  "rg -l foo | grep test",
  "rg --files src",
  "fd -e tmp",
  "mktemp -d",
  "mktemp",
  "basename src/a.txt",
  "date +%F",
];

/** A path from what prints it to a command with `@` in its place. */
const CARRIERS: Readonly<Record<string, (printer: string, command: string) => string>> = {
  substitution: (printer, command) => command.replace("@", `"$(${printer})"`),
  unquoted: (printer, command) => command.replace("@", `$(${printer})`),
  backquotes: (printer, command) =>
    /[$`\\]/.test(printer) ? command.replace("@", `$(${printer})`) : command.replace("@", `\`${printer}\``),
  held: (printer, command) => `d=$(${printer}); ${command.replace("@", '"$d"')}`,
  "held twice": (printer, command) => `d=$(${printer}); e=$d; ${command.replace("@", '"$e"')}`,
  exported: (printer, command) => `export D="$(${printer})" && ${command.replace("@", '"$D"')}`,
  each: (printer, command) => `for p in $(${printer}); do ${command.replace("@", '"$p"')}; done`,
  read: (printer, command) => `${printer} | while read -r p; do ${command.replace("@", '"$p"')}; done`,
  "read behind": (printer, command) => `while IFS= read -r p; do ${command.replace("@", '"$p"')}; done < <(${printer})`,
  "here-string": (printer, command) => `while read -r p; do ${command.replace("@", '"$p"')}; done <<< "$(${printer})"`,
  array: (printer, command) => `mapfile -t a < <(${printer}); ${command.replace("@", '"${a[@]}"')}`,
  guarded: (printer, command) => `d=$(${printer}) && [ -e "$d" ] && ${command.replace("@", '"$d"')}`,
  xargs: (printer, command) => `${printer} | xargs ${command.replace(" @", "")}`,
  "xargs mark": (printer, command) => `${printer} | xargs -I{} ${command.replace("@", "{}")}`,
};
/** Of the commands that take what they change as their last word, for xargs too. */
const LOSES = ["rm -rf @", "rm -f -- @", "truncate -s 0 @", "shred -u @", "sed -i d @", "unlink @"];
const LOSES_PLACED = [
  ...LOSES,
  "mv @ gone",
  "find @ -delete",
  "cp /dev/null @",
  "rsync -a --delete empty/ @",
  "dd if=/dev/zero of=@",
];

export type Knowledge = "unknown" | "known";

/** A deletion or an overwriting of what a command prints. */
export function* computedCommands(
  knowledge: Knowledge,
  { count, seed }: { readonly count: number; readonly seed: number },
): Generator<Spelled> {
  const random = numbersOf(seed);
  for (let made = 0; made < count; made++) {
    const [carrier, carry] = one(Object.entries(CARRIERS), random);
    const printer = one(knowledge === "unknown" ? UNKNOWN : KNOWN, random);
    const command = carry(printer, one(/xargs/.test(carrier) ? LOSES : LOSES_PLACED, random));
    yield wrapped({ command, ways: [printer, carrier] }, random);
  }
}

const SIGNALS = ["-9", "-KILL", "-SIGTERM", "-s 9", "-s TERM", "-n 15"];
const MANAGERS = ["apt", "apt-get", "aptitude", "dnf", "yum", "zypper"];
const ENDING: readonly ((random: Random) => string)[] = [
  (random) => `kill ${one(SIGNALS, random)} -1`,
  (random) => `kill ${one(SIGNALS, random)} -- -1`,
  (random) => `kill ${one(SIGNALS, random)} 1`,
  (random) => `${one(["pkill", "killall"], random)} -9 -u ${one(["ann", "root", "1000"], random)}`,
  (random) => `pkill -f ${one([".", "'.*'", "''", "'^'"], random)}`,
  () => "kill -9 $(ps -eo pid=)",
  () => "ps -eo pid= | xargs kill -9",
  () => "ps ax | awk '{print $1}' | while read p; do kill $p; done",
  (random) =>
    `${one(MANAGERS, random)} ${one(["remove", "purge", "-y remove", "-y purge"], random)} ${one(["python3", "bash libc6", "'*'"], random)}`,
  (random) => one(["dpkg -P bash", "rpm -e glibc", "pacman -Rns glibc", "apk del musl", "snap remove core"], random),
  (random) => `crontab ${one(["-r", "-u ann -r", "/dev/null", "jobs.txt"], random)}`,
  () => "echo '' | crontab -",
  (random) => one(["bomb() { bomb | bomb & }; bomb", ":(){ :|:& };:", "f() { f & f & }; f"], random),
  (random) => `while ${one(["true", ":", "[ 1 ]"], random)}; do ${one(["sleep 9", "bash", "./a.sh"], random)} & done`,
  () => "python3 -c 'import os\nwhile True: os.fork()'",
  () => "perl -e 'fork while 1'",
  () => "python3 -c 'import os; os.kill(-1, 9)'",
  (random) => one(["reboot -f", "shutdown -h now", "poweroff -f", "systemctl poweroff", "init 0"], random),
];
const NOT_ENDING: readonly ((random: Random) => string)[] = [
  (random) => `kill ${one([...SIGNALS, ""], random)} ${one(["1234", "%1", "$!", '"$pid"'], random)}`,
  (random) => `${one(["pkill", "killall"], random)} ${one(["vite", "node", "webpack"], random)}`,
  () => "pkill -f 'next dev'",
  () => "kill $(lsof -ti :3000)",
  () => "kill $(cat server.pid)",
  () => "lsof -ti tcp:8080 | xargs kill -9",
  () => "pgrep -f vite | xargs kill",
  () => "ps aux | grep 'node server' | awk '{print $2}' | xargs kill",
  (random) => `${one(MANAGERS, random)} ${one(["install -y", "update", "search", "list"], random)} jq`,
  (random) =>
    one(["npm uninstall lodash", "pip uninstall -y requests", "cargo uninstall x", "brew uninstall jq"], random),
  () => "crontab -l",
  () => "(crontab -l; echo '0 0 * * * ./a.sh') | crontab -",
  () => 'for f in *.png; do convert "$f" out/ & done; wait',
  () => 'while read -r l; do curl -s "$l" & done < urls.txt; wait',
  () => "while true; do ./poll.sh & sleep 5; done",
  () => "fib() { [ $1 -lt 2 ] && echo 1 || echo $(( $(fib $(($1-1))) + $(fib $(($1-2))) )); }; fib 5",
  () => "python3 -c 'import os; print(os.fork.__doc__)'",
  () => "systemctl status nginx",
];

/** What ends every process, the machine, packages of the system or all scheduled jobs; or what looks like it. */
export function* endingCommands(
  kind: "ending" | "harmless",
  { count, seed }: { readonly count: number; readonly seed: number },
): Generator<Spelled> {
  const random = numbersOf(seed);
  for (let made = 0; made < count; made++)
    yield wrapped({ command: one(kind === "ending" ? ENDING : NOT_ENDING, random)(random), ways: [] }, random);
}

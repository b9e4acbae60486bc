import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { errorText } from "../../base/error-text.ts";
import type { Confinement, ProgramStart } from "../../core/ports/processes.ts";
import { listenAt } from "../listen-at.ts";
import { makeFolder } from "../make-folder.ts";
import type { Engine } from "./engines.ts";
import type { HiddenPath } from "./hidden-paths.ts";

/** Confines a program over a workspace of its own. */
export type Confine = (
  start: ProgramStart,
  confinement: Confinement,
  view: { readonly roots: readonly string[]; readonly hidden: readonly HiddenPath[]; readonly home?: string },
) => ProgramStart;

export interface SelfTestRequest {
  readonly confine: Confine;
  /** Where the test's own folder is made; not below /tmp, which is private inside. */
  readonly folder: string;
  readonly promises: TierPromises;
}

/** What a tier claims beside the bounds of reading and writing, and what is therefore tried. */
export interface TierPromises {
  /** Other processes and the devices of the network are out of sight. */
  readonly namespaces: boolean;
  /** Protected files of the working folder cannot be written. */
  readonly protectedFiles: boolean;
  /** Pipes of other programs cannot be written, which no mount keeps anybody from. */
  readonly pipes: boolean;
  /** Sockets in the home cannot be reached, hidden or not. */
  readonly sockets: boolean;
  /** System calls are filtered, on machines that the filter is written for. */
  readonly filter: boolean;
}

const HAS_FILTER = process.platform === "linux" && /^(?:x64|arm64)$/.test(process.arch);
export const TIER_PROMISES = {
  bubblewrap: { namespaces: true, protectedFiles: true, pipes: false, sockets: false, filter: HAS_FILTER },
  landlock: { namespaces: false, protectedFiles: false, pipes: true, sockets: false, filter: HAS_FILTER },
  seatbelt: { namespaces: false, protectedFiles: true, pipes: false, sockets: false, filter: false },
} as const satisfies Record<Engine["tier"], TierPromises>;

export const promisesOf = ({ tier, perl, isApart }: Engine): TierPromises => {
  const promises = TIER_PROMISES[tier];
  return perl === undefined ? promises : { ...promises, pipes: true, sockets: isApart === true };
};

const LIMIT_MS = 10_000;
const CANARY = "canary";

/** Each line it prints is something that must not have worked; what it wrote is looked at from outside. */
const SCRIPT = `
echo begun
printf x > "$BASE/outside"
printf x > "$BASE/work/inside"
printf x >> "$BASE/old"
rm "$BASE/old"
if [ "$PROTECTED" = 1 ]; then
  printf x > "$BASE/work/.git/hooks/pre-commit"
  printf x > "$BASE/work/.git/config"
  mv "$BASE/work/.git" "$BASE/work/moved"
fi
read -r line < "$BASE/secret/key" && [ "$line" = ${CANARY} ] && echo "it read a hidden file"
read -r line < "$BASE/key" && [ "$line" = ${CANARY} ] && echo "it read a hidden file"
[ "$PIPES" = 1 ] && [ -p "$BASE/pipe" ] && ( : <> "$BASE/pipe" ) && echo "it writes to the pipe of another program"
( : >> /proc/sys/kernel/core_pattern ) && echo "it may change the kernel's settings"
mount -o remount,rw,bind / && echo "it remounted the file system"
[ -x /bin/bash ] && /bin/bash -c "exec 3<>/dev/tcp/127.0.0.1/$PORT"
[ -x /usr/bin/perl ] && /usr/bin/perl -MSocket -e 'chdir $ARGV[0]; socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("socket"))' "$BASE"
[ "$SOCKETS" = 1 ] && /usr/bin/perl -MSocket -e 'chdir $ARGV[0] or exit; socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("other"))' "$BASE/tools"
case $(tr '\\0' '\\n' < "/proc/$OUTSIDE/environ") in *PATH=*) echo "it reads the environment of another program" ;; esac
if [ "$FILTER" = 1 ]; then
  while read -r name value; do
    case $name in Seccomp:) [ "$value" = 2 ] || echo "its system calls are not filtered" ;; esac
  done < /proc/self/status
fi
if [ "$NAMESPACES" = 1 ]; then
  ( : >> /proc/1/mem ) && echo "it may change the first of its processes"
  [ "$$" -le 9 ] || echo "it sees the processes of the machine"
  while read -r device rest; do
    case $device in lo:*|Inter-*|face*) ;; *) echo "it has the network device $device" ;; esac
  done < /proc/net/dev
fi
echo ended
`;

/** What only reads sees plain files of the working folder, and nothing beyond it. */
const READING_SCRIPT = `
echo begun
read -r line < "$BASE/key" && [ "$line" = ${CANARY} ] && echo "reading, it sees beyond the working folder"
read -r line < "$BASE/work/.env" && [ "$line" = ${CANARY} ] && echo "reading, it sees a secret file"
( : > "$BASE/work/read-only" ) && echo "reading, it writes"
read -r line < "$BASE/work/plain" && [ "$line" = ${CANARY} ] || echo "reading, it does not see the working folder"
echo ended
`;

/** Tries what a confined program must not do. @returns why the tier does not hold, or undefined when it does */
export async function selfTest({ confine, folder, promises }: SelfTestRequest): Promise<string | undefined> {
  makeFolder(folder, { mode: 0o700 });
  const base = realpathSync(mkdtempSync(join(folder, "sandbox-test-")));
  mkdirSync(join(base, "tools"));
  let reached = 0;
  const listeners = [
    listen(() => reached++, { host: "127.0.0.1", port: 0 }),
    listen(() => reached++, { path: join(base, "socket") }),
    listen(() => reached++, { path: join(base, "tools", "other") }),
  ];
  try {
    const root = join(base, "work");
    makeFolder(join(root, ".git", "hooks"));
    writeFileSync(join(root, ".git", "config"), "");
    mkdirSync(join(base, "secret"));
    for (const path of ["secret/key", "key", "old", "work/.env", "work/plain"])
      writeFileSync(join(base, path), `${CANARY}\n`);
    spawnSync("mkfifo", [join(base, "pipe")], { stdio: "ignore" });
    const [internet] = await Promise.all(listeners);
    const address = internet?.address();
    const environment = {
      ...switchesOf(promises),
      PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
      BASE: base,
      OUTSIDE: String(process.pid),
      PORT: String(typeof address === "object" && address !== null ? address.port : 0),
    };
    const start = confine(
      { program: "/bin/sh", parameters: ["-c", SCRIPT], environment },
      { reads: "machine", writes: "workspace", network: "off" },
      {
        roots: [root],
        hidden: [
          { path: join(base, "secret"), kind: "folder" },
          { path: join(base, "key"), kind: "file" },
          { path: join(base, "socket"), kind: "file" },
        ],
        ...(promises.sockets && { home: base }),
      },
    );
    const told = await linesOf(start, root);
    if (typeof told === "string") return told;
    const reading = await linesOf(
      confine(
        { program: "/bin/sh", parameters: ["-c", READING_SCRIPT], environment },
        { reads: "workspace", writes: "nothing", network: "off" },
        { roots: [root], hidden: [] },
      ),
      root,
    );
    if (typeof reading === "string") return reading;
    const problems = [...told, ...reading, ...tracesIn(base), ...(reached > 0 ? ["it reached a socket outside"] : [])];
    return problems.length === 0 ? undefined : problems.join(", ");
  } finally {
    for (const listener of await Promise.allSettled(listeners))
      if (listener.status === "fulfilled") listener.value.close();
    rmSync(base, { recursive: true, force: true });
  }
}

const switchesOf = ({ namespaces, pipes, sockets, protectedFiles, filter }: TierPromises) => ({
  NAMESPACES: namespaces ? "1" : "0",
  PIPES: pipes ? "1" : "0",
  SOCKETS: sockets ? "1" : "0",
  PROTECTED: protectedFiles ? "1" : "0",
  FILTER: filter ? "1" : "0",
});

function listen(
  onReached: () => void,
  where: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<Server> {
  const server = createServer((socket) => {
    onReached();
    socket.on("error", () => {}).destroy();
  });
  if ("path" in where) return listenAt(server, where.path).then(() => server);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => resolve(server));
  });
}

function tracesIn(base: string): readonly string[] {
  const work = join(base, "work");
  return [
    ...(existsSync(join(base, "outside")) ? ["it wrote outside the working folder"] : []),
    ...(readIfThere(join(base, "old")) === `${CANARY}\n` ? [] : ["it changed a file outside"]),
    ...(existsSync(join(work, "inside")) ? [] : ["it could not write in the working folder"]),
    ...(existsSync(join(work, "moved")) ? ["it moved the git folder"] : []),
    ...(existsSync(join(work, ".git", "hooks", "pre-commit")) ? ["it wrote a git hook"] : []),
    ...(readIfThere(join(work, ".git", "config")) === "" ? [] : ["it wrote the git configuration"]),
  ];
}

/** What a script found to say, or why it did not run to its end. */
async function linesOf(start: ProgramStart, cwd: string): Promise<readonly string[] | string> {
  const { output, problem } = await run(start, cwd);
  const lines = output.split("\n").filter((line) => line !== "");
  const isWhole = lines[0] === "begun" && lines.at(-1) === "ended";
  return isWhole ? lines.slice(1, -1) : `it does not start (${problem ?? "no output"})`;
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function run(start: ProgramStart, cwd: string): Promise<{ readonly output: string; readonly problem?: string }> {
  const { program, parameters, environment, files = [], tells = [] } = start;
  const opened = files.map((path) => openSync(path, "r"));
  const child = spawn(program, [...parameters], {
    cwd,
    env: environment,
    stdio: ["ignore", "pipe", "pipe", ...opened, ...tells],
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  for (const file of opened) closeSync(file);
  let output = "";
  let errors = "";
  child.stdout?.on("data", (bytes: Buffer) => {
    output += bytes.toString();
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    errors += bytes.toString();
  });
  return new Promise((resolve) => {
    const end = (failure: string | undefined): void => {
      const problem = errors.trim().split("\n")[0] || failure;
      resolve({ output, ...(problem === undefined ? {} : { problem }) });
    };
    child.once("error", (error) => end(errorText(error)));
    child.once("close", (code, signal) => end(code === 0 ? undefined : `it ended with ${signal ?? code}`));
  });
}

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { MAIN } from "../run-waymark.ts";
import { type Grounds, giveTo, isRoot, makeGrounds, mayUseBubblewrap, NOBODY } from "./attack-run.ts";

/**
 * The kernel's own machinery, asked for from below each tier of the sandbox as root and as an ordinary user. Numbers are those of x86_64;
 * `VICTIM` is a process of the same user outside. What works anywhere and harms nobody outside is not here.
 */
const CALLS: Readonly<Record<string, string>> = {
  ptrace: "101, 16, VICTIM, 0, 0",
  process_vm_readv: "310, VICTIM, 0, 0, 0, 0, 0",
  pidfd_getfd: "438, 3, 0, 0",
  kcmp: "312, $$, VICTIM, 0, 0, 0",
  migrate_pages: "256, VICTIM, 1, 0",
  prlimit: "302, VICTIM, 7, 0, $room",
  kill: "62, VICTIM, 0",
  tgkill: "234, VICTIM, VICTIM, 0",
  sigqueue: "129, VICTIM, 0, $room",
  keyctl: "250, 0, -3, 0",
  add_key: '248, "user", "x", "y", 1, -3',
  request_key: '249, "user", "x", 0, -3',
  bpf: "321, 5, 0, 0",
  perf_event_open: "298, 0, 0, -1, -1, 0",
  userfaultfd: "323, 0",
  "userfaultfd of an ordinary user": "323, 1",
  io_uring_setup: "425, 8, $room",
  io_uring_register: "427, 3, 0, 0, 0",
  unshare: "272, 0x10000000",
  setns: "308, 3, 0",
  clone3: "435, 0, 0",
  fanotify_init: "300, 0, 0",
  open_by_handle_at: "304, 3, 0, 0",
  mount: '165, "none", "/mnt", "tmpfs", 0, 0',
  fsopen: '430, "tmpfs", 0',
  open_tree: '428, -100, "/", 1',
  mount_setattr: '442, -100, "/", 0, $room, 32',
  chroot: '161, "."',
  pivot_root: '155, ".", "."',
  "rights for others by chmod": '90, ".", 04755',
  "rights of a group for others by chmod": '90, ".", 02755',
  "rights for others by fchmodat": '268, -100, ".", 04755',
  "rights for others by fchmodat2": '452, -100, ".", 04755, 0',
  "rights for others by creat": '85, "made-by-creat", 04755',
  "rights for others by open": '2, "made-by-open", 0101, 04755',
  "rights for others by openat": '257, -100, "made-by-openat", 0101, 04755',
  "rights for others by openat2": '437, -100, "made-by-openat2", pack("QQQ", 0101, 04755, 0), 24',
  "rights for others by mknod": '133, "made-by-mknod", 0104755, 0',
  "mknod of a disk": '133, "disk", 060660, 0x800',
  "a clock set by settimeofday": "164, $room, 0",
  "a clock set by clock_settime": "227, 0, $room",
  "a clock set by adjtimex": '159, pack("L", 0x4000) . $room',
  "a clock set by clock_adjtime": '305, 0, pack("L", 0x4000) . $room',
  syslog: "103, 3, $room, 200",
  init_module: "175, 0, 0, 0",
  kexec_load: "246, 0, 0, 0, 0",
  swapon: '167, "x", 0',
  quotactl: "179, 0, 0, 0, 0",
  vhangup: "153",
  "a socket of packets": "41, 17, 3, 3",
  "a socket of vsock": "41, 40, 1, 0",
  "a socket of the kernel's cryptography": "41, 38, 5, 0",
  "a raw socket": "41, 2, 3, 1",
  "a call of the table of x32": "0x40000000 + 521, 16, VICTIM, 0, 0",
};

const PROGRAM = `
my ($victim, $pipe, @sockets) = @ARGV;
$victim += 0;
my $room = "\\0" x 256;
# The kernel may write to what it is given: copies, never constants.
sub called { my ($number, @parameters) = @_; syscall($number, @parameters) >= 0 }
sub told { print "$_[0]: ", ($_[1] ? "ESCAPED" : "refused ($!)"), "\\n" }
${Object.entries(CALLS)
  .map(([name, call]) => `told(${JSON.stringify(name)}, called(${call.replaceAll("VICTIM", "$victim")}));`)
  .join("\n")}
use Socket;
for my $path (@sockets) {
  (my $name = $path) =~ s/^@/\\0/;
  my $socket;
  told("the socket $path", socket($socket, AF_UNIX, SOCK_STREAM, 0) && connect($socket, sockaddr_un($name)));
}
my ($file, $bytes, $folder);
told("another process's $_", open($file, "<", "/proc/$victim/$_") && sysread($file, $bytes, 1)) for qw(environ maps mem auxv);
told("another process's root", opendir($folder, "/proc/$victim/root/"));
told("the memory of the first process", open($file, "+<", "/proc/1/mem"));
told("the pipe of another program", sysopen($file, $pipe, 04002));
`;

const TIERS = ["bubblewrap", "landlock"] as const;
const USERS = [
  ["whoever runs this", undefined],
  ["an ordinary user", NOBODY],
] as const;

const noPrograms = ["perl", "unshare", "setpriv"].find((program) => spawnSync(program, ["--version"]).status !== 0);
const LANDLOCK_VERSION = Number(
  /^(\d+)/.exec(spawnSync("perl", ["-e", "print syscall(444, 0, 0, 1)"]).stdout?.toString() ?? "")?.[1] ?? 0,
);
/** Signals stay inside from this version on. */
const LANDLOCK_SCOPES = 6;

/** Why a tier cannot be tried here. */
function cannot(tier: (typeof TIERS)[number], userId: number | undefined): string | undefined {
  if (process.arch !== "x64") return "the numbers of the calls are those of x86_64";
  if (noPrograms !== undefined) return `${noPrograms} is missing`;
  if (userId !== undefined && !isRoot) return "only root starts it as somebody else";
  if (tier === "bubblewrap") return mayUseBubblewrap(userId) ? undefined : "bubblewrap does not start here";
  if (!isRoot) return "only root can hide bubblewrap for it";
  return LANDLOCK_VERSION >= LANDLOCK_SCOPES ? undefined : `this kernel's Landlock is of version ${LANDLOCK_VERSION}`;
}

let grounds: Grounds | undefined;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  grounds?.remove();
});

describe.each(TIERS)("below %s", (tier) => {
  describe.each(USERS)("as %s", (_, userId) => {
    const reason = cannot(tier, userId);
    if (reason !== undefined) console.warn(`The kernel is not attacked below ${tier} as ${_}: ${reason}.`);

    test.skipIf(reason !== undefined)("no call reaches another program, the kernel or a socket", async () => {
      const made = makeGrounds({ "work/a.txt": "a\n" }, userId);
      grounds = made;
      let reached = 0;
      const sockets = [join(made.home, "agent.sock"), join(made.base, "bus"), "\0waymark-red-team-kernel"];
      for (const path of sockets) servers.push(await listening(path, () => reached++));
      // As the masters of ssh do: bound under one name, and moved to another.
      const moved = join(made.base, "master");
      servers.push(await listening(`${moved}.XyZ`, () => reached++));
      renameSync(`${moved}.XyZ`, moved);
      sockets.push(moved);
      writeFileSync(join(made.cwd, "calls.pl"), PROGRAM);
      const pipe = join(made.home, "control");
      execFileSync("mkfifo", ["-m", "600", pipe]);
      if (userId !== undefined) giveTo(userId, made.base);
      // Who listens: with nobody there it could not be opened by anybody.
      const listener = openSync(pipe, "r+");
      const victim = spawn("sleep", ["600"], { ...(userId === undefined ? {} : { uid: userId, gid: userId }) });
      await once(victim, "spawn");
      try {
        const names = sockets.map((path) => path.replace("\0", "@")).join(" ");
        const { stdout, stderr } = run(`perl calls.pl ${victim.pid} ${pipe} ${names}; echo ended`, {
          made,
          tier,
          userId,
        });
        expect(stdout, stderr).toMatch(/^ended$/m);
        const lines = stdout.split("\n").filter((line) => /: (?:ESCAPED|refused)/.test(line));
        expect(lines, stdout).toHaveLength(Object.keys(CALLS).length + sockets.length + 7);
        expect(lines.filter((line) => line.includes("ESCAPED"))).toEqual([]);
        expect(reached).toBe(0);
        expect(victim.exitCode ?? victim.signalCode).toBeNull();
      } finally {
        victim.kill("SIGKILL");
        closeSync(listener);
      }
    });

    test.skipIf(reason !== undefined)("modes of what starts programs are put back, or cannot be changed", () => {
      const made = makeGrounds({ "work/.mcp.json": "{}\n", "work/a.txt": "a\n" }, userId);
      grounds = made;
      execFileSync("git", ["init", "-q"], { cwd: made.cwd });
      const hook = join(made.cwd, ".git/hooks/pre-commit");
      mkdirSync(join(made.cwd, ".git/hooks"), { recursive: true });
      writeFileSync(hook, "#!/bin/sh\necho ran\n");
      chmodSync(hook, 0o644);
      if (userId !== undefined) giveTo(userId, made.base);
      run("chmod 755 .git/hooks/pre-commit; chmod 777 .mcp.json; chmod 600 a.txt; exit 0", { made, tier, userId });
      const modes = [hook, join(made.cwd, ".mcp.json"), join(made.cwd, "a.txt")].map(
        (path) => statSync(path).mode & 0o777,
      );
      expect(modes.map((mode) => mode.toString(8))).toEqual(["644", "644", "600"]);
      expect(readFileSync(hook, "utf8")).toBe("#!/bin/sh\necho ran\n");
    });
  });
});

async function listening(path: string, onReached: () => void): Promise<Server> {
  const server = createServer((socket) => {
    onReached();
    socket.on("error", () => {}).end();
  });
  await new Promise<void>((done) => void server.listen(path, done));
  if (!path.startsWith("\0")) chmodSync(path, 0o777);
  return server;
}

interface Attack {
  readonly made: Grounds;
  readonly tier: (typeof TIERS)[number];
  readonly userId: number | undefined;
}

/** One command of a model that everything is allowed to; for Landlock in a view of the machine in which there is no bubblewrap. */
function run(command: string, { made, tier, userId }: Attack): { readonly stdout: string; readonly stderr: string } {
  const flags = ["--permission-mode", "bypassPermissions", "--sandbox", "workspace-write"];
  const words = [process.execPath, MAIN, "tool", "run", "shell", JSON.stringify({ command }), ...flags];
  const user = userId === undefined ? [] : ["setpriv", `--reuid=${userId}`, `--regid=${userId}`, "--clear-groups"];
  const hide =
    'for one in /usr/bin/bwrap /bin/bwrap /usr/local/bin/bwrap; do [ -f "$one" ] && mount --bind /dev/null "$one"; done; exec "$@"';
  const view = tier === "bubblewrap" ? [] : ["unshare", "-m", "--propagation", "private", "sh", "-c", hide, "sh"];
  const [program = "", ...parameters] = [...view, ...user, ...words];
  return spawnSync(program, parameters, {
    cwd: made.cwd,
    encoding: "utf8",
    env: {
      ...{ PATH: process.env["PATH"], HOME: made.home, WAYMARK_HOME: join(made.home, "waymark"), LANG: "C.UTF-8" },
      SSH_AUTH_SOCK: join(made.home, "agent.sock"),
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(made.base, "bus")}`,
    },
  });
}

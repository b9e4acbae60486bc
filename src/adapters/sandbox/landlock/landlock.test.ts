import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atOnce } from "../../../base/steps.ts";
import type { CommandRequest, CommandResult, Processes } from "../../../core/ports/processes.ts";
import { createProcesses } from "../../processes/processes.ts";
import { availableEngines } from "../engines.ts";
import { createSandbox, type OpenSandbox } from "../sandbox.ts";
import { landlockRules } from "./landlock.ts";

const isThere = availableEngines({ environment: process.env, roots: [] }).engines.some(
  (one) => one.tier === "landlock",
);
if (!isThere) console.warn("The tests of Landlock are skipped: no perl, or a kernel without it.");

let base: string;
let root: string;
let home: string;
let sandbox: OpenSandbox;
let processes: Processes;

beforeAll(async () => {
  const place = join(homedir(), ".cache");
  mkdirSync(place, { recursive: true });
  base = realpathSync(mkdtempSync(join(place, "waymark-landlock-")));
  root = join(base, "work");
  home = join(base, "home");
  for (const [path, text] of Object.entries({
    "work/a.txt": "a\n",
    "work/src/b.txt": "b\n",
    "home/.ssh/id_ed25519": "canary\n",
    "home/.netrc": "canary\n",
    "home/notes.txt": "read me\n",
    "outside/file": "kept\n",
  })) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  sandbox = createSandbox({
    roots: [root],
    home,
    environment: process.env,
    own: [],
    cacheFolder: join(base, "cache"),
    tiers: ["landlock"],
  });
  processes = createProcesses({
    root,
    environment: { ...process.env, HOME: home },
    openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
    sandbox: { sandbox, writes: "workspace", isDemanded: true },
  });
});
afterAll(async () => {
  await processes.close();
  sandbox.close();
  rmSync(base, { recursive: true, force: true });
});

function run(command: string, more: Partial<CommandRequest> = {}): Promise<CommandResult> {
  return processes.run({ command, timeoutMs: 60_000, ...more }, new AbortController().signal);
}

describe.skipIf(!isThere)("below Landlock", () => {
  test("the self-test proves the tier", async () => {
    expect(await sandbox.state()).toMatchObject({ tier: "landlock" });
    expect((await run("true")).sandbox).toBe("landlock: working folder writable, network off");
  });

  test("a program writes, moves and links in the working folder and in its own place for temporary files, nowhere else", async () => {
    const { output, exitCode } = await run(
      'set -e; echo new > made.txt; mv made.txt src/; ln -s src/made.txt link; mkdir d; rm -r d; echo t > "$TMPDIR/t"; cat link "$TMPDIR/t"; echo x > /dev/null',
    );
    expect({ output, exitCode }).toEqual({ output: "new\nt\n", exitCode: 0 });
    const refused = await run(
      `echo no > ${base}/outside/file; echo no >> ~/notes.txt; truncate -s 0 ${base}/outside/file; rm -rf ${base}/outside; mv ${base}/outside/file .; ln ${base}/outside/file hard; echo no > /tmp/waymark-landlock; echo no > /proc/sys/kernel/core_pattern; chmod 600 /dev/null/x`,
    );
    expect(refused.output.match(/Permission denied|Invalid cross-device link/g)?.length).toBeGreaterThanOrEqual(6);
    expect(readFileSync(join(base, "outside/file"), "utf8")).toBe("kept\n");
    expect(readFileSync(join(home, "notes.txt"), "utf8")).toBe("read me\n");
    expect(existsSync("/tmp/waymark-landlock")).toBe(false);
  });

  test("a terminal that stands is neither read nor written", async () => {
    const before = new Set(readdirSync("/dev/pts"));
    const holder = spawn("perl", ["-e", 'open(my $p, "+<", "/dev/ptmx") or die; $| = 1; print "ready"; <STDIN>'], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    try {
      await once(holder.stdout, "data");
      const [made] = readdirSync("/dev/pts").filter((name) => !before.has(name));
      const { output } = await run(
        `cat /dev/pts/${made}; echo typed > /dev/pts/${made}; echo plain > /dev/null && echo on`,
      );
      expect(output.match(/Permission denied/g)).toHaveLength(2);
      expect(output).toMatch(/\non\n$/);
    } finally {
      holder.stdin.end();
      await once(holder, "exit");
    }
  });

  test("of devices only those that hold nothing of a person or a machine are open, for what only reads as well", async () => {
    const open = "full null ptmx random tty urandom zero".split(" ").map((name) => `/dev/${name}`);
    const look = `use Fcntl; for (</dev/*>, </dev/*/*>) { lstat; print "$_ " if (-b _ || -c _) && !m{^/dev/pts/} && sysopen(my $f, $_, O_RDONLY | O_NONBLOCK | O_NOCTTY) }`;
    const onlyReads = { confinement: { reads: "workspace", writes: "nothing", network: "off" } } as const;
    for (const more of [{}, onlyReads]) {
      const { output } = await run(`perl -e '${look}'`, more);
      expect(output.split(" ").filter((path) => path.startsWith("/dev/") && !open.includes(path))).toEqual([]);
      expect(output).toContain("/dev/null ");
    }
    const view = { roots: [root], hidden: [], privateTemporary: base, environment: {} };
    for (const reads of ["machine", "workspace"] as const) {
      const below = atOnce(landlockRules({ reads, writes: "nothing" }, view)).filter(([, path]) => path === "/dev");
      // Names alone.
      expect(below.every(([access]) => access === 1 << 3)).toBe(true);
    }
  });

  test("keys cannot be read, other files can", async () => {
    const { output } = await run("cat ~/.ssh/id_ed25519 ~/.netrc; cat ~/notes.txt");
    expect(output).not.toContain("canary");
    expect(output).toMatch(/read me\n$/);
  });

  test("read-only leaves the place for temporary files alone", async () => {
    const { output } = await run('echo x > b.txt; rm a.txt; echo t > "$TMPDIR/t" && cat "$TMPDIR/t"', {
      readOnly: true,
    });
    expect(output).toMatch(/b\.txt: Permission denied[\s\S]*\nt\n$/);
    expect(existsSync(join(root, "a.txt"))).toBe(true);
  });

  test("no socket of the network or of another program is reached", async () => {
    const server = createServer((socket) => void socket.on("error", () => {}).end("reached\n"));
    const local = createServer((socket) => void socket.on("error", () => {}).end("reached\n"));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    await new Promise<void>((resolve) => void local.listen(join(root, "own.sock"), resolve));
    const { port } = server.address() as { port: number };
    try {
      const tcp = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`;
      const unix = `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die "refused"; print connect($s, sockaddr_un("${root}/own.sock")) ? "reached" : "refused"'`;
      expect(
        (await run(`${tcp}; ${unix}; perl -MSocket -e 'socket(my $s, AF_INET, SOCK_DGRAM, 0) and print "reached"'`))
          .output,
      ).not.toContain("reached");
      expect((await run(tcp, { exception: "network" })).output).toBe("reached\n");
    } finally {
      server.close();
      local.close();
    }
  });

  test("other processes are neither signalled nor looked into", async () => {
    const victim = spawn("sleep", ["300"], { env: { CANARY: "canary-of-another-process" } });
    try {
      const { output } = await run(
        `cat /proc/${victim.pid}/environ; kill -0 ${victim.pid} && echo signalled; kill -9 ${victim.pid} 2>&1`,
      );
      expect(output).not.toMatch(/canary|signalled/);
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
    } finally {
      victim.kill("SIGKILL");
    }
  });

  test("the shared memory of other programs is out of reach", async () => {
    const perl = (code: string): string => execFileSync("perl", ["-e", code], { encoding: "utf8" });
    const id = perl('my $id = shmget(0, 64, 01600); shmwrite($id, "canary of shared memory", 0, 23); print $id');
    try {
      const { output } = await run(
        `perl -e 'shmread(${id}, my $text, 0, 23) ? print $text : print "refused: $!"; print shmget(0, 64, 01600) ? " made" : " none"'`,
      );
      expect(output).toBe("refused: Function not implemented none");
      expect(perl(`shmread(${id}, my $text, 0, 23); print $text`)).toBe("canary of shared memory");
    } finally {
      perl(`shmctl(${id}, 0, 0)`);
    }
  });

  test("the queues of messages of other programs are out of reach", async () => {
    // The kernel may write to what it is given: a copy, never a constant. Numbers of mq_open and mq_unlink.
    const [open, remove] = process.arch === "x64" ? [240, 241] : [180, 181];
    const name = `waymark-${process.pid}`;
    const called = (number: number, more = ""): string =>
      `my $q = "${name}"; print syscall(${number}, $q${more}), " $!"`;
    const perl = (code: string): string => execFileSync("perl", ["-e", code], { encoding: "utf8" });
    perl(called(open, ", 0102, 0600, 0"));
    try {
      const { output } = await run(`perl -e '${called(open, ", 2")}'; perl -e '${called(remove)}'`);
      expect(output).toBe("-1 Function not implemented-1 Function not implemented");
    } finally {
      expect(perl(called(remove))).toMatch(/^0 /);
    }
  });

  test("rights cannot be won back", async () => {
    const { output } = await run(
      "mount -t tmpfs x /mnt && echo escaped; unshare -Ur true && echo escaped; grep -E 'NoNewPrivs|^Seccomp:' /proc/self/status",
    );
    expect(output).not.toContain("escaped");
    expect(output).toMatch(/NoNewPrivs:\t1\nSeccomp:\t2/);
  });

  test("git and what forks work as they do outside", async () => {
    execFileSync("git", ["init", "-q"], { cwd: root, stdio: "pipe" });
    const { output } = await run(
      "git -c user.email=a@b.c -c user.name=a commit -q --allow-empty -m one && git log --oneline | wc -l; (echo sub); seq 3 | sort -r | head -1",
    );
    expect(output).toBe("1\nsub\n3\n");
  });
});

test("folders on the way to a hidden one are opened by what is beside it", () => {
  const folder = realpathSync(mkdtempSync(join(homedir(), ".cache", "waymark-rules-")));
  try {
    for (const name of ["open", "way/open", "way/hidden"]) mkdirSync(join(folder, name), { recursive: true });
    const rules = atOnce(
      landlockRules(
        { reads: "machine", writes: "nothing" },
        {
          environment: {},
          roots: [],
          hidden: [{ path: join(folder, "way/hidden"), kind: "folder" }],
          privateTemporary: join(folder, "open"),
        },
      ),
    );
    const below = rules.map(([, path]) => path).filter((path) => path.startsWith(folder));
    expect(below).toEqual([join(folder, "open"), join(folder, "way/open"), join(folder, "open")]);
    expect(rules.map(([, path]) => path)).not.toContain(dirname(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

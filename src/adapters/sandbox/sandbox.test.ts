import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { missing } from "../../../test/optional-programs.ts";
import { atOnce } from "../../base/steps.ts";
import type { CommandRequest, CommandResult, Processes } from "../../core/ports/processes.ts";
import { isInside } from "../inside.ts";
import { startHostProxy } from "../net/host-proxy.ts";
import { createProcesses } from "../processes/processes.ts";
import { hiddenPaths } from "./hidden-paths.ts";
import { watchProtected } from "./protected-watch.ts";
import { createSandbox, type OpenSandbox, type SandboxOptions } from "./sandbox.ts";
import { seatbeltProfile } from "./seatbelt.ts";
import { selfTest, TIER_PROMISES } from "./self-test.ts";

const noBubblewrap = missing("bwrap");

/** Not below /tmp, which is private inside: what must be refused would only miss. */
const PLACE = join(homedir(), ".cache");
let base: string;
let root: string;
let home: string;
let own: string;
let outside: string;
let sandbox: OpenSandbox;
let processes: Processes;

function open(writes: "workspace" | "nothing" = "workspace", network?: SandboxOptions["network"]): void {
  sandbox = createSandbox({
    roots: [root],
    home,
    environment: process.env,
    own: [own],
    cacheFolder: join(base, "cache"),
    ...(network && { network }),
  });
  processes = createProcesses({
    root,
    environment: { ...process.env, HOME: home, SECRET_TOKEN: "canary-of-the-environment" },
    openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
    sandbox: { sandbox, writes, isDemanded: true },
  });
}

beforeEach(() => {
  mkdirSync(PLACE, { recursive: true });
  base = realpathSync(mkdtempSync(join(PLACE, "waymark-sandbox-")));
  root = join(base, "work");
  home = join(base, "home");
  own = join(home, ".config", "waymark");
  outside = join(base, "outside");
  for (const [path, text] of Object.entries({
    "work/.git/hooks/pre-commit": "old",
    "work/.git/config": "[core]\n",
    "work/.git/HEAD": "ref: refs/heads/main\n",
    "work/.waymark/config.json": "{}",
    "work/.github/workflows/ci.yml": "on: push\n",
    "work/.github/CODEOWNERS": "*\n",
    "work/a.txt": "a\n",
    "outside/file": "kept\n",
    "home/.ssh/id_ed25519": "canary\n",
    "home/.aws/credentials": "canary\n",
    "home/.netrc": "canary\n",
    "home/.config/waymark/credentials.json": "canary\n",
    "home/notes.txt": "read me\n",
  })) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  open();
});

afterEach(async () => {
  await processes.close();
  sandbox.close();
  rmSync(base, { recursive: true, force: true });
});

function run(command: string, more: Partial<CommandRequest> = {}): Promise<CommandResult> {
  return processes.run({ command, timeoutMs: 60_000, ...more }, new AbortController().signal);
}

describe.skipIf(noBubblewrap !== undefined)("below bubblewrap", () => {
  test("the self-test proves the tier once, and says what does not hold", async () => {
    expect(await sandbox.state()).toMatchObject({ tier: "bubblewrap" });
    const [proof = ""] = readdirSync(join(base, "cache")).filter((name) => name.startsWith("sandbox-bubblewrap"));
    const proven = readFileSync(join(base, "cache", proof), "utf8");
    expect(proven).toMatch(/^\{"proven":"bubblewrap(?:-with-landlock(?:-apart)?)? /);
    const problem = await selfTest({
      confine: (start) => start,
      folder: join(base, "cache"),
      promises: TIER_PROMISES.bubblewrap,
    });
    expect(problem).toContain("it wrote outside the working folder");
    expect(problem).toContain("it read a hidden file");
    expect(problem).toContain("it moved the git folder");
    // A machine whose network is cut by a namespace has none to be seen.
    const hasDevice = /^(?!\s*lo:).*:/m.test(readFileSync("/proc/net/dev", "utf8").replace(/^.*\|.*$/gm, ""));
    expect(problem?.includes("it has the network device")).toBe(hasDevice);
  });

  test("a program writes in the working folder and in /tmp, and nowhere else", async () => {
    const { output } = await run(
      `echo new > made.txt; echo t > /tmp/waymark-t; cat /tmp/waymark-t; echo no > ${outside}/file; echo no > ~/notes.txt; rm -rf ${outside}; echo no > /usr/bin/evil; echo no > /proc/sys/kernel/core_pattern`,
    );
    expect(output.split("\n")[0]).toBe("t");
    expect(output.match(/Read-only file system/g)?.length).toBeGreaterThanOrEqual(4);
    expect(readFileSync(join(root, "made.txt"), "utf8")).toBe("new\n");
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("kept\n");
    expect(existsSync("/usr/bin/evil")).toBe(false);
    // Root writes these without any capability: the name of a program there would be started outside.
    const kernel =
      "for f in kernel/core_pattern kernel/hostname vm/swappiness; do ( : >> /proc/sys/$f ) && echo opened; done; true";
    expect((await run(kernel)).output).not.toContain("opened");
    expect((await run("cat /tmp/waymark-t")).output).toBe("t\n");
    expect(existsSync("/tmp/waymark-t")).toBe(false);
  });

  test("what is to be covered and goes away before it is, is looked for anew, for commands of every kind, however long that takes", async () => {
    const passing = join(base, "passing");
    const steady = createSandbox({
      ...{ roots: [root], home, environment: process.env, own: [passing] },
      cacheFolder: join(base, "cache"),
    });
    let removals = 0;
    const racing: OpenSandbox = {
      ...steady,
      confineInTurns: async (start, confinement) => {
        const confined = await steady.confineInTurns(start, confinement);
        if (removals-- <= 0) return confined;
        rmSync(passing, { recursive: true });
        // As on a busy machine: what is laid out late is not there to be covered, either.
        const { program, parameters } = confined;
        return {
          ...confined,
          program: "/bin/sh",
          parameters: ["-c", 'sleep 0.3; exec "$0" "$@"', program, ...parameters],
        };
      },
    };
    const around = createProcesses({
      root,
      environment: { ...process.env, HOME: home },
      openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
      sandbox: { sandbox: racing, writes: "workspace", isDemanded: true },
    });
    const signal = new AbortController().signal;
    const request = { command: "echo begun > begun.txt; echo begun", timeoutMs: 60_000 };
    try {
      removals = 1;
      expect((await around.run(request, signal)).output).toBe("begun\n");
      removals = 1;
      expect((await around.run({ ...request, input: "asked" }, signal)).output).toBe("begun\n");
      rmSync(join(root, "begun.txt"));
      removals = 1;
      await around.start(request);
      await expect.poll(() => existsSync(join(root, "begun.txt")), { timeout: 20_000 }).toBe(true);
      removals = 5;
      const { output, exitCode } = await around.run(request, signal);
      expect(exitCode).toBe(1);
      expect(output).toMatch(
        /^bwrap: .*\n\(The sandbox could not be laid out, as it was tried 5 times, and nothing was run/,
      );
    } finally {
      await around.close();
      steady.close();
    }
  });

  test("a list of processes shows no set-up of the sandbox, and a search that finds nothing names what is masked", async () => {
    writeFileSync(join(root, ".env"), "KEY=tidemark\n");
    const listed = await run("ps aux");
    expect(listed.output).toContain("bwrap … (the sandbox of this command)");
    expect(listed.output.length).toBeLessThan(1_500);
    expect(listed.confined?.masked).toBeUndefined();
    const look = createProcesses({
      root,
      environment: { ...process.env, HOME: home },
      openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
      sandbox: { sandbox, writes: "workspace", isDemanded: true, reads: async () => "files" },
    });
    const maskedBy = async (command: string) =>
      (await look.run({ command, timeoutMs: 60_000 }, new AbortController().signal)).confined?.masked;
    try {
      expect(await maskedBy("grep -r tidemark .")).toEqual([".env"]);
      expect(await maskedBy("grep -r a a.txt")).toBeUndefined();
      expect(await maskedBy("cat .env.example")).toBeUndefined();
      expect(await maskedBy("test -e nothing")).toBeUndefined();
    } finally {
      await look.close();
    }
  });

  test("build tools find a cache that they can write", async () => {
    const { output } = await run('mkdir -p "$GOCACHE" "$npm_config_cache" && echo x > "$GOCACHE/x" && echo written');
    expect(output).toBe("written\n");
  });

  test("read-only leaves /tmp alone", async () => {
    const { output } = await run("echo x > b.txt; rm a.txt; echo t > /tmp/t && cat /tmp/t", { readOnly: true });
    expect(output).toMatch(/b\.txt: Read-only file system[\s\S]*\nt\n$/);
    expect(existsSync(join(root, "a.txt"))).toBe(true);
  });

  test("keys and our own files are out of sight, other files are not", async () => {
    const { output } = await run(
      "cat ~/.ssh/id_ed25519 ~/.aws/credentials ~/.netrc ~/.config/waymark/credentials.json; cat ~/notes.txt; ls ~/.ssh | wc -l",
    );
    expect(output).not.toContain("canary");
    expect(output).toMatch(/read me\n0\n$/);
  });

  test("where the home is worked in no folder above our own is moved, nor its name taken", async () => {
    root = home;
    own = join(home, "kept", "deep", "waymark");
    mkdirSync(join(home, "kept", "other"), { recursive: true });
    open();
    for (const folder of ["kept", "kept/deep", "kept/deep/waymark"]) {
      const { exitCode } = await run(`mv ${folder} away; mkdir -p ${folder} && echo code > kept/deep/waymark/x`);
      expect(exitCode, folder).not.toBe(0);
    }
    expect(readdirSync(own)).toEqual([]);
    expect((await run("mv kept/other kept/moved && touch kept/deep/beside")).exitCode).toBe(0);
  });

  test("settings of packages are seen without what is secret in them, as they are when a command begins", async () => {
    const registry = "registry=https://npm.example.com/group/\n";
    mkdirSync(join(home, "dotfiles"));
    mkdirSync(join(home, ".config/pip"));
    writeFileSync(join(home, "dotfiles/npmrc"), `${registry}//npm.example.com/:_authToken=canary\n`);
    symlinkSync("dotfiles/npmrc", join(home, ".npmrc"));
    writeFileSync(join(home, ".yarnrc.yml"), "npmAuthToken: canary\nnpmRegistryServer: https://npm.example.com\n");
    const pip = join(home, ".config/pip/pip.conf");
    writeFileSync(pip, "[global]\nindex-url = https://me:canary@pypi.example.com/simple\n");
    for (const folder of [".config/uv", ".config/pypoetry", ".local/share/uv/credentials", ".nuget/NuGet", ".bundle"])
      mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, ".config/uv/uv.toml"), 'index-url = "https://me:canary@pypi.example.com/simple"\n');
    writeFileSync(join(home, ".yarnrc"), 'registry "https://me:canary@npm.example.com"\n_authToken canary\n');
    const closed = [".config/pypoetry/auth.toml", ".local/share/uv/credentials/credentials.toml", ".bundle/config"];
    for (const path of [...closed, ".nuget/NuGet/NuGet.Config"]) writeFileSync(join(home, path), "canary\n");
    expect((await run("cd ~; cat .config/uv/uv.toml .yarnrc; grep -rhs canary . 2>&1")).output).toBe(
      'index-url = "https://pypi.example.com/simple"\n"registry" "https://npm.example.com"\n',
    );
    const both = "cat ~/.npmrc ~/.yarnrc.yml ~/.config/pip/pip.conf";
    expect((await run(`${both}; echo x >> ~/.npmrc`)).output).toMatch(
      /^registry=https:\/\/npm\.example\.com\/group\/\nnpmRegistryServer: "https:\/\/npm\.example\.com"\n\[global\]\nindex-url = https:\/\/pypi\.example\.com\/simple\n.*Read-only file system\n$/,
    );
    writeFileSync(pip, "[global]\nindex-url = https://me:canary@other.example.com/simple\n");
    // The same file by the name of one that holds nothing but secrets.
    symlinkSync("dotfiles/npmrc", join(home, ".my.cnf"));
    await new Promise((later) => setTimeout(later, 600));
    expect((await run(`${both}; cat ~/.my.cnf`)).output).toBe(
      'npmRegistryServer: "https://npm.example.com"\n[global]\nindex-url = https://other.example.com/simple\n',
    );
  });

  test("a secret of the home stays hidden when a program of the person puts a new file in its place, or the first one", async () => {
    for (const folder of ["dotfiles", ".cargo"]) mkdirSync(join(home, folder));
    writeFileSync(join(home, "dotfiles/npmrc"), "canary\n");
    writeFileSync(join(home, ".cargo/config.toml"), "");
    symlinkSync("dotfiles/npmrc", join(home, ".npmrc"));
    const late = [".netrc", ".npmrc", "dotfiles/npmrc", ".git-credentials", ".cargo/credentials.toml"];
    const running = run(
      `cat ~/notes.txt; touch up; until [ -e go ]; do sleep 0.02; done; cd ~; cat ${late.join(" ")}; ls -A; cat notes.txt; touch x`,
    );
    await expect.poll(() => existsSync(join(root, "up")), { timeout: 20_000 }).toBe(true);
    for (const name of late) {
      writeFileSync(join(home, "new"), "canary\n");
      renameSync(join(home, "new"), join(home, name));
    }
    writeFileSync(join(root, "go"), "");
    const { output } = await running;
    expect(output).toMatch(/^read me\n[\s\S]*read me\n/);
    expect(output).toMatch(/x': Read-only file system/);
    expect(output).not.toContain("canary");
    expect(readdirSync(home).sort()).toEqual(
      [".aws", ".cargo", ".config", ".git-credentials", ".netrc", ".npmrc", ".ssh", "dotfiles", "notes.txt"].sort(),
    );
  });

  test("a protected file that a program of the person put anew while a command ran is told, as nothing lay on it any more", async () => {
    writeFileSync(join(root, ".mcp.json"), "{}\n");
    processes = createProcesses({
      root,
      environment: { ...process.env, HOME: home },
      openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
      watch: ({ tier }) => watchProtected({ roots: [root], own: [] }, tier),
      sandbox: { sandbox, writes: "workspace", isDemanded: true },
    });
    const running = run(
      "touch up; until echo evil >> .mcp.json && grep -q evil .mcp.json; do sleep 0.05; done 2>/dev/null; cat .mcp.json",
    );
    await expect.poll(() => existsSync(join(root, "up")), { timeout: 20_000 }).toBe(true);
    writeFileSync(join(root, "new"), "mine\n");
    renameSync(join(root, "new"), join(root, ".mcp.json"));
    expect((await running).output).toBe(
      "mine\nevil\n\n(replaced by another program while this command could change it; it starts programs or configures an agent: .mcp.json)\n",
    );
    expect(readFileSync(join(root, ".mcp.json"), "utf8")).toBe("mine\nevil\n");
  });

  test("a place that is hidden is told where a command that failed names it; settings of a formatter are seen", async () => {
    for (const [name, text] of [
      ["mytool/conf", "canary\n"],
      ["rustfmt/rustfmt.toml", "max_width = 80\n"],
    ] as const) {
      mkdirSync(dirname(join(home, ".config", name)), { recursive: true });
      writeFileSync(join(home, ".config", name), text);
    }
    const { output, confined } = await run("cat ~/.config/rustfmt/rustfmt.toml ~/.config/mytool/conf");
    expect(output).toMatch(/^max_width = 80\ncat: .*No such file/);
    expect(confined?.hidden).toEqual([join(home, ".config/mytool")]);
    expect((await run("cat ~/.config/rustfmt/none")).confined?.hidden).toBeUndefined();
  });

  test("a link in the working folder leads nowhere that its target is not open", async () => {
    symlinkSync(join(outside, "file"), join(root, "link"));
    symlinkSync(join(home, ".ssh"), join(root, "keys"));
    const { output } = await run(
      `echo no > link; cat keys/id_ed25519; ln -s ${outside} made; echo no > made/new; ln ${outside}/file hard; mv ${outside}/file .`,
    );
    expect(output).not.toContain("canary");
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("kept\n");
    expect(existsSync(join(outside, "new"))).toBe(false);
    expect(lstatSync(join(outside, "file")).nlink).toBe(1);
  });

  test("what starts programs or configures an agent stays as it is, under every name", async () => {
    const { output } = await run(
      "echo evil > .git/hooks/pre-commit; echo evil > .git/hooks/post-checkout; echo evil > .git/config; rm -rf .git/hooks; mv .git moved; mv .github g; " +
        "echo evil > .github/workflows/ci.yml; echo evil > .waymark/config.json; mv .waymark w; echo fine > .git/HEAD; echo fine > .github/CODEOWNERS; mv ../work ../elsewhere; ls -A; ls .git/hooks",
    );
    expect(output).toMatch(/\n\.git\n\.github\n\.waymark\na\.txt\npre-commit\n$/);
    expect(readFileSync(join(root, ".git/hooks/pre-commit"), "utf8")).toBe("old");
    expect(readFileSync(join(root, ".git/config"), "utf8")).toBe("[core]\n");
    expect(readFileSync(join(root, ".github/workflows/ci.yml"), "utf8")).toBe("on: push\n");
    expect(readFileSync(join(root, ".waymark/config.json"), "utf8")).toBe("{}");
    expect(readFileSync(join(root, ".git/HEAD"), "utf8")).toBe("fine\n");
    expect(readFileSync(join(root, ".github/CODEOWNERS"), "utf8")).toBe("fine\n");
  });

  test("git works, in a worktree too, but starts nothing that was not there", async () => {
    rmSync(join(root, ".git"), { recursive: true });
    const git = (...args: string[]): string =>
      execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
    git("init", "-q");
    git("config", "user.email", "a@b.c");
    git("config", "user.name", "a");
    expect((await run("git add a.txt && git commit -qm one && git log --oneline | wc -l")).output).toBe("1\n");
    git("worktree", "add", "-q", join(base, "tree"));
    const repository = root;
    root = join(base, "tree");
    await processes.close();
    sandbox.close();
    open();
    const { output } = await run(
      `echo two > two.txt; git add two.txt && git commit -qm two && git log --oneline | wc -l; echo evil > ${repository}/.git/hooks/evil; echo evil > ${repository}/a.txt`,
    );
    expect(output).toMatch(/^2\n[\s\S]*hooks\/evil: Read-only file system[\s\S]*a\.txt: Read-only file system/);
    expect(existsSync(join(repository, ".git/hooks/evil"))).toBe(false);
  });

  test("a worktree's file cannot open a folder that does not know it", async () => {
    rmSync(join(root, ".git"), { recursive: true });
    mkdirSync(join(outside, "worktrees", "x"), { recursive: true });
    writeFileSync(join(outside, "worktrees", "x", "gitdir"), `${join(base, "other")}\n`);
    writeFileSync(join(outside, "worktrees", "x", "commondir"), "../..\n");
    writeFileSync(join(root, ".git"), `gitdir: ${join(outside, "worktrees", "x")}\n`);
    expect((await run(`echo no > ${outside}/new`)).output).toContain("Read-only file system");
  });

  test("the processes of the machine cannot be seen, signalled or traced", async () => {
    const victim = spawn("sleep", ["300"], { env: { CANARY: "canary-of-another-process" } });
    try {
      const { output } = await run(
        `kill -0 ${victim.pid} && echo signalled; kill -9 ${victim.pid}; cat /proc/${victim.pid}/environ; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls /proc | grep -c '^[0-9]'`,
      );
      expect(output).not.toMatch(/signalled|canary/);
      expect(Number(output.trim().split("\n").at(-1))).toBeLessThan(10);
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
    } finally {
      victim.kill("SIGKILL");
    }
  });

  test("rights cannot be won back", async () => {
    const { output } = await run(
      "grep -E 'CapEff|CapPrm|NoNewPrivs' /proc/self/status; mount -o remount,rw,bind / && echo escaped; mount -t tmpfs x /mnt && echo escaped; unshare -Ur true && echo escaped; chroot / true && echo escaped; true",
    );
    expect(output).not.toContain("escaped");
    expect(output).toContain("CapEff:\t0000000000000000");
    expect(output).toMatch(/NoNewPrivs:\s1/);
  });

  test.skipIf(!/^(?:x64|arm64)$/.test(process.arch))(
    "system calls that reach the kernel's machinery are refused",
    async () => {
      const [ptrace, keyctl, ioUring, ioctl] = process.arch === "x64" ? [101, 250, 425, 16] : [117, 219, 425, 29];
      // PTRACE_TRACEME and KEYCTL_GET_KEYRING_ID are anybody's; TIOCSTI needs a terminal only after the filter.
      const code = `
      for ([${ptrace}, 0, 0, 0, 0], [${keyctl}, 0, -3, 0], [${ioUring}, 1, 0], [${ioctl}, 0, 0x5412, 0]) {
        my @call = map { $_ + 0 } @$_; my $r = syscall(shift @call, @call); printf "%d %s\n", $r, $r < 0 ? $! + 0 : "";
      }`;
      expect((await run(`grep ^Seccomp: /proc/self/status; perl -e '${code}'`)).output).toBe(
        "Seccomp:\t2\n-1 1\n-1 1\n-1 38\n-1 1\n",
      );
    },
  );

  test("a command that starts processes without end is ended, and the machine lives", async () => {
    // Sleeping ones, one after the other: a real bomb would also stop whatever else runs on this machine.
    const { output, exitCode } = await run("while :; do sleep 1000 & done 2>/dev/null");
    expect(exitCode).not.toBe(0);
    // For root the watch ends it; others meet the bound of the system first.
    if (process.getuid?.() === 0) expect(output).toContain("too many processes");
    expect((await run("echo alive")).output).toBe("alive\n");
  });

  test("whatever was left behind ends with the command", async () => {
    const { output } = await run(
      "setsid sh -c 'sleep 0.7; echo late > late' & nohup sleep 301 > /dev/null 2>&1 & echo started",
    );
    expect(output).toBe("started\n");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(existsSync(join(root, "late"))).toBe(false);
  });

  test("a command may tidy up when it is ended", async () => {
    const command = "trap 'echo tidied > tidied; exit' INT; echo up; while :; do sleep 0.05; done";
    expect(await run(command, { timeoutMs: 700 })).toMatchObject({ timedOut: true, output: "up\n" });
    expect(readFileSync(join(root, "tidied"), "utf8")).toBe("tidied\n");
  });
});

describe.skipIf(noBubblewrap !== undefined)("the network below bubblewrap", () => {
  const answer = (): Server => createServer((socket) => void socket.on("error", () => {}).end("reached\n"));
  const server = answer();
  const local = answer();
  let port: number;

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(() => {
    server.close();
    local.close();
  });

  test("is off, and on for a command that a person let through", async () => {
    const command = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`;
    const refused = await run(command);
    expect(refused).toMatchObject({ exitCode: 1, confined: { network: true, writes: false } });
    expect(refused.sandbox).toBe("bubblewrap: working folder writable, network off");
    expect(await run(command, { exception: "network" })).toMatchObject({ output: "reached\n", exitCode: 0 });
  });

  test("and sockets of other programs are out of reach, in /tmp, in /run and in the home", async () => {
    const path = join(home, ".agent.sock");
    await new Promise<void>((resolve) => void local.listen(path, resolve));
    const code = (socket: string): string =>
      `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); print connect($s, sockaddr_un("${socket}")) ? "reached" : "refused"'`;
    expect(execFileSync("sh", ["-c", code(path)], { encoding: "utf8" })).toBe("reached");
    expect((await run(code(path))).output).toBe("refused");
    const elsewhere = join(outside, "service.sock");
    const service = answer();
    await new Promise<void>((resolve) => void service.listen(elsewhere, resolve));
    utimesSync(elsewhere, 1_000_000, 1_000_000);
    await processes.close();
    sandbox.close();
    open();
    expect((await run(code(elsewhere))).output).toBe("refused");
    service.close();
    expect((await run("ls /run /var/run/ | grep -v : | grep -c .")).output).toBe("0\n");
  });
});

describe.skipIf(noBubblewrap !== undefined)("a list of hosts below bubblewrap", () => {
  let server: HttpServer;
  let port: number;
  let hosts: string[];

  beforeEach(async () => {
    server = createHttpServer((incoming, answer) => answer.end(`reached ${incoming.headers.host}`));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as { port: number });
    hosts = [`127.0.0.1:${port}`, "listed.example"];
    await processes.close();
    sandbox.close();
    const network = {
      hosts,
      open: (socketPath: string) =>
        startHostProxy({ socketPath, allowHosts: () => hosts, resolve: async () => ["10.0.0.1"] }),
    };
    open("workspace", network);
  });
  afterEach(() => void server.close());

  /** Asks the proxy that the environment names, as any program would; bash is all that is needed. */
  const ask = (url: string): string =>
    `p=\${HTTP_PROXY##*:}; exec 3<>/dev/tcp/127.0.0.1/$p; printf 'GET ${url} HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n' >&3; cat <&3`;

  test("listed ones are reached through the proxy, others are refused by name", async () => {
    const reached = await run(ask(`http://127.0.0.1:${port}/`));
    expect(reached.output).toContain(`reached 127.0.0.1:${port}`);
    expect(reached).toMatchObject({
      sandbox: `bubblewrap: working folder writable, network to 127.0.0.1:${port}, listed.example`,
      exitCode: 0,
    });
    expect(reached).not.toHaveProperty("refusedHosts");
    const refused = await run(`${ask("http://evil.example/")}; ${ask("http://listed.example/")}`);
    expect(refused.output).toContain("evil.example is not on the list of allowed hosts");
    expect(refused.output).toContain("listed.example: is at 10.0.0.1, private");
    expect(refused.refusedHosts).toEqual([
      "evil.example:80 (evil.example is not on the list of allowed hosts)",
      "listed.example:80 (listed.example: is at 10.0.0.1, private)",
    ]);
    expect((await run(`exec 3<>/dev/tcp/127.0.0.1/${port + 1} && cat <&3`)).exitCode).not.toBe(0);
  });

  test("a listed port of this machine answers where programs look for it", async () => {
    const get = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`;
    expect((await run(get)).output).toContain("reached");
    expect((await run(`${get} & ${get} & wait`)).output.match(/reached/g)).toHaveLength(2);
  });

  test("the list is looked at for every request, and a person may still open all of the network", async () => {
    await run("true");
    hosts.length = 0;
    expect((await run(ask(`http://127.0.0.1:${port}/`))).output).toContain("403 Forbidden");
    const direct = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET / HTTP/1.0\r\n\r\n' >&3; cat <&3`;
    expect((await run(direct, { exception: "network" })).output).toContain("reached");
  });

  test("the bridge neither holds the output nor waits to be waited for, and does not outlive the command", async () => {
    const { output, leftoversEnded } = await run("perl -e 'print wait(), qq{\\n}'; echo end");
    expect(output).toBe("-1\nend\n");
    expect(leftoversEnded).toBeUndefined();
  });
});

describe.skipIf(noBubblewrap !== undefined || process.getuid?.() !== 0)("below bubblewrap as root", () => {
  test("a working folder of somebody else can be written, and nothing else is won by that", async () => {
    chownSync(root, 65534, 65534);
    const { output } = await run(
      `echo x > mine && cat mine; echo no > ${outside}/file; mount -o remount,rw,bind / && echo escaped; grep CapEff /proc/self/status`,
    );
    expect(output).toMatch(/^x\n/);
    expect(output).not.toContain("escaped");
    // CAP_DAC_OVERRIDE and CAP_FOWNER alone.
    expect(output).toContain("CapEff:\t000000000000000a");
  });

  test("a socket in a closed folder of somebody else keeps no command from starting, and is out of its reach", async () => {
    const closed = join(outside, "closed");
    const path = join(closed, "service.sock");
    mkdirSync(closed);
    const service = createServer((socket) => void socket.end("reached\n"));
    await new Promise<void>((resolve) => void service.listen(path, resolve));
    utimesSync(path, 1_000_000, 1_000_000);
    chmodSync(closed, 0o700);
    chownSync(closed, 65534, 65534);
    const connect = `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); print connect($s, sockaddr_un("${path}")) ? "reached" : "refused"'`;
    expect((await run(connect)).output).toBe("refused");
    service.close();
  });
});

describe("where there is no sandbox", () => {
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill());

  test("a demanded one is missed aloud, an optional one is named in every result", async () => {
    const none = {
      state: async () => ({ tier: "none", why: "it is not installed" }) as const,
      confine: <T>(start: T) => start,
      confineInTurns: async <T>(start: T) => start,
    };
    const make = (isDemanded: boolean): Processes =>
      createProcesses({
        root,
        environment: process.env,
        openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
        sandbox: { sandbox: none, writes: "workspace", isDemanded },
      });
    const request = { command: "echo ran", timeoutMs: 10_000 };
    await expect(make(true).run(request, new AbortController().signal)).rejects.toThrow("There is no sandbox");
    const optional = make(false);
    expect(await optional.run(request, new AbortController().signal)).toMatchObject({
      output: "ran\n",
      sandbox: "none (it is not installed)",
    });
    await optional.close();
  });
});

test("what hides a folder that is worked in stays open", () => {
  const all = hiddenPaths({ home, environment: {}, own: [own], roots: [root] }).map(({ path }) => path);
  expect(all).toContain(join(home, ".ssh"));
  const within = hiddenPaths({ home, environment: {}, own: [own], roots: [join(home, ".ssh", "project")] });
  expect(within.map(({ path }) => path)).not.toContain(join(home, ".ssh"));
});

test("what is a person's alone by its form is hidden, whichever program it is of; what commands find their settings in is not", () => {
  const own = join(home, "form");
  const theirs = [
    ...[".tool_history", ".local/share/shell/shell_history", ".config/some-browser/Default/x", ".config/editor/User/y"],
    ...[".some-wallet/keystore/k", ".local/share/chat/tdata/k", "snap/app/x", ".var/app/org.app/x", ".cache/hub/token"],
    ...[".Xauthority", ".agent/auth.json"],
  ];
  const ofCommands = [
    ".config/git/config",
    ".config/emacs/bin/doom",
    ".cargo/bin/tool",
    ".nvm/nvm.sh",
    ".local/bin/x",
    "Documents/x",
  ];
  for (const name of [...theirs, ...ofCommands]) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    writeFileSync(join(own, name), "x");
  }
  const environment = { PATH: `/usr/bin:${join(own, ".config/emacs/bin")}` };
  const paths = hiddenPaths({ home: own, environment, own: [], roots: [root] }).map(({ path }) => path);
  const isHidden = (name: string): boolean => paths.some((path) => isInside(join(realpathSync(own), name), path));
  expect(theirs.filter((name) => !isHidden(name))).toEqual([]);
  expect(ofCommands.filter(isHidden)).toEqual([]);
  rmSync(own, { recursive: true });
});

test("what variables say of where keys are is hidden there, and what the system knows as the home too", () => {
  const place = join(home, "moved");
  const files = [
    "aws",
    "token",
    "kube/a",
    "kube/b",
    "cargo/credentials.toml",
    "config/gh/hosts.yml",
    "codex/auth.json",
  ];
  for (const name of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), "x");
  }
  const environment = {
    AWS_SHARED_CREDENTIALS_FILE: join(place, "aws"),
    BANK_TOKEN_FILE: join(place, "token"),
    KUBECONFIG: `${join(place, "kube/a")}:${join(place, "kube/b")}:kube/c`,
    CARGO_HOME: join(place, "cargo"),
    XDG_CONFIG_HOME: join(place, "config"),
    CODEX_HOME: join(place, "codex"),
    HISTFILE: "/dev/null",
    GNUPGHOME: dirname(home),
    API_KEY_DIR: place,
  };
  const paths = hiddenPaths({ home, environment, own: [], roots: [root] }).map(({ path }) => path);
  const real = realpathSync(place);
  expect(paths).toEqual(
    expect.arrayContaining(
      ["aws", "cargo/credentials.toml", "codex", "config/gh", "kube/a", "kube/b", "token"].map((name) =>
        join(real, name),
      ),
    ),
  );
  expect(paths).not.toContain("/dev/null");
  expect(paths).not.toContain(real);
  expect(paths.some((path) => home.startsWith(path))).toBe(false);
  rmSync(place, { recursive: true });
});

test.skipIf(process.platform !== "linux")(
  "a socket that somebody listens on is hidden in a folder that is worked in, wherever that lies",
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "waymark-sockets-")));
    const server = createServer().listen(join(folder, "socket"));
    try {
      const hidden = (roots: readonly string[]): readonly string[] =>
        hiddenPaths({ home, environment: {}, own: [], roots }).map(({ path }) => path);
      await expect.poll(() => hidden([folder])).toContain(join(folder, "socket"));
      expect(hidden([dirname(folder)])).toContain(join(folder, "socket"));
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  },
);

test("the profile for macOS opens the working folder and closes what is in it again", () => {
  const view = {
    roots: [root],
    hidden: [{ path: "/h/.ssh", kind: "folder" as const }],
    privateTemporary: "/private/t",
    environment: {},
  };
  const profile = atOnce(seatbeltProfile({ reads: "machine", writes: "workspace", network: "off" }, view)).split("\n");
  const at = (line: string): number => profile.indexOf(line);
  expect(profile.slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
  expect(at(`(allow file-write* (subpath "${root}"))`)).toBeGreaterThan(0);
  expect(at(`(deny file-write* (subpath "${root}/.git/hooks"))`)).toBeGreaterThan(
    at(`(allow file-write* (subpath "${root}"))`),
  );
  expect(at('(deny file-read* file-write* (subpath "/h/.ssh"))')).toBeGreaterThan(at("(allow file-read*)"));
  expect(profile.at(-1)).toBe("(deny network*)");
});

import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandRequest, Processes } from "../../core/ports/processes.ts";
import { createProcesses } from "../processes/processes.ts";
import { availableEngines } from "./engines.ts";
import { watchProtected } from "./protected-watch.ts";
import { createSandbox, type OpenSandbox } from "./sandbox.ts";

const PLACE = join(homedir(), ".cache");
mkdirSync(PLACE, { recursive: true });
/** A tier is proven once for all of these tests. */
const PROOFS = mkdtempSync(join(tmpdir(), "waymark-proofs-"));
afterAll(() => rmSync(PROOFS, { recursive: true, force: true }));

/** The tiers that hold on this machine; what is not tried is said. */
const here = availableEngines({ environment: process.env, roots: [] }).engines.map(({ tier }) => tier);
for (const tier of ["bubblewrap", "landlock"] as const)
  if (!here.includes(tier)) console.warn(`Limits at files are not tried under ${tier}: it is not here.`);

let base: string;
let root: string;
let own: string;
let sandbox: OpenSandbox | undefined;
let processes: Processes;

function place(name = "work"): void {
  base = realpathSync(mkdtempSync(join(PLACE, "waymark-limits-")));
  root = join(base, name);
  own = join(base, "home/.config/waymark");
  for (const [path, text] of Object.entries({
    [`${name}/a.txt`]: "plain\n",
    [`${name}/.env`]: "KEY=canary\n",
    [`${name}/deep/er/id_rsa`]: "canary\n",
    [`${name}/deep/credentials.json`]: "canary\n",
    [`${name}/sub/.git/HEAD`]: "ref: refs/heads/main\n",
    [`${name}/sub/.git/config`]: "[core]\n",
    [`${name}/sub/.vscode/tasks.json`]: "{}\n",
    "home/notes": "canary\n",
    "outside/notes": "canary\n",
  })) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  symlinkSync(join(base, "outside"), join(root, "way"));
}

function open(tier: "bubblewrap" | "landlock" | "none", reads: "no" | "files" = "no"): void {
  const home = join(base, "home");
  sandbox =
    tier === "none"
      ? undefined
      : createSandbox({
          roots: [root],
          home,
          environment: process.env,
          own: [own],
          cacheFolder: PROOFS,
          tiers: [tier],
        });
  processes = createProcesses({
    root,
    environment: { ...process.env, HOME: home },
    openOutput: () => ({ handle: "out-1", append: () => {}, close: () => {} }),
    watch: ({ tier: used }) => watchProtected({ roots: [root], own: [own] }, used),
    ...(sandbox && { sandbox: { sandbox, writes: "workspace", isDemanded: true, reads: async () => reads } }),
  });
}

const run = async (command: string, more: Partial<CommandRequest> = {}): Promise<string> =>
  (await processes.run({ command, timeoutMs: 60_000, ...more }, new AbortController().signal)).output;

/** Of a process by its number; empty where it is none, or gone. */
const commandLineOf = (pid: string): string => attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
const placeOf = (pid: string): string => attempt(() => readlinkSync(`/proc/${pid}/cwd`));
function attempt(look: () => string): string {
  try {
    return look();
  } catch {
    return "";
  }
}

beforeEach(() => place());
afterEach(async () => {
  await processes.close();
  sandbox?.close();
  rmSync(base, { recursive: true, force: true });
});

const SETTLERS = [
  "mkdir .claude && echo '{}' > .claude/settings.json",
  "echo '{}' > .mcp.json",
  "mkdir -p .husky && echo evil > .husky/pre-commit",
  "mkdir .vscode; echo '{}' > .vscode/tasks.json",
  "mkdir .waymark; echo '{}' > .waymark/config.json",
  "mkdir sub/.git/hooks && echo evil > sub/.git/hooks/pre-commit",
  "git config -f sub/.git/config core.fsmonitor evil",
  "git init -q new && echo evil > new/.git/hooks/post-checkout",
  "git init -q . && echo evil > .git/hooks/post-merge",
  "ln -s /nowhere .cursor",
  "mkdir -p .github/workflows && echo 'on: push' > .github/workflows/x.yml",
  "mkdir t && echo evil > t/envrc && mv t/envrc .envrc",
  "mkdir -p other/hooks && git init -q . && echo ../other > .git/commondir",
  "mkdir -p sub/.git/modules/m/hooks && echo x > sub/.git/modules/m/HEAD && echo evil > sub/.git/modules/m/hooks/post-checkout",
  "for i in $(seq 3000); do : > deep/$i; done; mkdir -p deep/er/.claude && echo '{}' > deep/er/.claude/settings.json",
  "mkdir deep/.git deep/.git/hooks; echo evil > deep/.git/hooks/pre-push",
] as const;

describe.each(["bubblewrap", "landlock"] as const)("below %s", (tier) => {
  describe.skipIf(!here.includes(tier))("(needs it)", () => {
    test("what only reads sees the plain files of the working folder and no more", async () => {
      open(tier, "files");
      expect(await run("cat a.txt")).toBe("plain\n");
      const output = await run(
        `cat .env deep/er/id_rsa way/* ${base}/outside/notes ~/notes; grep -rn . . ; grep -R canary .; find -L . -type f -exec cat {} + ; cat /etc/shadow`,
      );
      expect(output).not.toContain("canary");
      expect(output).toContain("plain");
      await run("echo no > a.txt; rm -f a.txt; touch made; mkdir .husky");
      expect(readdirSync(root)).toEqual([".env", "a.txt", "deep", "sub", "way"]);
      expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("plain\n");
    });

    test("names that are no text hide nothing: what lies there is masked, and taken back", async () => {
      const odd = (path: string): Buffer => Buffer.from(`${root}/${path}`, "latin1");
      for (const folder of ["deep/f\xff o\\lder", "deep/f\xff o\\lder/.vscode"]) mkdirSync(odd(folder));
      for (const file of [".env", "id_rsa", "plain", ".vscode/tasks.json"])
        writeFileSync(odd(`deep/f\xff o\\lder/${file}`), file === "plain" ? "plain\n" : "canary\n");
      writeFileSync(odd("deep/\xe9.pem"), `-----BEGIN ${"PRIVATE"} KEY-----\ncanary\n`);
      open(tier, "files");
      const read = await run("cat deep/*/.env deep/*/id_rsa deep/*.pem deep/*/plain");
      expect(read).not.toContain("canary");
      expect(read).toContain("plain\n");
      open(tier);
      const written = await run("cd deep/f*; echo '{}' > .mcp.json; echo evil > .vscode/tasks.json; echo x > fine");
      expect(written).toContain("deep/f\\xFF o\\lder/.mcp.json, deep/f\\xFF o\\lder/.vscode/tasks.json)");
      expect(existsSync(odd("deep/f\xff o\\lder/.mcp.json"))).toBe(false);
      expect(readFileSync(odd("deep/f\xff o\\lder/.vscode/tasks.json"), "utf8")).toBe("canary\n");
      expect(readFileSync(odd("deep/f\xff o\\lder/fine"), "utf8")).toBe("x\n");
    });

    test("what it reads has no network", async () => {
      open(tier, "files");
      expect(
        await run("exec 3<>/dev/tcp/127.0.0.1/9 && echo open; ls | sort | head -2; wc -l < a.txt; git --version"),
      ).toMatch(/(?:unreachable|not permitted|refused|denied|supported)[\s\S]*a\.txt\ndeep\n1\ngit version/);
    });

    test.each(SETTLERS)("takes back what would start programs: %s", async (command) => {
      open(tier);
      const before = readdirSync(root, { recursive: true }).length;
      const output = await run(`${command}; echo done; touch fine.txt`);
      expect(output).toContain("done\n");
      expect(output).toMatch(/\(taken back, because it starts programs or configures an agent: \S+/);
      const names = readdirSync(root, { recursive: true, encoding: "utf8" });
      const live = names.filter(
        (name) =>
          !name.includes(".taken-back") &&
          /evil|settings\.json|\.mcp|\.husky|\.cursor|\.envrc|workflows|\.git\/commondir$|hooks\/p(?:re|ost)-\w+$/.test(
            name,
          ),
      );
      expect(live.filter((name) => name !== "sub/.vscode/tasks.json")).toEqual([]);
      expect(names.length).toBeGreaterThan(before);
      expect(existsSync(join(root, "fine.txt"))).toBe(true);
      expect(readFileSync(join(root, "sub/.git/config"), "utf8")).toBe("[core]\n");
    });

    test("what is there already is put back as it was", async () => {
      chmodSync(join(root, "sub/.vscode/tasks.json"), 0o640);
      open(tier);
      const output = await run("echo evil > sub/.vscode/tasks.json; rm -rf deep");
      expect(output).toContain("taken back, because it starts programs or configures an agent: sub/.vscode/tasks.json");
      expect(readFileSync(join(root, "sub/.vscode/tasks.json"), "utf8")).toBe("{}\n");
    });

    test.each([
      ["a folder exchanged for a link", "mv sub/.vscode sub/gone; mv sub kept; ln -s ../home sub"],
      ["a folder above exchanged for a link", "mkdir x; mv sub x/sub; mv deep gone; ln -s ../home deep"],
      ["a folder for hooks that lies elsewhere", "git config -f sub/.git/config core.hooksPath $PWD/../home/.vscode"],
    ])("what is put back never leads out of the working folder: %s", async (_, command) => {
      for (const path of ["home/.vscode/tasks.json", "home/er/.vscode/tasks.json"]) {
        mkdirSync(dirname(join(base, path)), { recursive: true });
        writeFileSync(join(base, path), "mine\n");
      }
      mkdirSync(join(root, "deep/er/.vscode"));
      writeFileSync(join(root, "deep/er/.vscode/tasks.json"), "theirs\n");
      open(tier);
      await run(command);
      // The sandbox makes our own folder where it is not there yet.
      const names = readdirSync(join(base, "home"), { recursive: true, encoding: "utf8" });
      expect(names.filter((name) => !name.startsWith(".config")).sort()).toEqual(
        [".vscode", ".vscode/tasks.json", "er", "er/.vscode", "er/.vscode/tasks.json", "notes"].sort(),
      );
      expect(readFileSync(join(base, "home/.vscode/tasks.json"), "utf8")).toBe("mine\n");
      expect(readFileSync(join(base, "home/er/.vscode/tasks.json"), "utf8")).toBe("mine\n");
    });

    test.each([
      [
        "it left its group, its session and its environment",
        "use POSIX; exit if fork; setsid(); exit if fork; %ENV = ()",
      ],
      ["it heeds no signal", "$SIG{INT} = $SIG{TERM} = 'IGNORE'; exit if fork"],
      [
        "it would change its mark",
        "my $new = pack('Q2', 7, 7); syscall(160, 10, $new); syscall(302, 0, 10, $new, 0); exit if fork; setpgrp; %ENV = ()",
      ],
    ])("what a command leaves behind writes nothing after the look at its end: %s", async (_, leave) => {
      open(tier);
      writeFileSync(
        join(root, "left.pl"),
        `${leave}; close $_ for *STDIN, *STDOUT, *STDERR; open(my $up, ">", "up"); close $up; sleep 3; open(my $hook, ">", ".mcp.json"); print $hook "evil"; close $hook; sleep 60`,
      );
      await run("env -i perl left.pl; until [ -e up ]; do sleep 0.05; done");
      const left = () => readdirSync("/proc").filter((pid) => commandLineOf(pid).includes("perl\0left.pl"));
      const names = () => left().filter((pid) => placeOf(pid) === root);
      await expect.poll(names).toEqual([]);
      expect(existsSync(join(root, ".mcp.json"))).toBe(false);
    });

    test("everyday work is not held up", async () => {
      open(tier);
      const output = await run(
        "git init -q new && cd new && git config user.email a@b && git config user.name a && echo x > f && git add f && git commit -qm x && git checkout -q -b y && cd .. && mkdir -p node_modules/x && echo '{}' > node_modules/x/.npmrc && echo done",
      );
      expect(output).toBe("done\n");
    });

    test("a worktree of the repository is everyday work, until it reads its settings from elsewhere", async () => {
      open(tier);
      const author = "git -c user.email=a@b -c user.name=a";
      const begin = `git init -q . && ${author} commit -q --allow-empty -m x && git worktree add -q tree HEAD`;
      expect(await run(`${begin} && git worktree list | wc -l`)).toBe("2\n");
      const bent = await run("mkdir evil && echo ../../../evil > .git/worktrees/tree/commondir; echo done");
      expect(bent).toContain(
        "taken back, because it starts programs or configures an agent: .git/worktrees/tree/commondir",
      );
      expect(readFileSync(join(root, ".git/worktrees/tree/commondir"), "utf8")).toBe("../..\n");
    });

    test("Waymark's own folders cannot be made where they are not yet, nor with the home as working folder", async () => {
      await Promise.resolve();
      rmSync(base, { recursive: true, force: true });
      place("home");
      open(tier);
      await run(
        'mkdir -p ~/.config/waymark ~/.local/state; echo \'{"permissionMode":"bypassPermissions"}\' > ~/.config/waymark/config.json',
      );
      expect(existsSync(join(own, "config.json"))).toBe(false);
    });
  });
});

describe("without a sandbox", () => {
  test("what was changed is told, and what Waymark allows is put back", async () => {
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "config.json"), "{}\n");
    open("none");
    const output = await run(
      `echo '{"a":1}' > ${own}/config.json; echo x > ${own}/commands; mkdir .husky; echo hook > .husky/pre-commit`,
    );
    expect(output).toContain("(changed meanwhile; it starts programs or configures an agent: .husky)");
    expect(output).toContain("put back, because no command changes what Waymark allows");
    expect(readFileSync(join(own, "config.json"), "utf8")).toBe("{}\n");
    expect(readFileSync(join(own, "config.json.taken-back"), "utf8")).toBe('{"a":1}\n');
    expect(existsSync(join(own, "commands"))).toBe(false);
    expect(existsSync(join(root, ".husky/pre-commit"))).toBe(true);
  });

  test("a second name for a protected file changes nothing about that", async () => {
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "config.json"), "{}\n");
    linkSync(join(own, "config.json"), join(root, "same"));
    open("none");
    expect(await run("echo evil > same")).toContain("put back");
    expect(readFileSync(join(own, "config.json"), "utf8")).toBe("{}\n");
  });
});

test.runIf(here.includes("bubblewrap"))(
  "what is hidden is told of where its whole name stands, not another's",
  async () => {
    open("bubblewrap", "files");
    const toldOf = async (command: string) =>
      (await processes.run({ command, timeoutMs: 60_000 }, new AbortController().signal)).confined?.masked;
    expect(await toldOf("cat .env")).toEqual([".env"]);
    expect(await toldOf("cat deep/er/id_rsa; echo 'see .env.'")).toEqual(
      expect.arrayContaining([".env", "deep/er/id_rsa"]),
    );
    expect(await toldOf("cat .env.example id_rsa.pub my.env .env-old 2>&1")).toBeUndefined();
  },
);

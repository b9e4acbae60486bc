import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Confinement, ProgramStart } from "../../core/ports/processes.ts";
import { availableEngines } from "./engines.ts";
import { createSandbox, type OpenSandbox } from "./sandbox.ts";

const isHere = availableEngines({ environment: process.env, roots: [] }).engines.some(
  ({ tier }) => tier === "bubblewrap",
);
if (!isHere) console.warn("What is really mounted is not tried: bubblewrap is not here.");

let base: string;
let sandbox: OpenSandbox;

beforeEach(() => {
  mkdirSync(join(homedir(), ".cache"), { recursive: true });
  base = mkdtempSync(join(homedir(), ".cache", "waymark-mounts-"));
  for (const path of [
    "work/.github/workflows/ci.yml",
    "work/with space/x",
    "work/deep/.env",
    "home/workflows/ci.yml",
    "home/.env",
  ]) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), "theirs\n");
  }
});
afterEach(() => {
  sandbox.close();
  for (const path of [base, `${base}-before`]) rmSync(path, { recursive: true, force: true });
});

const WORKING: Confinement = { writes: "workspace", network: "off", reads: "machine" };
const LOOKING: Confinement = { writes: "nothing", network: "off", reads: "workspace" };

type Ran = Readonly<Record<"stderr" | "stdout", string> & { status: number | null }>;

/** Runs a command for which the sandbox was laid out before `change`. What others listen on in the home may go away meanwhile: then all is as before, and done anew. */
async function runAfter(change: () => void, ...more: Command): Promise<Ran> {
  const before = `${base}-before`;
  for (;;) {
    cpSync(base, before, { recursive: true, verbatimSymlinks: true });
    const ran = await runOnce(change, ...more);
    const isOurs = !ran.stderr.startsWith("bwrap: ") || ran.stderr.includes(base);
    if (isOurs) rmSync(before, { recursive: true });
    if (isOurs) return ran;
    sandbox.close();
    rmSync(base, { recursive: true });
    renameSync(before, base);
  }
}

type Command = [command: string, confinement?: Confinement, added?: readonly string[], work?: string];

async function runOnce(change: () => void, ...more: Command): Promise<Ran> {
  const start = await confined(...more);
  change();
  return run(start);
}

async function confined(
  ...[command, confinement = WORKING, added = [], work = "work"]: Command
): Promise<ProgramStart> {
  sandbox = createSandbox({
    roots: [join(base, work), ...added.map((one) => join(base, one))],
    home: join(base, "home"),
    environment: process.env,
    own: [join(base, "home/.config/waymark")],
    cacheFolder: join(base, "cache"),
    tiers: ["bubblewrap"],
  });
  expect(await sandbox.state()).toMatchObject({ tier: "bubblewrap" });
  const parameters = ["-c", `cd '${base}/${work}' && ${command}`];
  const environment = { PATH: process.env["PATH"] ?? "", HOME: join(base, "home") };
  return sandbox.confine({ program: "/bin/sh", parameters, environment }, confinement);
}

function run(start: ProgramStart): Ran {
  const files = (start.files ?? []).map((path) => openSync(path, "r"));
  const { status, stderr, stdout } = spawnSync(start.program, start.parameters, {
    env: start.environment,
    stdio: ["ignore", "pipe", "pipe", ...files, ...(start.tells ?? [])],
    encoding: "utf8",
  });
  for (const file of files) closeSync(file);
  return { status, stderr, stdout };
}

function exchange(folder: string): void {
  renameSync(join(base, folder), join(base, "work/gone"));
  symlinkSync("../home", join(base, folder));
}

describe.skipIf(!isHere)("what is really mounted", () => {
  test("is what was meant, in a folder with a space too", async () => {
    const done = await runAfter(() => {}, "echo x > made; echo x > .github/made; cat deep/.env", WORKING, [
      "work/with space",
    ]);
    expect(done).toEqual({ status: 0, stderr: "", stdout: "theirs\n" });
  });

  test.each([
    ["a folder of the project", "work/.github", []],
    ["an added folder in another", "work/with space", ["work/with space"]],
  ])("is not what a link leads to that came meanwhile: %s", async (_, folder, added) => {
    const done = await runAfter(() => exchange(folder), "echo x > ../home/made", WORKING, added);
    expect(done).toEqual({
      status: 126,
      stderr: expect.stringContaining("was exchanged while the sandbox was laid out; nothing was run"),
      stdout: "",
    });
    expect(existsSync(join(base, "home/made"))).toBe(false);
  });

  // Bubblewrap looks up what is mounted a moment before the place for it: by then that may be what it was again.
  test.each([
    ["where is worked", WORKING, ["work/with space"], "work"],
    ["where is only looked", LOOKING, ["work/with space"], "work"],
    ["in a second working tree", WORKING, [], "tree"],
  ])("is nowhere what a link led to for a moment: %s", async (_, confinement, added, work) => {
    for (const name of ["work/.claude", "work/.husky", "home/.ssh"]) mkdirSync(join(base, name));
    for (const name of ["work/.mcp.json", "home/.netrc"]) writeFileSync(join(base, name), "");
    const git = ["-C", join(base, "work"), "-c", "user.name=a", "-c", "user.email=a@b.c"];
    for (const words of ["init -q", "commit -q --allow-empty -m x", "worktree add -q ../tree"])
      expect(spawnSync("git", [...git, ...words.split(" ")]).status).toBe(0);
    const start = await confined("echo ran", confinement, added, work);
    expect(run(start).stdout).toBe("ran\n");
    const places = start.parameters.flatMap((option, at) => {
      const [source, place] = start.parameters.slice(at + 1);
      const isOne = /^--(?:ro-)?bind(?:-try)?$/.test(option) && source === place && place?.startsWith(`${base}/`);
      return isOne ? [{ at: at + 1, place: place ?? "" }] : [];
    });
    const below = places.filter(({ place }) => places.some((one) => place.startsWith(`${one.place}/`)));
    expect(below.length).toBeGreaterThan(0);
    for (const { at, place } of below) {
      const led = join(base, "home", lstatSync(place).isDirectory() ? ".ssh" : ".netrc");
      const done = run({ ...start, parameters: start.parameters.with(at, led) });
      expect([place, done.status, done.stdout]).toEqual([place, 126, ""]);
    }
  });

  test("leaves no secret open that was to be covered", async () => {
    expect(await runAfter(() => {}, "cat deep/.env", LOOKING)).toMatchObject({ stdout: "" });
    sandbox.close();
    const done = await runAfter(() => exchange("work/deep"), "cat gone/.env", LOOKING);
    expect(done.status).not.toBe(0);
    expect(done.stdout).toBe("");
  });

  test("is held against all that was meant, however long the list of it is", async () => {
    const name = (index: number): string => `.claude-${"x".repeat(200)}${String(index).padStart(3, "0")}`;
    for (let index = 0; index < 350; index++) writeFileSync(join(base, "work", name(index)), "");
    const change = (): void => {
      rmSync(join(base, "work", name(349)));
      symlinkSync("../home/.env", join(base, "work", name(349)));
    };
    expect(await runAfter(() => {}, "echo ran")).toMatchObject({ status: 0, stdout: "ran\n" });
    expect(await runAfter(change, "echo ran")).toMatchObject({ status: 126, stdout: "" });
  });

  test("is never less than what was meant: of more than can be covered nothing is run, and what they are is told", async () => {
    for (let index = 0; index < 1_001; index++) writeFileSync(join(base, `work/.claude-${index}`), "");
    await expect(runAfter(() => {}, "echo ran")).rejects.toThrow(
      /work has 1001 of them \(\.claude-0, .*nothing was run/,
    );
  });
});

test.skipIf(!isHere)(
  "the bit for the group is refused as it was at first, whatever a command leads .git to since",
  async () => {
    mkdirSync(join(base, "home/shared"));
    chmodSync(join(base, "home/shared"), 0o2755);
    await runAfter(() => {}, "true");
    symlinkSync(join(base, "home/shared"), join(base, "work/.git"));
    const parameters = ["-c", `cd '${base}/work' && echo > made && chmod 2755 made`];
    const start = sandbox.confine(
      { program: "/bin/sh", parameters, environment: { PATH: process.env["PATH"] ?? "" } },
      WORKING,
    );
    expect(start.files?.filter((path) => path.includes("setGroup"))).toEqual([]);
  },
);

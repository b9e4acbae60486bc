import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { rounds } from "../../../../test/rounds.ts";
import { ProtectedMemory } from "../protected-memory.ts";
import { watchProtected } from "../protected-watch.ts";

/** A look and its end, while other processes exchange everything for links to a home all the time. */

const CANARY = "tulip-harbour-of-the-person";
const SECRETS = [
  ".ssh/id_rsa",
  ".netrc",
  ".mcp.json",
  ".vscode/tasks.json",
  ".git/config",
  ".git/packed-refs",
  ".git/shallow",
];
const IN_GIT = [
  "HEAD",
  "objects/x",
  "refs/x",
  "hooks/pre-commit",
  "config",
  "commondir",
  "info/grafts",
  "refs/replace/y",
];

/** Exchanges names, each with the link to the home that stands beside it: renameat2 with RENAME_EXCHANGE. */
const EXCHANGER = `
use strict; $| = 1; my ($call, @names) = @ARGV; print "begun\\n"; my $end = time + 120;
while (time < $end) { for my $name (@names) { syscall($call + 0, -100, $name, -100, "$name.link", 2) } select(undef, undef, undef, 0.0003 * rand 4) }
`;
const CALLS: Readonly<Record<string, number>> = { x64: 316, arm64: 276 };

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-held-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
};

/** Whatever is below, each by its path and its bytes; links are not followed. */
function allBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    return one.isDirectory() ? allBelow(path) : [`${path}: ${one.isFile() ? readFileSync(path, "latin1") : ""}`];
  });
}

const hasPerl = spawnSync("perl", ["-v"]).status === 0;
if (!hasPerl) console.warn("The test of exchanged folders is skipped: no perl.");

test.skipIf(!hasPerl || CALLS[process.arch] === undefined || process.platform !== "linux")(
  "nothing of elsewhere is kept, told, written or opened, whatever is exchanged for links during looks",
  async () => {
    for (const path of [...SECRETS, ...IN_GIT.map((name) => `.git/${name}`), "closed/x"])
      write(`home/${path}`, `${CANARY}\n`);
    write("home/.git/HEAD", `ref: refs/heads/${CANARY}\n`);
    write("home/.git/config", `[core]\n\tfsmonitor = ${CANARY}\n`);
    const mode = statSync(join(base, "home/closed")).mode;
    const names = ["sub", "deep/sub", "deep", ".git", "a/.vscode", "a/b/.ssh", "repo/.git", "bare"];
    for (const name of names)
      for (const path of [...SECRETS.slice(0, 4), ...IN_GIT, "id_rsa", "tasks.json"])
        if (!existsSync(join(base, "work", name, path)))
          write(`work/${name}/${path}`, path === "HEAD" ? "ref: refs/heads/main\n" : "mine\n");
    for (const name of names)
      symlinkSync(
        join(
          base,
          "home",
          name.endsWith(".git") ? ".git" : name.endsWith(".ssh") ? ".ssh" : name.endsWith(".vscode") ? ".vscode" : "",
        ),
        join(base, "work", `${name}.link`),
      );
    const exchanger = spawn("perl", ["-e", EXCHANGER, `${CALLS[process.arch]}`, ...names], { cwd: join(base, "work") });
    onTestFinished(() => void exchanger.kill("SIGKILL"));
    await once(exchanger.stdout, "data");
    const work = join(base, "work");
    const [memory, noted] = [new ProtectedMemory(), join(base, "noted")];
    const told: string[] = [];
    for (let round = 0; round < rounds(60); round++) {
      const watching = await watchProtected({ roots: [work], own: [], noted: [noted] }, "landlock", memory);
      told.push(...allBelow(noted));
      await new Promise((resume) => setTimeout(resume, round % 5));
      told.push((await watching.end({ mayTakeBack: true })).join("\n"));
    }
    exchanger.kill("SIGKILL");
    await once(exchanger, "close");
    const inBase64 = Buffer.from(CANARY).toString("base64").slice(0, -4);
    expect(told.join("\n").length).toBeGreaterThan(0);
    const seen = [...told, ...allBelow(work), ...allBelow(noted)];
    expect(seen.filter((text) => text.includes(CANARY) || text.includes(inBase64))).toEqual([]);
    expect(statSync(join(base, "home/closed")).mode).toBe(mode);
  },
);

import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import { makePlace, type Place, runWaymark } from "../e2e/run-waymark.ts";
import { rounds } from "../rounds.ts";

const FILES = process.env["WAYMARK_KILLS"] === undefined ? 150 : 500;
/** How many undos are killed all over their work; the full matrix of the fault runner takes more. */
const KILLS = Math.max(1, Math.round(Number(process.env["WAYMARK_KILLS"] ?? rounds(16)) / 4));

/** And before each of its last changes, by which it is noted as done. */
const LAST_CHANGES = 6;

let place: Place;
beforeAll(() => {
  place = makePlace(
    Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`d${n % 10}/f${n}.txt`, `before ${n}\n`])),
  );
});
afterAll(() => place.remove());

/** One hash over the names, permissions and contents of the working folder. */
function treeHash(): string {
  const hash = createHash("sha256");
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const stat = lstatSync(path);
      hash.update(`${path}\0${stat.mode}\0`);
      if (stat.isDirectory()) visit(path);
      else hash.update(readFileSync(path));
    }
  };
  visit(place.cwd);
  return hash.digest("hex");
}

/** Changes on disk are counted, not time: the moment of a kill is the same on every machine, however busy it is. */
const COUNTING = { NODE_OPTIONS: `--import=${pathToFileURL(resolve("test/fixtures/kill-before-change.mjs"))}` };

/** How many changes on disk a command makes. */
async function changesOf(args: readonly string[]): Promise<number> {
  const note = join(place.home, "changes");
  const { code, stderr } = await runWaymark(args, { ...place, environment: { ...COUNTING, CHANGES_NOTE: note } });
  expect(code, stderr).toBe(0);
  return Number(readFileSync(note, "utf8"));
}

test(
  `after a kill at any of ${KILLS + LAST_CHANGES} moments of an undo of ${FILES} files, the next start has all of them or none`,
  async () => {
    const before = treeHash();
    const command = "for f in d*/f*; do echo after > $f; done; rm -r d3; mkdir new; echo x > new/file; chmod 700 d4";
    const server = await startOpenAiChat([{ calls: [{ name: "shell", input: { command } }] }, { text: "done" }]);
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const flags = ["-m", "openai-compatible/m", "--permission-mode", "bypassPermissions"];
    const run = await runWaymark(["-p", "go", ...flags], { ...place, environment });
    expect(run.code, run.stderr).toBe(0);
    const after = treeHash();
    expect(after).not.toBe(before);
    const undoing = await changesOf(["undo"]);
    expect(treeHash()).toBe(before);
    const restoring = await changesOf(await restoreOfUndone());
    expect(treeHash()).toBe(after);
    let inTheMiddle = 0;
    let isUndone = false;
    for (let round = 0; round < KILLS + LAST_CHANGES; round++) {
      // There and back again: what is undone is brought back by undoing the undo.
      const args = isUndone ? await restoreOfUndone() : ["undo"];
      const all = isUndone ? restoring : undoing;
      const change = round < KILLS ? Math.ceil((all * (round + 0.5)) / KILLS) : all - (round - KILLS);
      const killed = await runWaymark(args, {
        ...place,
        environment: { ...COUNTING, KILL_BEFORE_CHANGE: String(change) },
      });
      expect(killed.signal, killed.stderr).toBe("SIGKILL");
      if (![before, after].includes(treeHash())) inTheMiddle++;
      await checkpoints();
      const now = treeHash();
      expect([before, after], `killed before change ${change} of ${all} of ${args[0]}`).toContain(now);
      isUndone = now === before;
    }
    await server.close();
    // The test proves something only if kills did land in the middle.
    expect(inTheMiddle).toBeGreaterThanOrEqual(KILLS / 2);
  },
  120_000 + (KILLS + LAST_CHANGES) * 10_000,
);

/** What takes the last undo back. */
async function restoreOfUndone(): Promise<readonly string[]> {
  const undos = (await checkpoints()).filter((one) => one.undoes && one.holds);
  return ["checkpoint", "restore", String(undos.at(-1)?.id)];
}

interface Listed {
  readonly id: number;
  readonly holds: boolean;
  readonly undoes?: readonly number[];
}

/** Any command of undo is a next start: it finishes what was cut. */
async function checkpoints(): Promise<readonly Listed[]> {
  const run = await runWaymark(["checkpoint", "list", "--json"], place);
  expect(run.code, run.stderr).toBe(0);
  return (JSON.parse(run.stdout) as { checkpoints: Listed[] }).checkpoints;
}

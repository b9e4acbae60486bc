import { createHash } from "node:crypto";
import { once } from "node:events";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import { makePlace, type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";

const FILES = process.env["WAYMARK_KILLS"] === undefined ? 150 : 500;
/** How many undos are killed; the full matrix of the fault runner takes more. */
const KILLS = Math.max(1, Math.round(Number(process.env["WAYMARK_KILLS"] ?? 32) / 4));

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

test(
  `after a kill at any of ${KILLS} moments of an undo of ${FILES} files, the next start has all of them or none`,
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
    const started = performance.now();
    expect((await runWaymark(["undo"], place)).code).toBe(0);
    const wholeMs = performance.now() - started;
    expect(treeHash()).toBe(before);
    let inTheMiddle = 0;
    let isUndone = true;
    for (let round = 0; round < KILLS; round++) {
      // There and back again: what is undone is brought back by undoing the undo.
      const restores = (await checkpoints()).filter((one) => one.undoes && one.holds);
      const args = isUndone ? ["checkpoint", "restore", String(restores.at(-1)?.id)] : ["undo"];
      const child = startWaymark(args, place);
      child.stdin?.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), (wholeMs * 1.1 * (round + 1)) / KILLS);
      await once(child, "close");
      clearTimeout(timer);
      if (![before, after].includes(treeHash())) inTheMiddle++;
      await checkpoints();
      const now = treeHash();
      expect([before, after]).toContain(now);
      isUndone = now === before;
    }
    await server.close();
    // The test proves something only if some kills did land in the middle.
    if (KILLS >= 8) expect(inTheMiddle).toBeGreaterThan(0);
  },
  120_000 + KILLS * 5_000,
);

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

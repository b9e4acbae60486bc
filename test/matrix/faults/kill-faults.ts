import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type DrillCount, drillKills } from "../../faults/kill-drill.ts";
import { type Fault, type FaultResult, type FaultSettings, promise } from "./fault.ts";

interface TestFile {
  readonly file: string;
  readonly project?: "unit" | "e2e";
  /** Only tests whose name has this. */
  readonly named?: string;
  /** The tries that the file makes, of those the runner was asked for; 1 when absent. */
  readonly runs?: (settings: FaultSettings) => number;
}

const VITEST = join(import.meta.dirname, "../../../node_modules/vitest/vitest.mjs");

/** A test file that fails with the first promise that is broken. */
export function tested(id: string, name: string, { file, project = "e2e", named, runs }: TestFile): Fault {
  return {
    id,
    title: name,
    async run(settings): Promise<FaultResult> {
      const count = runs?.(settings) ?? 1;
      const filter = named === undefined ? [] : ["-t", named];
      const done = spawnSync(process.execPath, [VITEST, "run", "--project", project, file, ...filter], {
        encoding: "utf8",
        env: { ...process.env, WAYMARK_KILLS: String(count), NO_COLOR: "1" },
      });
      const text = done.stdout + done.stderr;
      const said = text.split("\n").filter((line) => /Error|FAIL/.test(line));
      promise(done.status === 0, `${file} failed`, said.join(" "));
      promise(/ Tests +\d+ passed/.test(text), `${file} ran no test`, text);
      return { runs: count, losses: 0 };
    },
  };
}

const ROUNDS_BETWEEN_WORDS = 100;

/** A long drill says from time to time where it stands. */
function onRound(rounds: number, { killed, shown, lost, broken, unpaired }: DrillCount): void {
  if (rounds % ROUNDS_BETWEEN_WORDS !== 0) return;
  const bad = lost.length + broken.length + unpaired.length;
  console.log(`        ${rounds} rounds: ${killed} killed, ${shown} events shown, ${lost.length} lost, ${bad} broken`);
}

/** The loops of signals at random moments; each checks every round that nothing acknowledged is gone. */
export const KILL_FAULTS: readonly Fault[] = [
  {
    id: "fault-041",
    title: "SIGKILL while a session is written",
    async run({ kills, workers }) {
      const { killed, shown, torn, continued, lost, broken, unpaired } = await drillKills({ kills, workers, onRound });
      promise(broken.length === 0, `${broken.length} logs or files are broken`, broken[0]);
      promise(unpaired.length === 0, `${unpaired.length} requests had calls without results`, unpaired[0]);
      promise(lost.length === 0, `${lost.length} acknowledged events are lost`, lost[0]);
      promise(killed > kills / 4, `only ${killed} of ${kills} were met alive`);
      const note = `${killed} killed, ${shown} events shown, 0 lost, ${torn} torn tails, ${continued} continued, 0 calls without a result`;
      return { runs: kills, losses: lost.length, note };
    },
  },
  tested("fault-042", "SIGKILL while user files are written", {
    file: "test/faults/edit-transaction.test.ts",
    runs: ({ kills }) => Math.max(40, Math.round(kills / 5)),
  }),
  tested("fault-085", "SIGKILL during an undo (a quarter of the runs)", {
    file: "test/faults/kill-undo.test.ts",
    runs: ({ kills }) => Math.max(32, Math.round(kills / 5)),
  }),
  tested("fault-086", "undo over what the user changed since", {
    file: "test/e2e/undo.test.ts",
    named: "never overwritten unasked",
  }),
  tested("fault-087", "undo at links and hard links", {
    file: "src/adapters/snapshots/snapshots.test.ts",
    project: "unit",
    named: "link",
  }),
  // No rows of the matrix: work that goes on by itself.
  tested("plan-kill", "SIGKILL at every border of a plan's steps and at random moments", {
    file: "test/faults/plan-kill.test.ts",
    runs: ({ kills }) => Math.max(8, Math.round(kills / 10)),
  }),
  tested("agent-kill", "SIGKILL while an agent works on a plan's step", {
    file: "test/faults/agent-kill.test.ts",
    runs: ({ kills }) => Math.max(6, Math.round(kills / 20)),
  }),
];

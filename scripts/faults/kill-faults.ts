import { spawnSync } from "node:child_process";
import { type Fault, type FaultResult, promise } from "./fault.ts";

const isQuick = (): boolean => process.env["WAYMARK_FAULTS_QUICK"] !== undefined;

/** A test file that kills again and again and fails with the first event that is lost. */
function killing(id: string, name: string, file: string, kills: number, project = "e2e"): Fault {
  return {
    id,
    name,
    async run(): Promise<FaultResult> {
      const runs = isQuick() ? Math.min(kills, 40) : kills;
      const done = spawnSync("vitest", ["run", "--project", project, file], {
        encoding: "utf8",
        env: { ...process.env, WAYMARK_KILLS: String(runs), NO_COLOR: "1" },
      });
      promise(
        done.status === 0,
        `${file} failed`,
        (done.stdout + done.stderr)
          .split("\n")
          .filter((line) => /Error|FAIL/.test(line))
          .join(" "),
      );
      return { runs, losses: 0 };
    },
  };
}

/** The loops of signals at random moments; each checks every round that nothing acknowledged is gone. */
export const KILL_FAULTS: readonly Fault[] = [
  killing("fault-041", "SIGKILL while a session is written", "test/faults/kill-session.test.ts", 1000),
  killing("fault-042", "SIGKILL while user files are written", "test/faults/edit-transaction.test.ts", 200),
  killing("fault-085", "SIGKILL during an undo (a quarter of the kills)", "test/faults/kill-undo.test.ts", 200),
  killing("fault-086", "undo over what the user changed since", "test/e2e/undo.test.ts", 1),
  killing("fault-087", "undo at links and hard links", "src/adapters/snapshots/snapshots.test.ts", 1, "unit"),
];

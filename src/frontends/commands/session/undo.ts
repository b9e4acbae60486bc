import type { Command } from "commander";
import { undoCalls } from "../../../app/session/undo.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";
import { printUndo } from "./undo-report.ts";

interface UndoFlags {
  readonly session?: string;
  readonly steps: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly cd?: string;
}

/** `waymark undo`. */
export function define(command: Command, context: CommandContext): void {
  command
    .option("--session <id>", "the session; by default the one that changed this folder last")
    .option("--steps <n>", "how many calls to take back", "1")
    .option("--dry-run", "say what would be done, change nothing")
    .option("--force", "also overwrite what was changed since; it can be undone in turn")
    .option("--json", "print JSON")
    .option("-C, --cd <folder>", "the working folder")
    .action(async (flags: UndoFlags) => {
      const steps = Number(flags.steps);
      if (!Number.isSafeInteger(steps) || steps < 1)
        throw new UserError(phrase`--steps is "${flags.steps}"; give a whole number from 1.`, EXIT.usage);
      const options = { steps, dryRun: flags.dryRun ?? false, force: flags.force ?? false };
      const report = await inHouse(context, flags, ({ cwd, places }) => {
        const session = flags.session === undefined ? {} : { session: flags.session };
        return undoCalls({ stateFolder: places.state, cwd, ...session }, options);
      });
      printUndo(report, flags, context);
    });
}

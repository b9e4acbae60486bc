import type { Command } from "commander";
import {
  diffCheckpoint,
  type ListedCheckpoint,
  listCheckpoints,
  restoreCheckpoint,
  type UndoPlace,
} from "../../../app/session/undo.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { displayName } from "../../../engines/terminal-text/display-name.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, subcommandOf } from "../in-house.ts";
import { printUndo } from "./undo-report.ts";

interface CheckpointFlags {
  readonly session?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly cd?: string;
}

/** `waymark checkpoint list|diff|restore`. */
export function define(command: Command, context: CommandContext): void {
  const sub = (name: string, summary: string): Command =>
    subcommandOf(command, name, summary).option(
      "--session <id>",
      "the session; by default the one that changed this folder last",
    );
  const place = (flags: CheckpointFlags): Promise<UndoPlace> =>
    inHouse(context, flags, ({ cwd, places }) => ({
      stateFolder: places.state,
      cwd,
      ...(flags.session === undefined ? {} : { session: flags.session }),
    }));

  sub("list", "what the calls of a session changed").action(async (flags: CheckpointFlags) => {
    const { session, checkpoints } = await listCheckpoints(await place(flags));
    if (flags.json) return context.json({ session, checkpoints }, { indent: 2 });
    context.out(phrase`Session ${session}\n`);
    if (checkpoints.length === 0) context.out(phrase`Its calls have changed no file.\n`);
    for (const checkpoint of checkpoints) context.out(checkpointLine(checkpoint));
  });
  sub("diff [id]", "what one call changed, line by line; without a number all that the session changed").action(
    async (id: string | undefined, flags: CheckpointFlags) => {
      const number = id === undefined ? undefined : numberOf(id);
      const text = await diffCheckpoint(await place(flags), number);
      if (flags.json) context.json({ id: number ?? null, diff: text });
      else context.out(text === "" ? phrase`No change of the session holds.\n` : text);
    },
  );
  sub("restore <id> [paths...]", "brings files back to as they were before a call")
    .option("--dry-run", "say what would be done, change nothing")
    .option("--force", "also overwrite what was changed since; it can be undone in turn")
    .action(async (id: string, paths: readonly string[], flags: CheckpointFlags) => {
      const options = {
        dryRun: flags.dryRun ?? false,
        force: flags.force ?? false,
        ...(paths.length === 0 ? {} : { paths }),
      };
      printUndo(await restoreCheckpoint(await place(flags), numberOf(id), options), flags, context);
    });
}

function numberOf(id: string): number {
  const number = Number(id.replace(/^#/, ""));
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UserError(phrase`"${id}" is no checkpoint; give its number (\`waymark checkpoint list\`).`, EXIT.usage);
}

function checkpointLine({ id, at, title, changes, holds, interrupted, notCovered }: ListedCheckpoint): string {
  const marks = [
    `${changes.length} ${changes.length === 1 ? "path" : "paths"}`,
    ...(holds ? [] : ["undone"]),
    ...(interrupted ? ["interrupted"] : []),
    ...(notCovered === undefined ? [] : [`not covered: ${notCovered}`]),
  ];
  const when = at.slice(0, 19).replace("T", " ");
  return `#${String(id).padEnd(4)} ${when}  ${displayName(title)}  (${marks.join(", ")})\n`;
}

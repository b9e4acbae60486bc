import type { UndoReport } from "../../../app/session/undo.ts";
import { phrase, type Words } from "../../../base/phrase.ts";
import { EXIT } from "../../../base/user-error.ts";
import { describeChange } from "../../../core/undo.ts";
import { displayName } from "../../../engines/terminal-text/display-name.ts";
import type { CommandContext } from "../command.ts";

/** Says what an undo did; exit 1 when something stands in its way or could not be put back. */
export function printUndo(
  report: UndoReport,
  flags: { readonly json?: boolean; readonly dryRun?: boolean },
  context: CommandContext,
): void {
  const isWhole = report.conflicts.length === 0 && report.problems.length === 0;
  if (!isWhole) context.exit(EXIT.failed);
  if (flags.json) return context.json(report, { indent: 2 });
  const line = (words: Words): void => context.out(phrase`${words}\n`);
  for (const words of whatWasDone(report)) line(words);
  for (const { path, why } of report.problems)
    context.error(phrase`waymark: ${displayName(path)} is left as it is: ${why}\n`);
  for (const { path, why } of report.conflicts) context.error(`  ${displayName(path)}: ${why}\n`);
  if (report.conflicts.length > 0)
    return context.error(
      phrase`waymark: nothing was undone, because of the changes above; --force overwrites them (that can be undone).\n`,
    );
  if (flags.dryRun) return line(phrase`Nothing was changed (--dry-run).`);
  const isLeft = report.notCovered.length + report.problems.length > 0;
  if (report.id === undefined || (report.problems.length > 0 && report.steps.length === report.problems.length))
    return line(
      isLeft ? phrase`Nothing could be put back.` : phrase`Nothing had to be changed: it is all as it was before.`,
    );
  line(
    phrase`${isLeft ? phrase`Undone, but for what is left as it is` : phrase`Undone`}. \`waymark checkpoint restore ${report.id}\` takes this undo back.`,
  );
}

function whatWasDone({ checkpoints, steps, problems, notCovered }: UndoReport): readonly Words[] {
  const failed = new Set(problems.map(({ path }) => path));
  return [
    ...checkpoints.flatMap(({ id, title, notCovered: why }) => [
      displayName(`#${id} ${title}`),
      ...(why === undefined ? [] : [phrase`  left as it is: ${displayName(why)}`]),
    ]),
    ...steps
      .filter(({ path }) => !failed.has(path))
      .map(({ path, from, to }) => displayName(`  ${describeChange({ path, before: from, after: to })}`)),
    ...notCovered.map(({ path, why }) => phrase`  left as it is: ${displayName(path)} (${displayName(why)})`),
  ];
}

import { describeChange, type UndoReport } from "../../../app/session/undo.ts";
import { EXIT } from "../../../base/user-error.ts";
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
  const line = (text: string): void => context.out(`${displayName(text)}\n`);
  for (const text of whatWasDone(report)) line(text);
  for (const { path, why } of report.problems)
    context.error(`waymark: ${displayName(path)} is left as it is: ${why}\n`);
  for (const { path, why } of report.conflicts) context.error(`  ${displayName(path)}: ${why}\n`);
  if (report.conflicts.length > 0)
    return context.error(
      "waymark: nothing was undone, because of the changes above; --force overwrites them (that can be undone).\n",
    );
  if (flags.dryRun) return line("Nothing was changed (--dry-run).");
  const isLeft = report.notCovered.length + report.problems.length > 0;
  if (report.id === undefined || (report.problems.length > 0 && report.steps.length === report.problems.length))
    return line(isLeft ? "Nothing could be put back." : "Nothing had to be changed: it is all as it was before.");
  line(
    `${isLeft ? "Undone, but for what is left as it is" : "Undone"}. \`waymark checkpoint restore ${report.id}\` takes this undo back.`,
  );
}

function whatWasDone({ checkpoints, steps, problems, notCovered }: UndoReport): readonly string[] {
  const failed = new Set(problems.map(({ path }) => path));
  return [
    ...checkpoints.flatMap(({ id, title, notCovered: why }) => [
      `#${id} ${title}`,
      ...(why === undefined ? [] : [`  left as it is: ${why}`]),
    ]),
    ...steps
      .filter(({ path }) => !failed.has(path))
      .map(({ path, from, to }) => `  ${describeChange({ path, before: from, after: to })}`),
    ...notCovered.map(({ path, why }) => `  left as it is: ${path} (${why})`),
  ];
}

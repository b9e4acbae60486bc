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
  if (flags.json) return context.out(`${JSON.stringify(report, undefined, 2)}\n`);
  const line = (text: string): void => context.out(`${displayName(text)}\n`);
  for (const { id, title, notCovered } of report.checkpoints) {
    line(`#${id} ${title}`);
    if (notCovered !== undefined) line(`  left as it is: ${notCovered}`);
  }
  const failed = new Set(report.problems.map(({ path }) => path));
  for (const { path, from, to } of report.steps)
    if (!failed.has(path)) line(`  ${describeChange({ path, before: from, after: to })}`);
  for (const { path, why } of report.notCovered) line(`  left as it is: ${path} (${why})`);
  for (const { path, why } of report.problems)
    context.error(`waymark: ${displayName(path)} is left as it is: ${why}\n`);
  if (report.conflicts.length > 0) {
    for (const { path, why } of report.conflicts) context.error(`  ${displayName(path)}: ${why}\n`);
    context.error(
      "waymark: nothing was undone, because of the changes above; --force overwrites them (that can be undone).\n",
    );
    return;
  }
  if (flags.dryRun) return line("Nothing was changed (--dry-run).");
  const isLeft = report.notCovered.length + report.problems.length > 0;
  if (report.id === undefined)
    return line(isLeft ? "Nothing could be put back." : "Nothing had to be changed: it is all as it was before.");
  line(
    `${isLeft ? "Undone, but for what is left as it is" : "Undone"}. \`waymark checkpoint restore ${report.id}\` takes this undo back.`,
  );
}

import type { UndoReport } from "../../../app/session/undo.ts";
import { describeChange } from "../../../core/undo.ts";
import { words } from "../words/words.ts";

/** What an undo, or a redo of one, did, or why it did nothing; Markdown. */
export function undoText(
  { checkpoints, steps, conflicts, problems, notCovered, id, next }: UndoReport,
  command: "undo" | "redo" = "undo",
): string {
  if (conflicts.length > 0)
    return [words("undo.conflicts", { command }), ...conflicts.map(({ path, why }) => `- \`${path}\`: ${why}`)].join(
      "\n",
    );
  if (id === undefined) return words("undo.nothing");
  return [
    words(`${command}.done`, { titles: checkpoints.map(({ title }) => title).join(", ") }),
    ...steps.map(({ path, from, to }) => `- ${describeChange({ path, before: from, after: to })}`),
    ...checkpoints.flatMap(({ title, notCovered: why }) =>
      why === undefined ? [] : [words("undo.notCovered", { path: title, why })],
    ),
    ...problems.map(({ path, why }) => words("undo.left", { path, why })),
    ...notCovered.map(({ path, why }) => words("undo.notCovered", { path, why })),
    ...(next === undefined ? [] : [words("undo.next", { title: next })]),
    words(`${command}.back`),
  ].join("\n");
}

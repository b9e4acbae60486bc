import type { UndoReport } from "../../../app/session/undo.ts";
import { words } from "../words/words.ts";

/** What an undo did, or why it did nothing; Markdown. */
export async function undoText({
  checkpoints,
  steps,
  conflicts,
  problems,
  notCovered,
  id,
}: UndoReport): Promise<string> {
  const { describeChange } = await import("../../../app/session/undo.ts");
  if (conflicts.length > 0)
    return [words("undo.conflicts"), ...conflicts.map(({ path, why }) => `- \`${path}\`: ${why}`)].join("\n");
  if (id === undefined) return words("undo.nothing");
  return [
    words("undo.done", { titles: checkpoints.map(({ title }) => title).join(", ") }),
    ...steps.map(({ path, from, to }) => `- ${describeChange({ path, before: from, after: to })}`),
    ...problems.map(({ path, why }) => words("undo.left", { path, why })),
    ...notCovered.map(({ path, why }) => words("undo.notCovered", { path, why })),
    words("undo.back", { id }),
  ].join("\n");
}

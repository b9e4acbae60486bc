import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { type UndoExtent, type UndoOptions, type UndoPlace, type UndoReport, undoCalls } from "../session/undo.ts";

/** Where the model of a session is told, before its next step. */
interface ToldInbox {
  add(text: string): void;
  withdraw(text: string): boolean;
}

/**
 * An undo in a session that goes on: its model is told. An undo and the redo of it, neither of them read yet, are
 * both left out: nothing has changed for the model.
 * @throws {UserError} when there is nothing to take back
 */
export async function undoInSession(
  { isKept, ...place }: UndoPlace & { readonly isKept: boolean },
  options: UndoOptions & UndoExtent,
  inbox: ToldInbox,
): Promise<UndoReport> {
  if (!isKept) throw new UserError(phrase`Nothing of this session is kept, so nothing can be undone.`, EXIT.badInput);
  const report = await undoCalls({ ...place, isOpen: true }, options);
  if (report.id === undefined) return report;
  const paths = report.steps.map(({ path }) => path);
  const { redo = false } = options;
  if (!inbox.withdraw(undoText(paths, { redo: !redo }))) inbox.add(undoText(paths, { redo }));
  return report;
}

/** The same text for the same paths, in whatever order they were restored. */
function undoText(paths: readonly string[], { redo }: { readonly redo: boolean }): string {
  const what = redo ? "I have brought back your changes" : "I have undone your last changes";
  return `${what} to these paths: ${paths.toSorted().join(", ")}. Read them again.`;
}

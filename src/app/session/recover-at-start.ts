import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { editJournals, inEditTurn } from "../../adapters/workspace/edit-turn.ts";
import type { Phrase } from "../../base/phrase.ts";
import { snapshotFolder } from "./snapshot-folder.ts";

/**
 * Brings what a killed process left in the middle to one side: edits of several files, and an undo. Two looks at folders
 * where there is nothing to do.
 * @returns what a person should know
 */
export async function recoverAtStart(stateFolder: string, cwd: string): Promise<readonly string[]> {
  return [...(await finishEdits(stateFolder)), ...(await finishLastUndo(stateFolder, cwd))];
}

/** The former of them alone. */
export async function finishEdits(stateFolder: string): Promise<readonly string[]> {
  const edits = editJournals(stateFolder);
  if (!hasEntries(edits)) return [];
  const { recoverEdits } = await import("../../adapters/workspace/edit-transaction.ts");
  return (await recoverEdits(edits)).map((recovery) => {
    if (recovery.outcome === "left") return leftTo("edit", recovery.holder);
    const { outcome, files, kept, stuck, isOpen } = recovery;
    const [action, side] = outcome === "finished" ? ["finished", "before"] : ["taken back", "after"];
    const left = kept.length > 0 ? `; changed since and left: ${kept.join(", ")}` : "";
    const part = stuck.length > 0 ? ` only in part; still as ${side} it: ${stuck.join(", ")}` : "";
    const again = stuck.length > 0 && isOpen ? "; a later start tries again" : "";
    return `An interrupted edit of ${files.length} ${files.length === 1 ? "file" : "files"} was ${action}${part}${left}${again}.`;
  });
}

async function finishLastUndo(stateFolder: string, cwd: string): Promise<readonly string[]> {
  const snapshots = snapshotFolder(stateFolder, cwd);
  if (!existsSync(join(snapshots, "restore.json"))) return [];
  const { finishUndo } = await import("../../adapters/snapshots/history.ts");
  const turn = await inEditTurn(editJournals(stateFolder), () => finishUndo(snapshots));
  if (turn.kind === "kept") return [leftTo("undo", turn.holder)];
  if (turn.value === undefined) return [];
  const left = turn.value.map(({ path }) => path);
  return [`An interrupted undo was finished${left.length > 0 ? `; left as they are: ${left.join(", ")}` : ""}.`];
}

const leftTo = (what: "edit" | "undo", holder: Phrase): string =>
  `An unfinished ${what} was left to ${holder}; a later start brings it to its end if that process does not.`;

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    // There is none, or it cannot be read: then the first edit says so.
    return false;
  }
}

import { dirname, join } from "node:path";
import type { Phrase } from "../../base/phrase.ts";
import { awaitFile, holderName, type Taken } from "../exclusive-file.ts";
import { makeFolder } from "../make-folder.ts";

export type InTurn<Value> =
  | { readonly kind: "done"; readonly value: Value }
  /** Nothing was run; `holder` is who kept the turn, in words for a sentence. */
  | { readonly kind: "kept"; readonly holder: Phrase };

/** Others' edits take a few milliseconds each, an undo of many files on a slow disk some seconds. */
const WAIT_MS = 5_000;

/** Where edits that are under way are noted down. */
export const editJournals = (stateFolder: string): string => join(stateFolder, "edits");

/**
 * Runs what looks at files and then replaces them while nobody else of all sessions does so: between the look and the replacement the work
 * of one of them would be lost. Waits for whoever is at it; one that died is waited for no longer.
 * @param journalFolder  of `editJournals`: the turn is one of all that share it
 * @throws the signal's reason where it aborts before the turn comes
 */
export async function inEditTurn<Value>(
  journalFolder: string,
  run: () => Value,
  signal?: AbortSignal,
): Promise<InTurn<Value>> {
  const taken = await takeTurn(`${journalFolder}.lock`);
  if (taken !== undefined && taken.kind !== "taken") return { kind: "kept", holder: holderName(taken) };
  try {
    signal?.throwIfAborted();
    return { kind: "done", value: run() };
  } finally {
    taken?.release();
  }
}

/** @returns undefined where no lock can be made: whoever writes the journal is told why */
async function takeTurn(lockFile: string): Promise<Taken | undefined> {
  try {
    makeFolder(dirname(lockFile));
    return await awaitFile(lockFile, WAIT_MS);
  } catch {
    return undefined;
  }
}

import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseForeignJson } from "../../base/json-depth.ts";
import { type Remedy, readRemedy } from "../../engines/remedies/remedy.ts";
import { takeFile } from "../exclusive-file.ts";
import { makeFolder } from "../make-folder.ts";
import { readPlainFile } from "../read-plain-file.ts";
import { replaceFile } from "../whole-file.ts";

const TURN_TRIES_MAX = 40;
const TURN_WAIT_MS = 25;

/** The remedies of one folder. What is no remedy in the file, whoever wrote it, is passed over. */
export function readRemedies(path: string): readonly Remedy[] {
  const file = readPlainFile(path);
  if (file.kind !== "text") return [];
  let value: unknown;
  try {
    value = parseForeignJson(file.text);
  } catch {
    return [];
  }
  const { remedies } = (value ?? {}) as { readonly remedies?: unknown };
  return Array.isArray(remedies) ? remedies.flatMap((one) => readRemedy(one) ?? []) : [];
}

/**
 * Changes the remedies of one folder, alone among all processes; after a crash the file is the old or the new one.
 * @returns false where nothing was changed: another process kept its turn, or the file cannot be written
 */
export async function changeRemedies(
  path: string,
  change: (remedies: readonly Remedy[]) => readonly Remedy[],
): Promise<boolean> {
  try {
    makeFolder(dirname(path), { mode: 0o700 });
    for (let tries = 0; tries < TURN_TRIES_MAX; tries++) {
      const turn = takeFile(`${path}.lock`);
      if (turn.kind === "taken") {
        try {
          const text = JSON.stringify({ remedies: change(readRemedies(path)) }, undefined, 1);
          replaceFile(path, `${text}\n`);
          return true;
        } finally {
          turn.release();
        }
      }
      await sleep(TURN_WAIT_MS);
    }
    return false;
  } catch (error) {
    // A full disk or a folder that may not be written: nothing is learned, and the work goes on.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

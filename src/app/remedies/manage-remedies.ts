import { changeRemedies, readRemedies } from "../../adapters/remedies/remedy-file.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { isKeepable, isTold, type Remedy, remedyText } from "../../engines/remedies/remedy.ts";
import type { Rooms } from "../rooms.ts";
import { remedyFile } from "./open-remedies.ts";

/** A remedy as a person is shown it. */
export interface ShownRemedy extends Remedy {
  readonly text: string;
  /** False once it failed more often than it worked. */
  readonly isTold: boolean;
}

const shown = (remedy: Remedy): ShownRemedy => ({ ...remedy, text: remedyText(remedy), isTold: isTold(remedy) });

/** Those of this folder, the newest first. */
export const listRemedies = (rooms: Rooms): readonly ShownRemedy[] =>
  readRemedies(remedyFile(rooms)).map(shown).toReversed();

/** @throws {UserError} when there is none of that number */
export function remedyOf(rooms: Rooms, id: string): ShownRemedy {
  const found = listRemedies(rooms).find((remedy) => String(remedy.id) === id);
  if (found) return found;
  throw new UserError(
    phrase`There is no remedy ${id}; \`waymark remedies list\` shows those of this folder.`,
    EXIT.badInput,
  );
}

/**
 * Puts other words in the place of what worked; it counts as new then.
 * @throws {UserError} when there is none of that number, or the words may not be kept
 */
export async function editRemedy(rooms: Rooms, id: string, worked: readonly string[]): Promise<ShownRemedy> {
  const { text: _, isTold: __, ...remedy } = remedyOf(rooms, id);
  const edited: Remedy = { ...remedy, worked, used: 0, missed: 0 };
  const words = worked.join(" ");
  if (!isKeepable(edited) || (await rooms.redaction.text(words)) !== words)
    throw new UserError(
      phrase`A remedy is up to 8 plain words of a command: no quotes, no secrets, and nothing like sudo or --force.`,
      EXIT.badInput,
    );
  await change(rooms, (list) => list.map((one) => (one.id === remedy.id ? edited : one)));
  return shown(edited);
}

/** @throws {UserError} when there is none of that number */
export async function removeRemedy(rooms: Rooms, id: string): Promise<ShownRemedy> {
  const remedy = remedyOf(rooms, id);
  await change(rooms, (list) => list.filter((one) => one.id !== remedy.id));
  return remedy;
}

/** @returns how many there were */
export async function clearRemedies(rooms: Rooms): Promise<number> {
  const { length } = listRemedies(rooms);
  if (length > 0) await change(rooms, () => []);
  return length;
}

async function change(rooms: Rooms, to: (list: readonly Remedy[]) => readonly Remedy[]): Promise<void> {
  const path = remedyFile(rooms);
  if (await changeRemedies(path, to)) return;
  throw new UserError(phrase`${path} cannot be written now; another process has it, or the disk is full.`, EXIT.failed);
}

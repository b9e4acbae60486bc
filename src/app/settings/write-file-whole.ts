import { realOr } from "../../adapters/inside.ts";
import { processName } from "../../adapters/process-identity.ts";
import { leftFile, noteLeave } from "../../adapters/sandbox/taking-back/leave.ts";
import { lookNotes } from "../../adapters/sandbox/taking-back/notes-folder.ts";
import { replaceFile } from "../../adapters/whole-file.ts";
import type { Locations } from "./locations.ts";

/** Writes a small private file so that a crash leaves the old or the new one, never a part; several processes may. */
export function writeFileWhole(path: string, text: string): void {
  replaceFile(path, text, { beside: `${path}.${processName()}.tmp` });
}

/** What a person has Waymark write of what it allows is no command's work, whichever runs meanwhile. */
export function noteWritten(path: string, text: string, { state }: Pick<Locations, "state">): void {
  const leave = { state: leftFile(Buffer.from(text)), by: "person" } as const;
  noteLeave(
    lookNotes(state),
    [...new Set([path, realOr(path)])].map((one) => ({ path: one, ...leave })),
  );
}

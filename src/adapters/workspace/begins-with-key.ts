import { closeSync, constants, openSync, readSync } from "node:fs";
import { holdsKey } from "../../engines/secrets/secret-path.ts";
import { isSystemError } from "../path-walk.ts";

const SNIFF_BYTES = 65_536;

/** Whether a file begins with a key; also where that cannot be looked at. */
export function beginsWithKey(path: string): boolean {
  const buffer = Buffer.alloc(SNIFF_BYTES);
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return holdsKey(buffer.toString("latin1", 0, readSync(descriptor, buffer)));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isSystemError(error)) return true;
    throw error;
  }
}

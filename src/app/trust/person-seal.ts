import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { plainText } from "../../adapters/read-plain-file.ts";
import { replaceFile } from "../../adapters/whole-file.ts";
import type { Seal } from "../../core/plan/plan-store.ts";

const KEY_FILE = "plan-seal-key";
const KEY_BYTES = 32;

/**
 * Seals what a person agreed to, with a key that lies in the person's state folder alone, and is made when it is first needed.
 * @param state  that folder
 */
export function personSeal(state: string): Seal {
  let known: string | undefined;
  return (text) => {
    known ??= keyIn(state);
    return createHmac("sha256", known).update(text).digest("hex");
  };
}

function keyIn(state: string): string {
  const path = join(state, KEY_FILE);
  const kept = plainText(path)?.trim();
  if (kept) return kept;
  makeFolder(state, { mode: 0o700 });
  const made = randomBytes(KEY_BYTES).toString("hex");
  replaceFile(path, `${made}\n`, { mode: 0o600 });
  return plainText(path)?.trim() ?? made;
}

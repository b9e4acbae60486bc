import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Seal } from "../../core/plan/plan-store.ts";
import { makeFolder } from "../make-folder.ts";
import { replaceFile } from "../whole-file.ts";
import { readIfThere } from "./write-safely.ts";

const KEY_FILE = "plan-seal-key";
const KEY_BYTES = 32;

/**
 * Seals with a key that lies in the person's state folder alone, and is made when it is first needed.
 * @param state  that folder
 */
export function planSeal(state: string): Seal {
  let known: string | undefined;
  return (text) => {
    known ??= keyIn(state);
    return createHmac("sha256", known).update(text).digest("hex");
  };
}

function keyIn(state: string): string {
  const path = join(state, KEY_FILE);
  const kept = readIfThere(path)?.trim();
  if (kept) return kept;
  makeFolder(state, { mode: 0o700 });
  const made = randomBytes(KEY_BYTES).toString("hex");
  replaceFile(path, `${made}\n`, { mode: 0o600 });
  return readIfThere(path)?.trim() ?? made;
}

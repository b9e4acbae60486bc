import { processName } from "../../adapters/process-identity.ts";
import { replaceFile } from "../../adapters/whole-file.ts";

/** Writes a small private file so that a crash leaves the old or the new one, never a part; several processes may. */
export function writeFileWhole(path: string, text: string): void {
  replaceFile(path, text, { beside: `${path}.${processName()}.tmp` });
}

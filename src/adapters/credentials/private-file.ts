import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const FILE_MODE = 0o600;

/** Writes JSON that holds a secret: whole or not at all, made exclusively, readable by its owner alone (file 0600, folder 0700). */
export function writePrivateJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, "wx", FILE_MODE);
  try {
    fchmodSync(descriptor, FILE_MODE);
    writeSync(descriptor, `${JSON.stringify(value, undefined, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
}

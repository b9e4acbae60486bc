import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../make-folder.ts";
import { processName } from "../process-identity.ts";

const FILE_MODE = 0o600;

/** Writes JSON that holds a secret: whole or not at all, made exclusively, readable by its owner alone (file 0600, folder 0700). */
export function writePrivateJson(path: string, value: unknown): void {
  makeFolder(dirname(path), { mode: 0o700 });
  const temporary = `${path}.${processName()}.tmp`;
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

/** @returns undefined when there is none, it is no JSON, or others could have read or written it */
export function readPrivateJson(path: string): unknown {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0) return undefined;
    return JSON.parse(readFileSync(descriptor, "utf8"));
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

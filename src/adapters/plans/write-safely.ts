import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file so that a crash leaves the old or the new one, never a part. The temporary file lies at `beside`. */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { beside = `${path}.tmp`, mustReachDisk = true }: { readonly beside?: string; readonly mustReachDisk?: boolean } = {},
): void {
  const descriptor = openSync(beside, "w", 0o644);
  try {
    writeWhole(descriptor, content);
    if (mustReachDisk) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, path);
}

export function writeWhole(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** A new file in a folder that may not be there yet. */
export function writeInto(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, content);
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileChange } from "../../core/ports.ts";
import { ToolFailure } from "../../core/tool.ts";
import { asFailure, isMissing } from "./file-errors.ts";
import type { ResolvePath } from "./guarded-path.ts";

/** What is to happen to one real path: `bytes` undefined removes it. */
interface Step {
  readonly path: string;
  readonly shown: string;
  readonly bytes: Uint8Array | undefined;
  readonly expected: string | null;
  readonly mode: number | undefined;
}

interface Found {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/**
 * Makes all changes or none: everything is checked and written beside its target first, then renamed into place; a
 * rename that fails takes back those before it. Permissions of existing files are kept.
 * @param resolvePath  a path of a change → the real one
 * @throws {ToolFailure} when a file is not as the change expects it, or cannot be written
 */
export function commitChanges(changes: readonly FileChange[], resolvePath: ResolvePath): void {
  const steps = changes.flatMap((change) => stepsOf(change, resolvePath));
  const found = steps.map(checkedState);
  const folders: string[] = [];
  const temporary: (string | undefined)[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      makeFolders(step, folders);
      temporary.push(step.bytes && writeBeside(step, step.bytes, found[index]));
    }
    replaceAll(steps, temporary, found);
  } catch (error) {
    for (const path of temporary) if (path !== undefined) rmSync(path, { force: true });
    for (const folder of folders.reverse()) removeIfEmpty(folder);
    throw error;
  }
}

function stepsOf(change: FileChange, resolvePath: ResolvePath): readonly Step[] {
  switch (change.kind) {
    case "write": {
      const { bytes, expected, mode } = change;
      return [
        {
          path: resolvePath(change.path, change.expected === null ? "create" : "write"),
          shown: change.path,
          bytes,
          expected,
          mode,
        },
      ];
    }
    case "delete": {
      const { path, expected } = change;
      return [{ path: resolvePath(path, "delete"), shown: path, bytes: undefined, expected, mode: undefined }];
    }
    case "move": {
      const { from, to, bytes, expected } = change;
      const source = resolvePath(from, "delete");
      const mode = statSync(source, { throwIfNoEntry: false })?.mode;
      return [
        {
          path: resolvePath(to, "create"),
          shown: to,
          bytes,
          expected: null,
          mode: mode === undefined ? mode : mode & 0o7777,
        },
        { path: source, shown: from, bytes: undefined, expected, mode: undefined },
      ];
    }
  }
}

/** The file as it is now. */
function checkedState(step: Step): Found | undefined {
  const found = readState(step);
  const hash = found && createHash("sha256").update(found.bytes).digest("hex");
  if (step.expected === null && found !== undefined)
    throw new ToolFailure(`${step.shown} exists already; read it before you replace it.`);
  if (step.expected !== null && found === undefined)
    throw new ToolFailure(`${step.shown} is gone; nothing was written.`);
  if (step.expected !== null && hash !== step.expected)
    throw new ToolFailure(`${step.shown} has changed since it was read; read it again. Nothing was written.`);
  if (found !== undefined && (found.mode & 0o222) === 0)
    throw new ToolFailure(`${step.shown} is read-only (mode ${found.mode.toString(8)}); make it writable first.`);
  return found;
}

function readState(step: Step): Found | undefined {
  const stat = statSync(step.path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw new ToolFailure(`${step.shown} is not a regular file.`);
  try {
    return { bytes: readFileSync(step.path), mode: stat.mode & 0o7777 };
  } catch (error) {
    throw asFailure(step.shown, "read", error);
  }
}

function makeFolders(step: Step, created: string[]): void {
  if (step.bytes === undefined) return;
  const missing: string[] = [];
  let folder = dirname(step.path);
  while (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    missing.push(folder);
    folder = dirname(folder);
  }
  try {
    for (const path of missing.reverse()) {
      mkdirSync(path);
      created.push(path);
    }
  } catch (error) {
    throw asFailure(step.shown, "written", error);
  }
}

/** Writes a temporary file in the folder of the target, safe on disk, and gives its path. */
function writeBeside(step: Step, bytes: Uint8Array, found: Found | undefined): string {
  const name = basename(step.path).slice(0, 100);
  const path = join(dirname(step.path), `.${name}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = openSync(path, "wx", step.mode ?? 0o666);
    try {
      const mode = found?.mode ?? step.mode;
      if (mode !== undefined) fchmodSync(file, mode);
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return path;
  } catch (error) {
    rmSync(path, { force: true });
    throw asFailure(step.shown, "written", error);
  }
}

function replaceAll(
  steps: readonly Step[],
  temporary: readonly (string | undefined)[],
  found: readonly (Found | undefined)[],
): void {
  let done = 0;
  try {
    for (const [index, step] of steps.entries()) {
      const source = temporary[index];
      if (source === undefined) rmSync(step.path);
      else renameSync(source, step.path);
      done++;
    }
  } catch (error) {
    const step = steps[done];
    for (let index = done - 1; index >= 0; index--) putBack(steps[index], found[index]);
    throw step === undefined ? error : asFailure(step.shown, "written", error);
  }
}

function putBack(step: Step | undefined, found: Found | undefined): void {
  if (step === undefined) return;
  if (found === undefined) rmSync(step.path, { force: true });
  else renameSync(writeBeside({ ...step, mode: found.mode }, found.bytes, found), step.path);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // Someone else may have put a file there meanwhile.
    if (!isMissing(error) && !(error instanceof Error && "code" in error && error.code === "ENOTEMPTY")) throw error;
  }
}

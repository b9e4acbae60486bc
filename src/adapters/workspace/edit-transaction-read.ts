import { lstatSync } from "node:fs";
import { ToolFailure } from "../../core/tool.ts";
import type { FileState } from "../../engines/edits/model.ts";
import { readWhole } from "../whole-file.ts";
import { errorCode, isMissing } from "./file-errors.ts";
import { guardedPath, judge, openGuarded } from "./guarded-path.ts";
import { isAskable } from "./path-guard.ts";
import type { PathLeave } from "./path-leave.ts";

const ALL: PathLeave = {
  leadsElsewhere: () => false,
  lifts: (_, refusal) => isAskable(refusal),
  mayChange: () => true,
  foldersElsewhere: [],
  isSecret: () => undefined,
};
const EDITED_BYTES_MAX = 100 * 1024 * 1024;

/**
 * What stands at a path below a root, for an edit: its bytes, nothing, or why it cannot be edited.
 * @param root  absolute and real
 * @param path  relative to the root
 */
export function readForEdit(root: string, path: string): FileState {
  const refused = (code: Extract<FileState, { kind: "refused" }>["code"], reason: string): FileState => ({
    kind: "refused",
    code,
    message: `${path} ${reason}.`,
  });
  try {
    // A person runs an edit on purpose: what the guard would ask an agent about is open, what it refuses stays refused.
    const scope = { root, roots: [root], leave: ALL };
    const { refusal, reason } = judge(path, "write", scope);
    if (refusal === "special" && reason === "a folder") return refused("not-text", "is a folder");
    if (refusal === "special" && reason.startsWith("not a regular file"))
      return refused("not-text", "is a pipe, a socket or a device");
    const real = guardedPath(path, "write", scope, "written");
    if (lstatSync(real, { throwIfNoEntry: false }) === undefined) return { kind: "missing" };
    const bytes = readOpened(openGuarded(path, scope));
    return bytes === undefined ? refused("too-large", "is larger than 100 MB") : { kind: "file", bytes };
  } catch (error) {
    if (error instanceof ToolFailure) return { kind: "refused", code: "outside-root", message: error.message };
    if (isMissing(error)) return { kind: "missing" };
    const why = UNREADABLE[errorCode(error) ?? ""];
    if (why === undefined) throw error;
    return refused("permission", why);
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: permission denied",
  ENAMETOOLONG: "has a name that is too long",
};

/** @returns undefined for a file that is too large to be edited */
function readOpened(file: ReturnType<typeof openGuarded>): Uint8Array | undefined {
  try {
    const size = Number(file.stats.size);
    return size > EDITED_BYTES_MAX ? undefined : new Uint8Array(readWhole(file.descriptor, size));
  } finally {
    file.close();
  }
}

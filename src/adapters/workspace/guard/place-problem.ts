import type { BigIntStats } from "node:fs";
import { relative, sep } from "node:path";
import type { PathOperation } from "../../../engines/paths/path-rules.ts";
import { isDeviceName } from "../../../engines/paths/windows-forms.ts";
import { isBelow, type Walk, walkPath } from "../../path-walk.ts";

/** Why a place is none that an operation may be done at, whatever its names say. */
export interface PlaceProblem {
  readonly refusal: "missing" | "special" | "outside" | "shared" | "malformed";
  readonly reason: string;
  readonly realPath?: string;
}

export const A_FOLDER = "a folder";

/** The place itself: the root, a special file, a folder where a file is meant. */
export function placeProblem(
  walk: Walk,
  operation: PathOperation,
  { path, roots }: { path: string; roots: readonly string[] },
): PlaceProblem | undefined {
  if (walk.kind === "refused") return { refusal: "special", reason: walk.reason };
  if (walk.kind === "missing") {
    if (operation === "read" || operation === "list" || operation === "delete")
      return { refusal: "missing", reason: "does not exist" };
    if (walk.isDangling) return { refusal: "special", reason: "a link to something that does not exist" };
    return undefined;
  }
  const { realPath, stats } = walk;
  if (operation === "delete")
    return roots.some((folder) => isBelow(folder, realPath))
      ? { refusal: "outside", reason: "the workspace itself" }
      : undefined;
  if (stats.isDirectory()) return operation === "list" ? undefined : { refusal: "special", reason: A_FOLDER };
  if (!stats.isFile()) return { refusal: "special", reason: `not a regular file: ${kindOf(stats)}` };
  if (/[/\\]\.?$/.test(path)) return { refusal: "missing", reason: "a file where a folder is meant" };
  return undefined;
}

/** What a write would do beyond the name: other names of one file, names that deceive or cannot be checked out. */
export function stateProblem(path: string, walk: Walk, operation: PathOperation): PlaceProblem | undefined {
  if (operation !== "create" && operation !== "write") return undefined;
  if (walk.kind === "found" && walk.stats.nlink > 1n)
    return {
      refusal: "shared",
      reason: "the file has other names (hard links) that would change with it",
      realPath: walk.realPath,
    };
  if (walk.kind !== "missing") return undefined;
  const created = relative(walk.parentPath, walk.realPath).split(sep);
  if (created.some((name) => /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name)))
    return { refusal: "malformed", reason: "a control or reordering character in a new name" };
  if (created.some((name) => isDeviceName(name)))
    return { refusal: "malformed", reason: "a new name that Windows takes for a device" };
  const stream = /^(.+?):[^/\\]*$/.exec(created[0] ?? "")?.[1];
  const isStream =
    stream !== undefined &&
    (/::?\$/.test(created[0] ?? "") ||
      walkPath(stream, { start: walk.parentPath, followsLast: false, foldsCase: false }).kind === "found");
  return isStream || /^[A-Za-z]:/.test(path)
    ? { refusal: "malformed", reason: "a stream or drive on Windows" }
    : undefined;
}

function kindOf(stats: BigIntStats): string {
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isSocket()) return "a socket";
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return "a device";
  return "a link";
}

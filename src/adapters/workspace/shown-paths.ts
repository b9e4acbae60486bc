import { lstatSync } from "node:fs";
import { nativeNames } from "../../engines/paths/file-names.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";
import { isSecretFile } from "../secret-files.ts";
import { checkNames, checkPath, type PathRequest, type PathVerdict } from "./path-guard.ts";

/** The verdict of the path guard on a path that may be one as it is shown: where nothing is there by its text, what its escapes stand for is judged. */
export function checkShown(path: string, request: PathRequest): PathVerdict {
  const verdict = checkPath(path, request);
  const native = verdict.refusal === "missing" || verdict.refusal === "malformed" ? nativeNames(path) : undefined;
  if (native === undefined) return verdict;
  if (typeof native === "string") {
    const meant = checkPath(native, request);
    return meant.refusal === "missing" ? verdict : meant;
  }
  // Only the last name may be no text: its folder is judged like any other, and a link is not followed.
  const { folder, last } = parted(native);
  const above = checkPath(folder.toString("utf8") || ".", { ...request, op: "list" });
  if (above.realPath === undefined || (!above.allowed && !above.askable)) return above;
  const file = Buffer.concat([Buffer.from(`${above.realPath}/`), last]);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return verdict;
  const shownLast = path.slice(path.lastIndexOf("/") + 1);
  const isSecret = (text: string): boolean => stats.isFile() && isSecretFile(text, file);
  // It has no path that somebody could open as text.
  const { realPath: _, ...said } = checkNames(`${above.realPath}/${shownLast}`, request, isSecret);
  return { ...said, display: displayName(path) };
}

/** The last name of a path in bytes, and what stands before it. */
export function parted(path: Buffer): { readonly folder: Buffer; readonly last: Buffer } {
  const slash = path.lastIndexOf("/");
  return { folder: path.subarray(0, Math.max(0, slash)), last: path.subarray(slash + 1) };
}

import { isAbsolute, resolve } from "node:path";
import { ToolFailure } from "../../core/tool.ts";
import { type NativePath, nativeNames } from "../../engines/paths/file-names.ts";
import { type PathOperation, type PathRules, pathRuleVerdict } from "../../engines/paths/path-rules.ts";
import { isBelow, placeIn } from "../path-walk.ts";
import { isSecretFile } from "../secret-files.ts";
import { translated } from "./file-errors.ts";
import { type OpenedFile, openInside, type Refused } from "./open-inside.ts";
import { checkPath, type PathVerdict } from "./path-guard.ts";
import type { PathLeave } from "./path-leave.ts";
import { checkShown } from "./shown-paths.ts";

/** The real path a change may be made at. @throws {ToolFailure} when the guard refuses */
export type ResolvePath = (path: string, operation: PathOperation) => string;

/** Where a tool may go. */
export interface GuardScope {
  /** Absolute and real; a relative path starts here. */
  readonly root: string;
  /** All of them, real, `root` first. */
  readonly roots: readonly string[];
  /** Refusals that hold whatever a person approves. */
  readonly rules?: PathRules;
  /** Real folders of Waymark itself: beside the roots nothing in them is come across. */
  readonly closed?: readonly string[];
  /** What was decided of the paths of a call; absent: nothing was. */
  readonly leave?: PathLeave;
}

/**
 * The real path of what a tool may do `operation` on; a missing file may be read, as that is for the caller to report.
 * @param action  completes "cannot be …" in the message
 * @throws {ToolFailure} when the guard refuses, and nobody has approved what it asks about
 */
export function guardedPath(path: string, operation: PathOperation, scope: GuardScope, action: string): string {
  const verdict = judge(path, operation, scope);
  if (verdict.allowed && verdict.realPath !== undefined) return verdict.realPath;
  throw refusal(verdict, scope, action);
}

/** The same as a value: the verdict of the one path guard, and what was decided. */
export const judge = (path: string, operation: PathOperation, scope: GuardScope): PathVerdict =>
  settled(path, checkPath(path, { ...requestOf(scope), op: operation }), scope);

/** The same of a path as it may be shown. */
export const judgeShown = (path: string, operation: PathOperation, scope: GuardScope): PathVerdict =>
  settled(path, checkShown(path, { ...requestOf(scope), op: operation }), scope);

/** A question that was answered is none any more; what leads elsewhere than it did then was not decided. */
function settled(path: string, verdict: PathVerdict, { leave }: GuardScope): PathVerdict {
  const { realPath, refusal: kind, allowed } = verdict;
  if (leave === undefined) return verdict;
  if (realPath !== undefined && leave.leadsElsewhere(path, realPath))
    return { ...verdict, allowed: false, askable: false, refusal: "exchanged", reason: EXCHANGED };
  if (allowed || kind === undefined || !leave.lifts({ path, realPath }, kind)) return verdict;
  return verdict.isMissing
    ? { ...verdict, refusal: "missing", reason: "does not exist" }
    : { ...verdict, allowed: true };
}

const EXCHANGED = "it became another place since that was decided; look at it again";

/** @throws {ToolFailure} where it is not as it may be done; what is not there is for the caller to report */
export function guardShown(path: string, operation: PathOperation, scope: GuardScope, action: string): void {
  const verdict = judgeShown(path, operation, scope);
  if (!verdict.allowed && verdict.refusal !== "missing") throw refusal(verdict, scope, action);
}

const requestOf = ({ root, roots, rules }: GuardScope) => ({
  root,
  extraRoots: roots.slice(1),
  areRootsReal: true,
  ...(rules === undefined ? {} : { rules }),
});

/** Opens a regular file for reading: no link is followed that the check did not follow, no other file is let in. */
export function openGuarded(path: string, scope: GuardScope): OpenedFile {
  const opened = tryOpen(path, scope);
  if (opened.kind === "open") return opened;
  throw refusal(opened.verdict, scope, "read");
}

/** The same, but undefined where nothing is: its name may be written in another way. */
export function openIfThere(path: string, scope: GuardScope): OpenedFile | undefined {
  const opened = tryOpen(path, scope);
  if (opened.kind === "open") return opened;
  if (opened.verdict.refusal === "missing") return undefined;
  throw refusal(opened.verdict, scope, "read");
}

function tryOpen(path: string, scope: GuardScope): OpenedFile | Refused {
  const request = { ...requestOf(scope), settled: (verdict: PathVerdict) => settled(path, verdict, scope) };
  return translated(path, "read", () => openInside(path, request));
}

const ADD_FOLDER = "A person opens a folder with --add-dir FOLDER, in a session with /add-dir FOLDER.";

function refusal(verdict: PathVerdict, { root, roots }: GuardScope, action: string): ToolFailure {
  const { refusal: kind, reason, display } = verdict;
  const added = roots.length > 1 ? " and the added folders" : "";
  switch (kind) {
    case "missing":
      return new ToolFailure(
        `${display} cannot be ${action}: ${reason === "does not exist" ? "it does not exist" : reason}${action === "read" ? "; find_files finds a file by its name" : ""}.`,
      );
    case "outside":
      return new ToolFailure(
        reason === "outside the workspace"
          ? `${display} is outside the working folder ${root}${added}. ${ADD_FOLDER}`
          : `${display} is refused: ${reason}.`,
      );
    case "special":
      return new ToolFailure(specialText(display, reason, action));
    case "protected":
    case "secret":
    case "shared":
    case "ask":
      return new ToolFailure(`${display} cannot be ${action} without approval: ${reason}.`);
    default:
      return new ToolFailure(
        /~.* is not expanded/.test(reason)
          ? `${display} is not expanded to a home folder. Give the whole path.`
          : `${display} is refused: ${reason}.`,
      );
  }
}

function specialText(display: string, reason: string, action: string): string {
  if (reason === "a folder" && action === "read") return `${display} is a folder; list_files shows what is in it.`;
  if (reason === "a file where a folder is meant")
    return `${display} cannot be ${action}: it, or a part of its path, is a file and no folder.`;
  if (reason === "a ring of links") return `${display} cannot be ${action}: its symbolic links go in a circle.`;
  return `${display} is not a regular file: ${reason.replace(/^not a regular file: /, "")}.`;
}

/**
 * Whether the content of a file that a search came across may be shown: no rule withholds it, and it is no file of secrets.
 * @param path  as `show` gives it
 * @param from  where the search began, as the call named it
 */
export function showsContent(path: string, from: string, scope: GuardScope): boolean {
  return !isSecretFile(path, nativeOf(path, scope)) && !isWithheld(path, from, scope);
}

/**
 * Whether a rule keeps a file from who only came across it: one that denies, or one that asks where the call was decided by a folder above
 * of which the rule says nothing.
 */
export function isWithheld(path: string, from: string, scope: GuardScope): boolean {
  if (!withholds(scope)) return false;
  const verdict = ruledAt(path, scope);
  return verdict === "deny" || (verdict === "ask" && ruledAt(from, scope) !== "ask");
}

/** Where a path lies that was shown of a file which is there. */
export function nativeOf(path: string, { root }: GuardScope): NativePath {
  const native = nativeNames(path) ?? path;
  if (typeof native === "string") return resolve(root, native);
  return native.toString("latin1").startsWith("/") ? native : Buffer.concat([Buffer.from(`${root}/`), native]);
}

/** Whether a real path lies in a folder of Waymark itself that is come to from a folder above it; undefined where none is. */
export function closedBelow(
  start: string,
  { roots, closed = [] }: GuardScope,
): ((realPath: string) => boolean) | undefined {
  const below = closed.filter((one) => isBelow(one, start) && !roots.some((root) => isBelow(one, root)));
  return below.length === 0 ? undefined : (realPath) => below.some((one) => isBelow(realPath, one));
}

export const withholds = ({ rules }: GuardScope): boolean => (rules?.deny?.length ?? 0) + (rules?.ask?.length ?? 0) > 0;

function ruledAt(path: string, { root, roots, rules }: GuardScope): "allow" | "ask" | "deny" | undefined {
  const absolute = isAbsolute(path) ? path : resolve(root, path);
  const home = roots.find((folder) => isBelow(absolute, folder)) ?? root;
  return pathRuleVerdict([placeIn(absolute, home, root)], "read", rules ?? {})?.verdict;
}

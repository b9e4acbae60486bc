import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { errorCode } from "../../../base/error-text.ts";
import { isProtectedName, isProtectedPair } from "../../../engines/paths/protected-names.ts";
import { linkTarget } from "../../folder-entries.ts";
import { isInside } from "../../inside.ts";
import { contentAt, type Kept, statOf } from "../kept.ts";
import type { ProtectedLook } from "../protected-look.ts";
import { type Leave, type LeftState, leaveFiles, leftFile } from "./leave.ts";
import { asideSet } from "./put-back.ts";

/** What stands there now, as it would be left. */
export function leftAt(path: string): LeftState {
  const stat = statOf(path);
  if (stat?.isSymbolicLink()) return { kind: "link", target: linkTarget(path) };
  if (stat?.isDirectory()) return { kind: "folder" };
  const content = stat?.isFile() ? contentAt(path) : undefined;
  return content === undefined ? { kind: "nothing" } : leftFile(content);
}

/** Those that a look heeds which began then. */
export const leavesSince = (folders: readonly string[], beganMs: number): readonly Leave[] =>
  folders
    .flatMap((folder) => leaveFiles(folder).flatMap(({ path, atMs }) => (atMs < beganMs ? [] : leavesIn(path))))
    .filter(({ by, beganMs: otherMs = 0 }) => by !== "look" || otherMs < beganMs);

function leavesIn(path: string): readonly Leave[] {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as readonly Leave[];
  } catch (error) {
    // Another process took it away meanwhile.
    if (errorCode(error) === undefined && !(error instanceof SyntaxError)) throw error;
    return [];
  }
}

/** Those that say something of what starts programs: a file that was ordinary when it was written, and is none now, is what a command made of it. */
export const meantFor = (before: ProtectedLook, leaves: readonly Leave[]): readonly Leave[] =>
  leaves.filter(({ path, isOrdinary }) => !isOrdinary || before.entries.has(path));

/** Paths of which it is not known whether there was leave. */
export const doubtfulOf = (leaves: readonly Leave[]): ReadonlySet<string> =>
  new Set(leaves.flatMap(({ path, state, by }) => (by === "perhaps" && isSameAs(leftAt(path), state) ? [path] : [])));

/**
 * A look takes a folder of a protected name that is new for new as a whole: one in which something was made with leave is looked into.
 * @param before  takes those folders @returns which
 */
export function lookInto(leaves: readonly Leave[], before: ProtectedLook, roots: readonly string[]): readonly string[] {
  for (const { path, by } of leaves) if (by === "aside") asideSet(path);
  const folders = leaves.flatMap(({ path, by }) => {
    const root = roots.find((one) => isInside(path, one));
    return !isSure(by) || root === undefined ? [] : protectedFoldersTo(path, root);
  });
  const added = folders.filter((folder) => !before.entries.has(folder) && statOf(folder)?.isDirectory());
  for (const folder of added) before.entries.set(folder, { kind: "folder", mode: 0, stamp: "folder" });
  return added;
}

const isSure = (by: Leave["by"]): boolean => by === "person" || by === "look";

/** Folders above it of protected names, or in such, from the outermost on. */
function protectedFoldersTo(path: string, root: string): readonly string[] {
  const parts = path.slice(root.length + 1).split("/");
  const first = parts.findIndex((name, at) => isProtectedName(name) || isProtectedPair(parts[at - 1] ?? "", name));
  if (first < 0) return [];
  return parts.slice(first + 1).map((_, at) => `${root}/${parts.slice(0, first + 1 + at).join("/")}`);
}

/**
 * What was made with leave since a look began was there before, for its end: whatever else is there goes back to that.
 * @param before  is made so
 * @param added   of `lookInto`
 */
export function heedLeaves(
  leaves: readonly Leave[],
  before: ProtectedLook,
  after: ProtectedLook,
  added: readonly string[] = [],
): void {
  for (const folder of added) {
    const now = after.entries.get(folder);
    if (now === undefined) before.entries.delete(folder);
    else before.entries.set(folder, now);
  }
  for (const { path, state, by } of leaves) if (isSure(by)) heedLeave(path, state, { before, after });
}

interface Looks {
  readonly before: ProtectedLook;
  readonly after: ProtectedLook;
}

function heedLeave(path: string, state: LeftState, { before: { entries }, after }: Looks): void {
  const [was, seen, now] = [entries.get(path), after.entries.get(path), leftAt(path)];
  // Nobody looks there.
  if (was === undefined && seen === undefined) return;
  if (isSameAs(now, state)) {
    if (seen !== undefined) entries.set(path, seen);
    else forget(path, entries);
    return;
  }
  // It may not be done yet, or never was.
  const isAsBefore = was === undefined ? now.kind === "nothing" : isAsKept(now, was);
  if (isAsBefore) return;
  if (state.kind === "nothing") forget(path, entries);
  if (state.kind === "file" && state.content !== undefined)
    entries.set(path, keptOf(Buffer.from(state.content, "base64"), was));
}

function forget(path: string, entries: Map<string, Kept>): void {
  for (const one of [...entries.keys()]) if (isInside(one, path)) entries.delete(one);
}

const keptOf = (content: Buffer, was: Kept | undefined): Kept => ({
  ...(was?.isGitSettings ? { isGitSettings: true } : {}),
  ...{ kind: "file", mode: was?.kind === "file" ? was.mode : 0o644, stamp: hash("sha256", content), content },
  hasOneName: true,
});

function isAsKept(now: LeftState, { kind, content, target }: Kept): boolean {
  if (now.kind !== kind) return false;
  if (now.kind === "link") return now.target === target;
  return now.kind !== "file" || (content !== undefined && hash("sha256", content) === now.sha256);
}

function isSameAs(one: LeftState, other: LeftState): boolean {
  if (one.kind === "file") return other.kind === "file" && one.sha256 === other.sha256;
  if (one.kind === "link") return other.kind === "link" && one.target === other.target;
  return one.kind === other.kind;
}

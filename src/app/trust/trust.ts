import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { readWithin } from "../../adapters/linked-files.ts";
import { makeFolder } from "../../adapters/make-folder.ts";
import { type PlainFile, readPlainFile } from "../../adapters/read-plain-file.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Locations } from "../settings/locations.ts";
import { noteWritten, writeFileWhole } from "../settings/write-file-whole.ts";
import { hashOfText, isOfMore, type TrustItem, trustItems } from "./trust-items.ts";
import { trustRoot } from "./trust-root.ts";

/** What a person trusted: a folder as it was then, by its place on the disk and the content of what it may configure. */
interface TrustRecord {
  readonly folder: string;
  /** Device and inode: another folder moved to this path is another folder. */
  readonly identity: string;
  readonly items: Readonly<Record<string, string>>;
  readonly programs: readonly string[];
}

export type TrustState =
  /** Nothing in the folder would configure or start anything. */
  | { readonly kind: "nothing" }
  | { readonly kind: "trusted"; readonly programs: readonly string[] }
  | {
      readonly kind: "untrusted";
      readonly folder: string;
      readonly items: readonly TrustItem[];
      /** It was trusted, and these items are new or different since. */
      readonly isChanged: boolean;
    };

/** Whether the folder's own settings, `.env`, commands, hooks, skills and git programs count. A repository is trusted as a whole,
 *  and only as it was when it was trusted; folders above and repositories inside are others. */
export function trustState(cwd: string, locations: Locations): TrustState {
  const folder = trustRoot(cwd);
  const found = recordOf(folder, locations);
  const items = trustItems(cwd);
  if (items.length === 0) return found === undefined ? { kind: "nothing" } : { kind: "trusted", programs: [] };
  if (found === undefined) return { kind: "untrusted", folder, items, isChanged: false };
  const changed = items.filter((item) => !isIn(found.items, item));
  if (changed.length > 0) return { kind: "untrusted", folder, items: changed, isChanged: true };
  return { kind: "trusted", programs: found.programs };
}

export function isTrusted(cwd: string, locations: Locations): boolean {
  // Most folders were never trusted: they are not looked through.
  if (!existsSync(trustFile(locations))) return false;
  return trustState(cwd, locations).kind === "trusted";
}

/** A file that somebody said yes to: what counts is this text, whatever stands at its path by now. */
export interface TrustedFile {
  readonly kind: "text";
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
  /** Where it lies; known where that was asked for. */
  readonly real?: string;
}

export interface TrustedReading {
  /** Absolute: it is no such file where a link leads out of this folder. */
  readonly within?: string;
  /** Where what was said yes to lies, for a copy of that. */
  readonly copyOf?: string;
}

/** Reads a file of the folder once: what is not there, is no text, or was not said yes to as it was read, is told as that. */
export type ReadTrusted = (
  path: string,
  how?: TrustedReading,
) => TrustedFile | Exclude<PlainFile, { readonly kind: "text" }> | { readonly kind: "untrusted" };

/** How what is behind trust is read. */
export function trustedReader(cwd: string, locations: Locations): ReadTrusted {
  const root = trustRoot(cwd);
  return readerOf(cwd, (item) => isSaidYesTo(recordOf(root, locations), item));
}

/** The same; none where the folder as a whole is not as it was trusted. */
export const readerWhereTrusted = (cwd: string, locations: Locations): ReadTrusted | undefined =>
  isTrusted(cwd, locations) ? trustedReader(cwd, locations) : undefined;

/** The same where everything counts, or is shown to a person, whether somebody trusted it or not. */
export const readerOfAll = (cwd: string): ReadTrusted => readerOf(cwd, () => true);

function readerOf(cwd: string, counts: (item: Pick<TrustItem, "path" | "sha256">) => boolean): ReadTrusted {
  const root = trustRoot(cwd);
  return (path, { within, copyOf = path } = {}) => {
    const file = within === undefined ? readPlainFile(path) : readWithin(path, within);
    if (file.kind !== "text") return file;
    const name = relative(root, copyOf);
    const sha256 = hashOfText(name, file.text, { cwd, root });
    return counts({ path: name, sha256 }) ? { ...file, path, sha256 } : { kind: "untrusted" };
  };
}

/** The same in a copy of the folder. */
export const readerOfCopy = (
  read: ReadTrusted | undefined,
  { folder, copy }: { readonly folder: string; readonly copy: string },
): ReadTrusted | undefined =>
  read && ((path, how) => read(path, { ...how, copyOf: resolve(folder, relative(copy, path)) }));

const isSaidYesTo = (found: TrustRecord | undefined, item: Pick<TrustItem, "path" | "sha256">): boolean =>
  found !== undefined &&
  (isIn(found.items, item) || (!Object.hasOwn(found.items, item.path) && Object.keys(found.items).some(isOfMore)));

/** What was said of this very folder, and not of another one that was at its path. */
const recordOf = (folder: string, locations: Locations): TrustRecord | undefined =>
  readRecords(locations).find((record) => record.folder === folder && record.identity === identityOf(folder));

const isIn = (items: TrustRecord["items"], { path, sha256 }: Pick<TrustItem, "path" | "sha256">): boolean =>
  Object.hasOwn(items, path) && items[path] === sha256;

/** Programs of the repository that git may start, as a person trusted them. */
export function trustedPrograms(cwd: string, locations: Locations): readonly string[] {
  const state = existsSync(trustFile(locations)) ? trustState(cwd, locations) : undefined;
  return state?.kind === "trusted" ? state.programs : [];
}

/**
 * Says yes to a folder as it was shown, besides what was trusted before: what became another since is not agreed to.
 * @param shown  all that is there now, when absent
 * @throws {UserError} for a folder that is too much to trust: the root of the disk, a home
 */
export function setTrust(cwd: string, locations: Locations, shown?: readonly TrustItem[]): void {
  const folder = trustRoot(cwd);
  if (folder === dirname(folder) || folder === homedir())
    throw new UserError(phrase`${folder} holds everything: trust the project's own folder instead.`, EXIT.usage);
  const records = readRecords(locations);
  const now = trustItems(cwd);
  const identity = identityOf(folder);
  const known = records.find((record) => record.folder === folder && record.identity === identity);
  const items = {
    ...known?.items,
    ...Object.fromEntries((shown ?? now).map(({ path, sha256 }) => [path, sha256])),
  };
  const programs = now.flatMap((item) => (isIn(items, item) ? (item.gitPrograms ?? []) : []));
  write([...others(records, folder), { folder, identity, items, programs }], locations);
}

/** Takes that back. */
export function takeTrust(cwd: string, locations: Locations): void {
  write(others(readRecords(locations), trustRoot(cwd)), locations);
}

const others = (records: readonly TrustRecord[], folder: string): readonly TrustRecord[] =>
  records.filter((record) => record.folder !== folder);

function write(records: readonly TrustRecord[], locations: Locations): void {
  const path = trustFile(locations);
  makeFolder(dirname(path), { mode: 0o700 });
  const text = `${JSON.stringify(records, undefined, 2)}\n`;
  noteWritten(path, text, locations);
  writeFileWhole(path, text);
}

const trustFile = ({ state }: Locations): string => join(state, "trusted-folders.json");

/** The list as it was read last: it is asked for each file, and written whole. */
let known: { readonly state: string; readonly records: readonly TrustRecord[] } | undefined;

function readRecords(locations: Locations): readonly TrustRecord[] {
  const path = trustFile(locations);
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    const state = [path, dev, ino, size, mtimeNs, ctimeNs].join(" ");
    if (known?.state === state) return known.records;
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    known = { state, records: Array.isArray(value) ? value.filter(isRecord) : [] };
    return known.records;
  } catch {
    // Without a readable list nothing is trusted.
    return [];
  }
}

function isRecord(value: unknown): value is TrustRecord {
  const record = value as Partial<TrustRecord> | null;
  return (
    typeof record?.folder === "string" &&
    typeof record.identity === "string" &&
    typeof record.items === "object" &&
    Array.isArray(record.programs)
  );
}

/** Device and inode of a folder. */
export function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return hash("sha256", `${dev}:${ino}`).slice(0, 32);
}

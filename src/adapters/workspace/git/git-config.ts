import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type GitSetting, parseGitConfig, startsProgram } from "../../../engines/shell/git-settings.ts";
import { statIfThere } from "../../folder-entries.ts";
import { isInside, realOr } from "../../inside.ts";
import { smallText } from "../../read-plain-file.ts";

/** What stands behind so many files is not read, and may start anything. */
const FILES_MAX = 500;

/** What a file of settings says. */
export interface ReadConfig {
  readonly programs: readonly string[];
  readonly includes: readonly string[];
  readonly hooks: readonly string[];
  /** Where it says that the files of the working tree are. */
  readonly workTrees: readonly string[];
  /** Files that git takes words from, which it may show: names of settings in lower case, values as written. */
  readonly files: readonly GitSetting[];
  /** By their names in lower case. */
  readonly aliases: ReadonlyMap<string, string>;
}

const INCLUDES = /^include(?:if\.[\s\S]*)?\.path$/;
const READS_FILE = /^(?:blame\.ignorerevsfile|core\.(?:attributes|excludes)file|diff\.orderfile|mailmap\.file)$/;

interface Read extends ReadConfig {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

const cache = new Map<string, Read>();

/** Each of these files that is there, and what it includes, whatever the condition: one once, however often it is included. */
export function eachConfig(
  paths: readonly string[],
  visit: (read: ReadConfig) => void,
  seen = new Set<string>(),
): void {
  for (const path of paths) {
    if (seen.has(path)) continue;
    if (seen.size >= FILES_MAX) return visit({ ...NOTHING, programs: [`include.path = ${path}`] });
    seen.add(path);
    const read = parseConfig(path);
    if (read === undefined) continue;
    visit(read);
    eachConfig(read.includes, visit, seen);
  }
}

const NOTHING: ReadConfig = { programs: [], includes: [], hooks: [], workTrees: [], files: [], aliases: new Map() };

/** One file, read anew only when it changed. */
function parseConfig(path: string): ReadConfig | undefined {
  const stat = statIfThere(path);
  if (stat === undefined) return undefined;
  const { mtimeMs, size, ino } = stat;
  const known = cache.get(path);
  if (known && known.mtimeMs === mtimeMs && known.size === size && known.ino === ino) return known;
  const text = smallText(path);
  const settings = text === undefined ? undefined : parseGitConfig(text);
  const read: Read = {
    mtimeMs,
    size,
    ino,
    // What cannot be read may start anything.
    programs: settings
      ?.filter((one) => startsProgram(one) || (INCLUDES.test(one.name) && !leadsAlike(one.value, path)))
      .map(({ name, value }) => `${name} = ${value}`) ?? [`${path} (unreadable)`],
    aliases: new Map((settings ?? []).flatMap(({ name, value }) => aliasOf(name, value))),
    includes: (settings ?? []).filter(({ name }) => INCLUDES.test(name)).map(({ value }) => includePath(value, path)),
    hooks: valuesOf("core.hookspath", settings),
    workTrees: valuesOf("core.worktree", settings),
    files: (settings ?? []).filter(({ name }) => READS_FILE.test(name)),
  };
  cache.set(path, read);
  return read;
}

/** Paths, as git would take them. */
const valuesOf = (setting: string, settings: readonly GitSetting[] = []): readonly string[] =>
  settings.flatMap(({ name, value }) => (name === setting ? [value.replace(/^~(?=\/)/, homedir())] : []));

/** `alias.p`, or the newer `alias.p.command`. */
const aliasOf = (name: string, value: string): readonly (readonly [string, string])[] => {
  const alias = /^alias\.([^.]+)(?:\.command)?$/.exec(name)?.[1];
  return alias === undefined ? [] : [[alias.toLowerCase(), value]];
};

/** By the home of another, by the place of git, by bytes that are no text, and by a name before `..`, which may be a link. */
const LEADS_ELSEWHERE = /^~(?!\/)|^%|\uFFFD|(?:^|\/)(?!\.\.?\/)[^/]+\/+\.\.(?:\/|$)/;

/** Whether a path leads git where it leads us: through no link, which may mean another place to each process (`/proc/self/cwd`). */
function leadsAlike(value: string, from: string): boolean {
  const base = realOr(dirname(from));
  const path = includePath(value, join(base, "config"));
  if (LEADS_ELSEWHERE.test(value) || /^\/(?:proc|dev)\//.test(path)) return false;
  for (let at = path; at !== dirname(at) && !isInside(base, at); at = dirname(at))
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  return true;
}

function includePath(value: string, from: string): string {
  const path = value.replace(/^~(?=\/)/, homedir());
  return isAbsolute(path) ? path : resolve(dirname(from), path);
}

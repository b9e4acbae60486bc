import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type GitSetting, parseGitConfig, startsProgram } from "../engines/shell/git-settings.ts";
import { statIfThere } from "./folder-entries.ts";
import { commonGitFolder, placeFrom } from "./git-folder.ts";
import { smallText } from "./read-plain-file.ts";

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

const READS_FILE = /^(?:blame\.ignorerevsfile|core\.(?:attributes|excludes)file|diff\.orderfile|mailmap\.file)$/;

/** What a file says by its text alone. */
interface Said extends Omit<ReadConfig, "includes"> {
  /** As written, but for a home. */
  readonly includes: readonly GitSetting[];
}

interface Read {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
  readonly said: Said;
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

/** What a file of settings, and what it includes, would have git start. */
export function programsSetIn(path: string): readonly string[] {
  const programs: string[] = [];
  eachConfig([path], (read) => {
    programs.push(...read.programs);
  });
  return programs;
}

/** The files of settings of a git folder, whichever of them are there. */
export const configsOf = (gitFolder: string): readonly string[] =>
  [...new Set([gitFolder, commonGitFolder(gitFolder)])].flatMap((at) =>
    ["config.worktree", "config"].map((name) => join(at, name)),
  );

/** The person's own, and the machine's. */
export const personsConfigs = (): readonly string[] => [
  join(homedir(), ".gitconfig"),
  join(homedir(), ".config/git/config"),
  "/etc/gitconfig",
];

const NOTHING = { programs: [], includes: [], hooks: [], workTrees: [], files: [], aliases: new Map<string, string>() };

/** What it includes is found anew each time: links on the way may have been exchanged. */
function parseConfig(path: string): ReadConfig | undefined {
  const said = saidBy(path);
  if (said === undefined) return undefined;
  const includes: string[] = [];
  const programs = [...said.programs];
  for (const { name, value } of said.includes) {
    const place = placeFrom(dirname(path), value);
    if (place === undefined) programs.push(`${name} = ${value}`);
    else includes.push(place);
  }
  return { ...said, programs, includes };
}

function said(settings: readonly GitSetting[]): Said {
  const unknown: GitSetting[] = [];
  const placesOf = (pattern: RegExp): readonly GitSetting[] =>
    settings.flatMap((setting) => {
      if (!pattern.test(setting.name)) return [];
      if (!isUnknownForm(setting.value)) return [{ ...setting, value: setting.value.replace(/^~(?=\/)/, homedir()) }];
      unknown.push(setting);
      return [];
    });
  const valuesOf = (pattern: RegExp): readonly string[] => placesOf(pattern).map(({ value }) => value);
  const read = {
    includes: placesOf(/^include(?:if\.[\s\S]*)?\.path$/),
    hooks: valuesOf(/^core\.hookspath$/),
    workTrees: valuesOf(/^core\.worktree$/),
    files: settings.filter(({ name }) => READS_FILE.test(name)),
    aliases: new Map(settings.flatMap(({ name, value }) => aliasOf(name, value))),
  };
  return {
    ...read,
    programs: [...settings.filter(startsProgram), ...unknown].map(({ name, value }) => `${name} = ${value}`),
  };
}

/** Homes of others, the place where git is installed, and forms that only some versions know. */
export const isUnknownForm = (path: string): boolean => /^(?:~(?!\/)|[%:])/.test(path);

/** One file, read anew only when it changed. */
function saidBy(path: string): Said | undefined {
  const stat = statIfThere(path);
  if (stat === undefined) return undefined;
  const { mtimeMs, size, ino } = stat;
  const known = cache.get(path);
  if (known && known.mtimeMs === mtimeMs && known.size === size && known.ino === ino) return known.said;
  const text = smallText(path);
  const settings = text === undefined ? undefined : parseGitConfig(text);
  // What cannot be read may start anything.
  const read = settings === undefined ? { ...NOTHING, programs: [`${path} (unreadable)`] } : said(settings);
  cache.set(path, { mtimeMs, size, ino, said: read });
  return read;
}

/** `alias.p`, or the newer `alias.p.command`. */
const aliasOf = (name: string, value: string): readonly (readonly [string, string])[] => {
  const alias = /^alias\.([^.]+)(?:\.command)?$/.exec(name)?.[1];
  return alias === undefined ? [] : [[alias.toLowerCase(), value]];
};

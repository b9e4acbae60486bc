import type { Stats } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { partedWords } from "../base/parted-words.ts";
import { type GitSetting, parseGitConfig, startsProgram } from "../engines/shell/git-settings.ts";
import { entriesIn, isAtRest, stampOf, statIfThere } from "./folder-entries.ts";
import { commonGitFolder, type GitPlace, gitPlaceAt, gitPlaces, placeFrom } from "./git-folder.ts";
import { isInside } from "./inside.ts";
import { type KeptElsewhere, leadsTo } from "./linked-files.ts";
import { smallText } from "./read-plain-file.ts";

/** What stands behind so many files, or so much in them together, is not read, and may start anything. */
const FILES_MAX = 100;
const BYTES_MAX = 1024 * 1024;

/** What a file of settings says. */
export interface ReadConfig {
  readonly programs: readonly string[];
  readonly includes: readonly string[];
  readonly hooks: readonly string[];
  /** Those that lead what git sends and fetches another way, as written `name = value`. */
  readonly ways: readonly string[];
  /** Where it says that the files of the working tree are. */
  readonly workTrees: readonly string[];
  /** Settings that may name a file of which git shows something: names in lower case, values as written. */
  readonly files: readonly GitSetting[];
  /** By their names in lower case. */
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * Of settings that start no program these say nothing of a file that git reads where it only looks: repositories and trees, which are told by
 * themselves or fetched from; what a server is shown; letters and patterns; where something is written. Any other may be a file's, as with each version of git there are more of them.
 */
const NO_FILE: readonly RegExp[] = [
  /^(?:alias|branch|http|lfs|pretty|remote|submodule|url)\./,
  /^(?:core\.(?:worktree|hookspath)|include(?:if\.[\s\S]*)?\.path|safe\.directory|(?:gui\.recent|maintenance\.|scalar\.)repo)$/,
  /^(?:core\.comment(?:char|string)|diff\.(?:src|dst)prefix|diff\.[\s\S]+\.(?:x?funcname|wordregex)|format\.pretty|user\.signingkey)$/,
  /^(?:format\.outputdirectory|fsmonitor\.socketdir|help\.htmlpath)$/,
];

const mayNameFile = (setting: GitSetting): boolean =>
  !NO_FILE.some((names) => names.test(setting.name)) && !startsProgram(setting);

/** What a file says by its text alone. */
interface Said extends Omit<ReadConfig, "includes"> {
  /** As written, but for a home. */
  readonly includes: readonly GitSetting[];
}

interface Read {
  readonly stamp: string;
  readonly said: Said;
}

const cache = new Map<string, Read>();

/** Each of these files that is there, and what it includes, whatever the condition: one once, however often it is included. */
export function eachConfig(
  paths: readonly string[],
  visit: (read: ReadConfig) => void,
  seen = { files: new Set<string>(), bytes: 0 },
): void {
  for (const path of paths) {
    if (seen.files.has(path)) continue;
    const unread = { ...NOTHING, programs: [`include.path = ${path}`] };
    if (seen.files.size >= FILES_MAX) return visit(unread);
    seen.files.add(path);
    const stat = statIfThere(path);
    if (stat === undefined) continue;
    const hasRoom = seen.bytes + stat.size <= BYTES_MAX;
    seen.bytes += hasRoom ? stat.size : 0;
    // What it includes is found anew each time: links on the way may have been exchanged.
    const read = hasRoom ? placed(saidBy(path, stat), path) : unread;
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

/**
 * What settings have git start, or take more settings from, by the files that they name: hooks in a folder of the project, the script of a filter
 * or a monitor. By their names they are ordinary files; by these settings they start programs like those of `.git`.
 * @param tops  absolute; where words of such a setting may be meant from
 */
export function* namedBy(
  { hooks, includes, programs }: ReadConfig,
  tops: readonly string[],
): Generator<KeptElsewhere, void> {
  for (const path of includes) yield { name: "include.path", path };
  for (const top of tops) {
    for (const folder of hooks) yield { name: "core.hooksPath", path: resolve(top, folder) };
    for (const program of programs) {
      const [name = "", value = ""] = program.split(/ = (.*)/s);
      for (const path of filesIn(value, top)) yield { name, path };
    }
  }
}

/** All of that in some folders, by the settings of the repository that each is worked in of. @param roots  absolute and real */
export const gitNamedAtTop = (roots: readonly string[]): readonly KeptElsewhere[] =>
  gitNamedBy(
    roots.flatMap((root) => [...gitPlaces(root)]),
    roots,
  );

/** The same by the settings of each repository around a path, up to the folder that is worked in. */
export function gitNamedAround(path: string, roots: readonly string[]): readonly KeptElsewhere[] {
  const root = roots.find((one) => isInside(path, one));
  const places: GitPlace[] = [];
  for (let top = path; root !== undefined && top !== root; ) {
    top = dirname(top);
    places.push(...[gitPlaceAt(top)].filter((place) => place !== undefined));
  }
  return gitNamedBy(places, roots);
}

/** The same by the settings of some repositories. @returns each by the setting that names it, also where nothing is there yet */
export function gitNamedBy(places: readonly GitPlace[], roots: readonly string[]): readonly KeptElsewhere[] {
  const named = new Map<string, string>();
  const add = ({ name, path }: KeptElsewhere): void => {
    const real = leadsTo(path);
    if (roots.some((root) => real !== root && isInside(real, root))) named.set(real, name);
  };
  for (const { top, gitFolder } of places) {
    eachConfig([...configsOf(gitFolder), ...personsConfigs()], (read) => {
      for (const one of namedBy(read, [top])) add(one);
    });
    // A link stands for where it leads.
    const hooks = join(commonGitFolder(gitFolder), "hooks");
    for (const entry of entriesIn(hooks))
      if (entry.isSymbolicLink()) add({ name: `hooks/${entry.name}`, path: join(hooks, entry.name) });
  }
  return [...named].map(([path, name]) => ({ name, path }));
}

/** Words of a command that name a file, or would. */
function filesIn(value: string, top: string): readonly string[] {
  const words = new Set([...partedWords(value.replace(/^!/, "")), ...value.split(/[\s"'`;|&()<>=!]+/)]);
  return [...words].flatMap((word) => {
    if (word === "" || word.startsWith("-")) return [];
    const path = resolve(top, word);
    const stat = statIfThere(path);
    return stat === undefined ? (word.includes("/") ? [path] : []) : stat.isFile() ? [path] : [];
  });
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

const NOTHING = {
  programs: [],
  includes: [],
  hooks: [],
  ways: [],
  workTrees: [],
  files: [],
  aliases: new Map<string, string>(),
};

/** What a text says that is, or would be, the file at a path; undefined where git and we may not read it alike. */
export function settingsIn(text: string, path: string): ReadConfig | undefined {
  const settings = parseGitConfig(text);
  return settings && placed(said(settings), path);
}

function placed(said: Said, path: string): ReadConfig {
  const includes: string[] = [];
  const programs = [...said.programs];
  for (const [at, { name, value }] of said.includes.entries()) {
    const place = at < FILES_MAX ? placeFrom(dirname(path), value) : undefined;
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
    ways: settings.filter(({ name }) => /^(?:http|url)\./.test(name)).map(({ name, value }) => `${name} = ${value}`),
    files: settings.filter(mayNameFile),
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
function saidBy(path: string, stat: Stats): Said {
  const stamp = stampOf(stat);
  const known = cache.get(path);
  if (known?.stamp === stamp) return known.said;
  const text = smallText(path);
  const settings = text === undefined ? undefined : parseGitConfig(text);
  // What cannot be read may start anything.
  const read = settings === undefined ? { ...NOTHING, programs: [`${path} (unreadable)`] } : said(settings);
  if (isAtRest(stat)) cache.set(path, { stamp, said: read });
  return read;
}

/** `alias.p`, or the newer `alias.p.command`. */
const aliasOf = (name: string, value: string): readonly (readonly [string, string])[] => {
  const alias = /^alias\.([^.]+)(?:\.command)?$/.exec(name)?.[1];
  return alias === undefined ? [] : [[alias.toLowerCase(), value]];
};

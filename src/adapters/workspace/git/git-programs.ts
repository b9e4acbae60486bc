import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { parseGitConfig, startsProgram } from "../../../engines/shell/git-settings.ts";
import { statIfThere } from "../../folder-entries.ts";
import { commonGitFolder, gitPlaces } from "../../git-folder.ts";
import { smallText } from "../../read-plain-file.ts";

const INCLUDE_DEPTH_MAX = 10;
const MODULES_MAX = 200;

/**
 * What git would start in this folder because the repository says so: `core.fsmonitor = …`, filters, hooks of reading
 * commands. Read from the files, as asking git itself may start them. The person's own global configuration is theirs.
 * @returns empty when git would start nothing, or outside a repository
 */
export function gitPrograms(folder: string): readonly string[] {
  const programs = new Set<string>();
  for (const { gitFolder } of gitPlaces(folder))
    for (const place of new Set([gitFolder, commonGitFolder(gitFolder)])) {
      for (const name of ["config", "config.worktree"]) readConfig(join(place, name), 0, programs, dirname(gitFolder));
      addHooks(join(place, "hooks"), programs);
      for (const module of moduleConfigs(join(place, "modules"))) readConfig(module, 0, programs, dirname(gitFolder));
    }
  return [...programs].sort();
}

/** What git takes a word for as a sub-command in this folder: by the repository, by the person's own files, by the machine's. */
export function gitAlias(folder: string, name: string): string | undefined {
  const places = [...gitPlaces(folder)].flatMap(({ gitFolder }) => [gitFolder, commonGitFolder(gitFolder)]);
  const ofPerson = [join(homedir(), ".gitconfig"), join(homedir(), ".config/git/config"), "/etc/gitconfig"];
  const files = [
    ...[...new Set(places)].flatMap((place) => ["config.worktree", "config"].map((file) => join(place, file))),
    ...ofPerson,
  ];
  for (const file of files) {
    const found = aliasIn(file, name.toLowerCase(), 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

function aliasIn(path: string, name: string, depth: number): string | undefined {
  const read = parseFile(path);
  const own = read?.aliases.get(name);
  if (own !== undefined || read === undefined || depth >= INCLUDE_DEPTH_MAX) return own;
  return read.includes.map((include) => aliasIn(include, name, depth + 1)).find((found) => found !== undefined);
}

interface Read {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
  readonly programs: readonly string[];
  readonly includes: readonly string[];
  readonly hooks: readonly string[];
  /** By their names in lower case. */
  readonly aliases: ReadonlyMap<string, string>;
}

const cache = new Map<string, Read>();

function readConfig(path: string, depth: number, programs: Set<string>, worktree: string): void {
  const read = parseFile(path);
  if (read === undefined) return;
  for (const program of read.programs) programs.add(program);
  for (const hooks of read.hooks) addHooks(resolve(worktree, hooks), programs);
  for (const include of read.includes) {
    if (depth >= INCLUDE_DEPTH_MAX) programs.add(`include.path = ${include}`);
    else readConfig(include, depth + 1, programs, worktree);
  }
}

/** One file, read anew only when it changed. */
function parseFile(path: string): Read | undefined {
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
    programs: settings?.filter(startsProgram).map(({ name, value }) => `${name} = ${value}`) ?? [
      `${path} (unreadable)`,
    ],
    aliases: new Map((settings ?? []).flatMap(({ name, value }) => aliasOf(name, value))),
    includes: (settings ?? [])
      .filter(({ name }) => /^include(?:if\.[\s\S]*)?\.path$/.test(name))
      .map(({ value }) => includePath(value, path)),
    hooks: (settings ?? [])
      .filter(({ name }) => name === "core.hookspath")
      .map(({ value }) => value.replace(/^~(?=\/)/, homedir())),
  };
  cache.set(path, read);
  return read;
}

/** `alias.p`, or the newer `alias.p.command`. */
const aliasOf = (name: string, value: string): readonly (readonly [string, string])[] => {
  const alias = /^alias\.([^.]+)(?:\.command)?$/.exec(name)?.[1];
  return alias === undefined ? [] : [[alias.toLowerCase(), value]];
};

function includePath(value: string, from: string): string {
  const path = value.replace(/^~(?=\/)/, homedir());
  return isAbsolute(path) ? path : resolve(dirname(from), path);
}

/** The hook that commands which only read can start: refreshing the index writes it. */
function addHooks(folder: string, programs: Set<string>): void {
  const hook = join(folder, "post-index-change");
  try {
    accessSync(hook, constants.X_OK);
    programs.add(`hook ${hook}`);
  } catch {
    return;
  }
}

/** Configurations of submodules, which `git status` looks into. */
function moduleConfigs(folder: string, depth = 0): string[] {
  if (depth > 4 || !statIfThere(folder)?.isDirectory()) return [];
  const configs: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (configs.length >= MODULES_MAX) break;
    if (entry.name === "config") configs.push(join(folder, entry.name));
    else if (entry.isDirectory() && !/^(?:objects|refs|hooks|info|logs)$/.test(entry.name))
      configs.push(...moduleConfigs(join(folder, entry.name), depth + 1));
  }
  return configs;
}

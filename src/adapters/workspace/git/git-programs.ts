import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { namesIn, statIfThere } from "../../folder-entries.ts";
import { commonGitFolder, gitPlaces, placeFrom } from "../../git-folder.ts";
import { eachConfig } from "./git-config.ts";
import { openedRepositories } from "./git-repositories.ts";

const MODULES_MAX = 200;

/**
 * What git would start in this folder because the repository says so: `core.fsmonitor = …`, filters, hooks of reading
 * commands. Read from the files, as asking git itself may start them. The person's own global configuration is theirs.
 * @returns empty when git would start nothing, or outside a repository
 */
export function gitPrograms(folder: string): readonly string[] {
  const { repositories, unknown } = openedRepositories(folder);
  const programs = new Set<string>(unknown === undefined ? [] : [unknown]);
  for (const { top, gitFolder } of repositories)
    for (const place of new Set([gitFolder, commonGitFolder(gitFolder)])) {
      const configs = ["config", "config.worktree"].map((name) => join(place, name));
      eachConfig([...configs, ...moduleConfigs(join(place, "modules"))], (read) => {
        for (const program of read.programs) programs.add(program);
        for (const hooks of read.hooks) for (const from of [top, place]) addNamedHooks(hooks, from, programs);
      });
      addHooks(join(place, "hooks"), programs);
    }
  return [...programs].sort();
}

/** What git takes a word for as a sub-command in this folder: by the repository, by the person's own files, by the machine's. */
export function gitAlias(folder: string, name: string): string | undefined {
  const places = [...gitPlaces(folder)].flatMap(({ gitFolder }) => [gitFolder, commonGitFolder(gitFolder)]);
  const files = [
    ...[...new Set(places)].flatMap((place) => ["config.worktree", "config"].map((file) => join(place, file))),
    ...ofPerson(),
  ];
  let found: string | undefined;
  eachConfig(files, ({ aliases }) => {
    found ??= aliases.get(name.toLowerCase());
  });
  return found;
}

/** Whether git would start nothing but itself in this folder, whatever its sub-command: no hook, and no program of the repository's. */
export function gitStartsNothing(folder: string): boolean {
  if (gitPrograms(folder).length > 0) return false;
  const places = openedRepositories(folder).repositories.map(({ gitFolder }) => commonGitFolder(gitFolder));
  let namesHooks = false;
  eachConfig([...places.map((place) => join(place, "config")), ...ofPerson()], ({ hooks }) => {
    namesHooks ||= hooks.length > 0;
  });
  return !namesHooks && !places.some((place) => namesIn(join(place, "hooks")).some((name) => !/\.sample$/.test(name)));
}

const ofPerson = (): readonly string[] => [
  join(homedir(), ".gitconfig"),
  join(homedir(), ".config/git/config"),
  "/etc/gitconfig",
];

function addNamedHooks(hooks: string, from: string, programs: Set<string>): void {
  const folder = placeFrom(from, hooks);
  if (folder === undefined) programs.add(`core.hookspath = ${hooks}`);
  else addHooks(folder, programs);
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

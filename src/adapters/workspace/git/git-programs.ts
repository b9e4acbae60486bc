import { readdirSync } from "node:fs";
import { join } from "node:path";
import { keepsTree, mayStartHook } from "../../../engines/shell/programs/git/git-hooks.ts";
import { mayExecute, namesIn, statIfThere } from "../../folder-entries.ts";
import { configsOf, eachConfig, personsConfigs } from "../../git-config.ts";
import { commonGitFolder, gitPlaces, placeFrom } from "../../git-folder.ts";
import { openedRepositories } from "../../git-repositories.ts";
import { isInside, realOr } from "../../inside.ts";

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
  const files = [...[...gitPlaces(folder)].flatMap(({ gitFolder }) => configsOf(gitFolder)), ...personsConfigs()];
  let found: string | undefined;
  eachConfig(files, ({ aliases }) => {
    found ??= aliases.get(name.toLowerCase());
  });
  return found;
}

/** What git would start beside itself in this folder for these sub-commands; undefined where that is nothing. */
export function startedByGit(folder: string, verbs: readonly string[]): string | undefined {
  const [program] = gitPrograms(folder);
  if (program !== undefined) return program;
  for (const { top, gitFolder } of openedRepositories(folder).repositories) {
    const common = commonGitFolder(gitFolder);
    const named = hooksNamed(gitFolder).flatMap((value) => [top, common].map((from) => placeFrom(from, value)));
    const known = named.filter((at) => at !== undefined);
    // What comes into the working tree meanwhile may be a hook.
    const mayCome = known.some((at) => isInside(at, realOr(top))) && !verbs.every(keepsTree);
    if (mayCome || known.length < named.length) return "what core.hooksPath names";
    const hook = [join(common, "hooks"), ...known]
      .flatMap((at) => namesIn(at).map((name) => ({ name, path: join(at, name) })))
      .find(({ name, path }) => verbs.some((verb) => mayStartHook(name, verb)) && mayExecute(path));
    if (hook !== undefined) return `the hook ${hook.name}`;
  }
  return undefined;
}

function hooksNamed(gitFolder: string): readonly string[] {
  const named: string[] = [];
  eachConfig([...configsOf(gitFolder), ...personsConfigs()], ({ hooks }) => {
    named.push(...hooks);
  });
  return named;
}

function addNamedHooks(hooks: string, from: string, programs: Set<string>): void {
  const folder = placeFrom(from, hooks);
  if (folder === undefined) programs.add(`core.hookspath = ${hooks}`);
  else addHooks(folder, programs);
}

/** The hook that commands which only read can start: refreshing the index writes it. */
function addHooks(folder: string, programs: Set<string>): void {
  const hook = join(folder, "post-index-change");
  if (mayExecute(hook)) programs.add(`hook ${hook}`);
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

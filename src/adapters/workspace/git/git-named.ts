import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { partedWords } from "../../../base/parted-words.ts";
import { statIfThere } from "../../folder-entries.ts";
import { eachConfig } from "../../git-config.ts";
import { commonGitFolder, gitPlaces } from "../../git-folder.ts";
import { isInside } from "../../inside.ts";
import { type KeptElsewhere, leadsTo } from "../../linked-files.ts";

/**
 * What git's settings have it start, or take more settings from, and that lies in some folders: hooks in a folder of the project, a file that is included, the
 * script of a filter or a monitor. By their names they are ordinary files; by these settings they start programs like those of `.git`.
 * @param roots  absolute and real
 * @returns each by the setting that names it, also where nothing is there yet
 */
export function gitNamedIn(roots: readonly string[]): readonly KeptElsewhere[] {
  const named = new Map<string, string>();
  const add = (name: string, path: string): void => {
    const real = leadsTo(path);
    if (roots.some((root) => real !== root && isInside(real, root))) named.set(real, name);
  };
  for (const { top, gitFolder } of roots.flatMap((root) => [...gitPlaces(root)]))
    eachConfig(configsOf(gitFolder), ({ hooks, includes, programs }) => {
      for (const path of includes) add("include.path", path);
      for (const folder of hooks) add("core.hooksPath", resolve(top, folder));
      for (const program of programs) {
        const [name = "", value = ""] = program.split(/ = (.*)/s);
        for (const path of filesIn(value, top)) add(name, path);
      }
    });
  return [...named].map(([path, name]) => ({ name, path }));
}

const configsOf = (gitFolder: string): readonly string[] => [
  ...new Set(
    [gitFolder, commonGitFolder(gitFolder)].flatMap((at) =>
      ["config", "config.worktree"].map((name) => join(at, name)),
    ),
  ),
  ...[".gitconfig", ".config/git/config"].map((name) => join(homedir(), name)),
];

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

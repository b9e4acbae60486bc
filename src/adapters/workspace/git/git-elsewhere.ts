import { join } from "node:path";
import type { GitSetting } from "../../../engines/shell/git-settings.ts";
import { entriesIn, statIfThere } from "../../folder-entries.ts";
import { eachConfig, isUnknownForm } from "../../git-config.ts";
import { commonGitFolder, knownRepository, placeFrom } from "../../git-folder.ts";
import { type OpenedRepository, openedRepositories } from "../../git-repositories.ts";
import { isInside, realOr } from "../../inside.ts";
import { readPlainFile } from "../../read-plain-file.ts";
import { mayHoldSecret } from "../../secret-files.ts";

const NAMES_MAX = 50_000;
/** Of a git folder: what git starts, repositories that stand for themselves, and single objects: not what it reads and shows. */
const PASSED = /^(?:hooks|modules|lfs|[0-9a-f]{2})$/;

/**
 * What git would read in this folder that lies elsewhere because the repository says so: another repository, other files for its working
 * tree, the objects of others, files of revisions, names, patterns and attributes (or one of secrets for them), or whatever a link in the git folder leads to, which may be shown as what git cannot read. A repository
 * that knows this working tree as its own is none of these.
 * @returns written `name = where`; empty where git stays in the working tree, or outside a repository
 */
export function gitElsewhere(folder: string): readonly string[] {
  const found = openedRepositories(folder).repositories.flatMap((repository) => [...elsewhereOf(repository)]);
  return [...new Set(found)].sort();
}

function* elsewhereOf({ top, gitFolder, around }: OpenedRepository): Generator<string> {
  const tree = realOr(top);
  const git = realOr(gitFolder);
  const common = realOr(commonGitFolder(git));
  const isLinked = common !== git;
  const config = join(common, "config");
  const workTrees = workTreesIn(isLinked ? [] : [config], git);
  const known = knownRepository(join(top, ".git"));
  const ofSubmodule = workTrees.includes(tree) ? [git] : [];
  const own = [tree, ...around.map(realOr), ...(known === undefined ? ofSubmodule : [known])];
  const isOwn = (path: string): boolean => own.some((one) => isInside(path, one));
  if (!isOwn(git)) return yield `.git = ${git}`;
  if (!isOwn(common)) return yield `commondir = ${common}`;
  for (const path of workTrees) if (!isOwn(path)) yield `core.worktree = ${path}`;
  for (const setting of filesIn([config, join(git, "config.worktree")]))
    if (mayShow(setting, tree, isOwn)) yield `${setting.name} = ${setting.value}`;
  for (const path of alternates(join(common, "objects"), isOwn)) yield `objects/info/alternates = ${path}`;
  for (const place of new Set([git, common])) yield* linksOutOf(place, [git, common]);
}

function workTreesIn(configs: readonly string[], gitFolder: string): readonly string[] {
  const named: string[] = [];
  eachConfig([...configs, join(gitFolder, "config.worktree")], ({ workTrees }) => {
    named.push(...workTrees.map((path) => placeFrom(gitFolder, path) ?? path));
  });
  return named;
}

/** The settings whose value git's documentation calls a file, or the path of one, and which it reads where it only looks. */
const PATH =
  /^(?:blame\.ignorerevsfile|commit\.template|core\.(?:attributes|excludes)file|diff\.orderfile|format\.signaturefile|(?:(?:fetch|receive)\.)?fsck\.skiplist|gpg\.ssh\.(?:allowedsigners|revocation)file|mailmap\.file)$/;

/** Homes are elsewhere as well. Of a setting that is not known to be a path only a value that leads somewhere counts. */
function mayShow({ name, value }: GitSetting, tree: string, isOwn: (path: string) => boolean): boolean {
  const isPath = PATH.test(name);
  if (/^(?:~|%\(prefix\)|:\()/.test(value) || (isPath && isUnknownForm(value))) return true;
  const path = placeFrom(tree, value);
  if (path === undefined || !isOwn(path)) return true;
  return mayHoldSecret(path, "file") && (isPath || statIfThere(path)?.isFile() === true);
}

function filesIn(configs: readonly string[]): readonly GitSetting[] {
  const named: GitSetting[] = [];
  eachConfig(configs, ({ files }) => void named.push(...files));
  return named;
}

/** Where its objects are besides, and theirs, elsewhere; of a list that git and we may take differently, that list. */
function alternates(objects: string, isOwn: (path: string) => boolean): readonly string[] {
  const all = new Set([realOr(objects)]);
  const unknown: string[] = [];
  for (const place of all) {
    const list = join(place, "info", "alternates");
    const file = readPlainFile(list);
    const lines = file.kind === "text" ? file.text.split("\n").filter((one) => one !== "" && !one.startsWith("#")) : [];
    // What begins with a quote is written in the way of C.
    const places = lines.map((line) => (line.startsWith('"') ? undefined : placeFrom(place, line)));
    for (const one of places) if (one !== undefined && all.size < NAMES_MAX) all.add(one);
    if (file.kind === "refused" || places.includes(undefined) || all.size >= NAMES_MAX)
      unknown.push(`${list} (unreadable)`);
  }
  return [...[...all].slice(1).filter((path) => !isOwn(path)), ...unknown];
}

/** Links in a git folder that lead out of it and of another. */
function* linksOutOf(gitFolder: string, inside: readonly string[]): Generator<string> {
  let seen = 0;
  for (const { path, isLink } of entriesBelow(gitFolder)) {
    if (++seen > NAMES_MAX) return yield `${gitFolder} = more than ${NAMES_MAX} names`;
    const target = isLink ? realOr(path) : undefined;
    if (target !== undefined && (target === path || !inside.some((one) => isInside(target, one))))
      yield `${path} = ${target}`;
  }
}

function* entriesBelow(gitFolder: string): Generator<{ readonly path: string; readonly isLink: boolean }> {
  const folders = [gitFolder];
  for (const folder of folders)
    for (const entry of entriesIn(folder)) {
      const path = join(folder, entry.name);
      yield { path, isLink: entry.isSymbolicLink() };
      if (entry.isDirectory() && !PASSED.test(entry.name)) folders.push(path);
    }
}

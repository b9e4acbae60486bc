import { execFile } from "node:child_process";
import { closeSync, constants, existsSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { checkedOut, type GitWork, gitWorkOf, knownWorktree, quietGit } from "../../adapters/git-folder.ts";
import { holdFolder, inHeldFolder, openOrMoved, PathMoved } from "../../adapters/pinned-folder.ts";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { outputPath } from "../settings/output-path.ts";
import { type OwnGit, ownGit } from "../trust/own-git.ts";

const GIT_MS = 120_000;
const BRANCHES = "waymark/";
const HASH_DIGITS = 12;
const APPEND =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** A second working tree of a repository, with a branch of its own. */
export interface GitWorktree {
  readonly name: string;
  readonly root: string;
  /** Where in it the work is done: the same folder as in the repository. */
  readonly folder: string;
  /** That it has now: it may be given another name in it. */
  branch(): string;
  readonly isNew: boolean;
  /** Takes it away where nothing was done in it: no file is changed, and the branch has no commit of its own. @returns whether it did */
  removeIfUnused(): Promise<boolean>;
}

export interface WorktreeRequest {
  /** In the repository. */
  readonly folder: string;
  readonly name: string;
  /** Of the repository's root: where worktrees lie. */
  readonly place: string;
  readonly environment: Environment;
}

/**
 * The worktree of this name, made from the last commit where it is not there yet. What is not committed stays where it is.
 * @throws {UserError} when the folder is in no repository, git cannot do it, or would start what nobody trusted, or when what is there is no
 * worktree of the repository
 */
export async function openGitWorktree({ folder, name, place, environment }: WorktreeRequest): Promise<GitWorktree> {
  const repository = await repositoryOf(folder, environment);
  const { common, top } = repository;
  const git = ownGit("-w", repository, environment);
  // From within a worktree the next one is made beside it.
  const main = dirname(common);
  const root = outputPath(join(place, name), main);
  const made = `${BRANCHES}${name}`;
  const isNew = !existsSync(join(root, ".git"));
  if (isNew) {
    leaveOut(common, place);
    const isThere = await git(["rev-parse", "--verify", "--quiet", `refs/heads/${made}`]).then(
      () => true,
      () => false,
    );
    const how = isThere ? [root, made] : ["-b", made, root, "HEAD"];
    await git(["worktree", "add", "--quiet", "--no-checkout", ...how]).catch((error) => {
      throw cannotAdd(name, error);
    });
    await checkOut(join(realpathSync(main), place, name), common, git).catch(async (error) => {
      await git(["worktree", "remove", "--force", root]).catch(() => {});
      throw cannotAdd(name, error);
    });
  }
  const worktree = knownWorktree(root, common);
  if (worktree === undefined) throw unknownWorktree(root);
  const branch = (): string => checkedOut(root, HASH_DIGITS) ?? made;
  const first = branch();
  const start = await git(["rev-parse", "HEAD"], worktree);
  const inside = resolve(root, relative(top, folder));
  return {
    ...{ name, root, branch, isNew },
    folder: existsSync(inside) ? inside : root,
    removeIfUnused: async () => {
      // A repository within it would be looked into with its own settings.
      const isUsed = (await git(["status", "--porcelain", "--ignore-submodules=all"], worktree)) !== "";
      // Under another name it is somebody's.
      if (!isNew || isUsed || branch() !== first || (await git(["rev-parse", "HEAD"], worktree)) !== start)
        return false;
      await git(["worktree", "remove", "--force", root]);
      await git(["branch", "--quiet", "-D", first]);
      return true;
    },
  };
}

/** @throws {UserError} where there is none that git takes */
async function repositoryOf(folder: string, environment: Environment): Promise<GitWork> {
  const { words, env } = quietGit(["rev-parse", "--show-toplevel"], environment);
  await run("git", words, { cwd: folder, env, timeout: GIT_MS }).catch((error) => {
    throw noRepository(folder, error);
  });
  const found = gitWorkOf(folder);
  if (found === undefined) throw noRepository(folder, undefined);
  return found;
}

/** Git goes by paths: what the repository holds is written only where no link leads elsewhere, in a folder that is held open. */
async function checkOut(root: string, common: string, git: OwnGit): Promise<void> {
  const held = holdFolder(root);
  try {
    const worktree = knownWorktree(root, common);
    if (worktree === undefined) throw unknownWorktree(root);
    await git(["reset", "--hard", "--quiet"], { ...worktree, top: held.directory });
  } finally {
    held.close();
  }
}

const unknownWorktree = (root: string): UserError =>
  new UserError(
    phrase`What is in ${root} is no worktree of this repository; look at it and move it away, or take another name.`,
    EXIT.badInput,
  );

/** What is in there is nothing of the repository's own tree; said in this clone alone. */
function leaveOut(common: string, place: string): void {
  const file = join(realpathSync(common), "info", "exclude");
  const line = `/${place}/`;
  const there = readPlainFile(file);
  if (there.kind === "refused") return;
  const lines = there.kind === "text" ? there.text.split("\n") : [];
  if (lines.includes(line)) return;
  const text = `${lines.at(-1) === "" || lines.length === 0 ? "" : "\n"}${line}\n`;
  try {
    const exclude = inHeldFolder(file, (at) => openOrMoved(at, APPEND));
    writeFileSync(exclude, text);
    closeSync(exclude);
  } catch (error) {
    // A link by that name leads to a file of somebody else.
    if (!(error instanceof PathMoved)) throw error;
  }
}

function noRepository(folder: string, error: unknown): UserError {
  const isMissing = (error as { code?: unknown }).code === "ENOENT";
  const message = isMissing
    ? "-w needs git, which is not installed; install it, or drop -w."
    : `-w needs a git repository, and ${folder} is in none; run \`git init\` and commit, or drop -w.`;
  return new UserError(message, EXIT.badInput, { cause: error });
}

function cannotAdd(name: string, error: unknown): UserError {
  const said = (error as { stderr?: string }).stderr?.trim().split("\n").at(-1) || errorText(error);
  const next = /invalid reference|not a valid object|HEAD/.test(said) ? "commit something first" : "take another name";
  return new UserError(
    phrase`The worktree ${name} cannot be made (${said.replace(/^fatal: /, "")}); ${next}.`,
    EXIT.badInput,
    {
      cause: error,
    },
  );
}

import { execFile } from "node:child_process";
import { closeSync, constants, existsSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { holdFolder, inHeldFolder, openOrMoved, PathMoved } from "../../adapters/pinned-folder.ts";
import { quietGit } from "../../adapters/quiet-git.ts";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { outputPath } from "../settings/output-path.ts";
import { refuseUntrustedFilters } from "../trust/untrusted-filters.ts";

const GIT_MS = 120_000;
const BRANCHES = "waymark/";
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
  readonly branch: string;
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
 * @throws {UserError} when the folder is in no repository, git cannot do it, or would start what nobody trusted
 */
export async function openGitWorktree({ folder, name, place, environment }: WorktreeRequest): Promise<GitWorktree> {
  refuseUntrustedFilters("-w", folder, environment);
  const git = async (given: readonly string[], cwd = folder): Promise<string> => {
    const { words, env } = quietGit(given, environment);
    return (await run("git", words, { cwd, env, timeout: GIT_MS })).stdout.trim();
  };
  const top = await git(["rev-parse", "--show-toplevel"]).catch((error) => {
    throw noRepository(folder, error);
  });
  const common = resolve(folder, await git(["rev-parse", "--git-common-dir"]));
  // From within a worktree the next one is made beside it.
  const main = dirname(common);
  const root = outputPath(join(place, name), main);
  const branch = `${BRANCHES}${name}`;
  const isNew = !existsSync(join(root, ".git"));
  if (isNew) {
    leaveOut(common, place);
    const isThere = await git(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]).then(
      () => true,
      () => false,
    );
    const how = isThere ? [root, branch] : ["-b", branch, root, "HEAD"];
    await git(["worktree", "add", "--quiet", "--no-checkout", ...how]).catch((error) => {
      throw cannotAdd(name, error);
    });
    await checkOut(join(realpathSync(main), place, name), git).catch(async (error) => {
      await git(["worktree", "remove", "--force", root], main).catch(() => {});
      throw cannotAdd(name, error);
    });
  }
  const start = await git(["rev-parse", "HEAD"], root);
  const inside = resolve(root, relative(top, folder));
  return {
    ...{ name, root, branch, isNew },
    folder: existsSync(inside) ? inside : root,
    removeIfUnused: async () => {
      if (!isNew || (await git(["status", "--porcelain"], root)) !== "") return false;
      if ((await git(["rev-parse", "HEAD"], root)) !== start) return false;
      await git(["worktree", "remove", root], main);
      await git(["branch", "--quiet", "-D", branch], main);
      return true;
    },
  };
}

/** Git goes by paths: what the repository holds is written only where no link leads elsewhere, in a folder that is held open. */
async function checkOut(root: string, git: (words: readonly string[], cwd: string) => Promise<string>): Promise<void> {
  const held = holdFolder(root);
  try {
    await git(["reset", "--hard", "--quiet"], held.directory);
  } finally {
    held.close();
  }
}

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

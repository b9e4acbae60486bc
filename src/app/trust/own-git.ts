import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type GitWork, quietGit } from "../../adapters/git-folder.ts";
import type { Environment } from "../settings/locations.ts";
import { refuseUntrustedFilters } from "./untrusted-filters.ts";

const GIT_MS = 120_000;
const run = promisify(execFile);

/** Runs git at the repository itself, or at another working tree of it. @returns what it prints */
export type OwnGit = (words: readonly string[], at?: GitWork) => Promise<string>;

/**
 * Git for work of Waymark's own in a repository where confined processes may write meanwhile: where its settings are is said, not read from
 * files that are being made, and what it could start is looked at again before each command.
 * @param what  begins the sentence that tells what it would start
 * @throws {UserError} from each command, where it would start what nobody trusted
 */
export function ownGit(what: string, main: GitWork, environment: Environment, { commits = false } = {}): OwnGit {
  let attributes: Promise<string | undefined> | undefined;
  return async (words, at = main) => {
    attributes ??= attributesOf(main, environment);
    const work = at === main ? at : { ...at, attributes: await attributes };
    refuseUntrustedFilters(what, main.top, environment, { commits, settings: join(at.gitFolder, "config.worktree") });
    return gitAt(words, environment, work);
  };
}

/**
 * Where each working tree may have settings of its own, a filter may be named there at any time: then no file of the tree says which of its
 * files go through one.
 */
async function attributesOf(main: GitWork, environment: Environment): Promise<string | undefined> {
  const asked = ["config", "--file", join(main.common, "config"), "--type=bool", "--get", "extensions.worktreeConfig"];
  const hasOwn = await gitAt(asked, environment, main).catch(() => "false");
  return hasOwn === "true" ? gitAt(["hash-object", "-t", "tree", "/dev/null"], environment, main) : undefined;
}

async function gitAt(words: readonly string[], environment: Environment, work: GitWork): Promise<string> {
  const quiet = quietGit(words, environment, work);
  return (await run("git", quiet.words, { cwd: work.top, env: quiet.env, timeout: GIT_MS })).stdout.trim();
}

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { quietGit } from "../../adapters/quiet-git.ts";
import { makeOwnFolder } from "../../adapters/temporary-folder.ts";
import { isObject } from "../../base/is-object.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { QueueEntry } from "../../core/ports/queue.ts";
import { applyEdit } from "../session/apply-edit.ts";
import type { Environment } from "../settings/locations.ts";
import type { ItemAnswer } from "./answer-item.ts";
import type { KnownBatch } from "./batch-store.ts";

export interface AppliedPatches {
  readonly branch: string;
  readonly applied: readonly string[];
  readonly failed: readonly { readonly id: string; readonly problem: string }[];
}

interface PatchPlace {
  readonly branch: string;
  /** Of our own: git believes what stands in the branch's folder. */
  readonly cacheFolder: string;
  readonly environment: Environment;
}

/**
 * Puts the changes of a batch on a new branch, a commit for each item, through the edit engine; the working folder stays as it is.
 * @throws {UserError} where there is no repository, or the branch is there
 */
export async function applyPatches(
  { name, queue }: KnownBatch,
  cwd: string,
  { branch, cacheFolder, environment }: PatchPlace,
): Promise<AppliedPatches> {
  const place = makeOwnFolder(join(cacheFolder, "branches"));
  const root = join(place, "files");
  const git = gitWith(environment);
  git(cwd, "worktree", "add", "--quiet", "-b", branch, root, "HEAD");
  const applied: string[] = [];
  const failed: { id: string; problem: string }[] = [];
  try {
    for await (const entry of queue.entries(["done"])) {
      const diff = diffOf(entry);
      if (diff === undefined) continue;
      const result = await applyEdit({ root, format: "unified", input: diff });
      if (!result.ok) {
        failed.push({ id: entry.id, problem: result.error.message });
        continue;
      }
      git(root, "add", "--all");
      git(root, "commit", "--quiet", "--no-verify", "--message", `${name}: ${entry.id}`);
      applied.push(entry.id);
    }
  } finally {
    git(cwd, "worktree", "remove", "--force", root);
    rmSync(place, { recursive: true, force: true });
  }
  return { branch, applied, failed };
}

function diffOf({ result }: QueueEntry): string | undefined {
  const { answer } = result as unknown as ItemAnswer;
  const diff = isObject(answer) ? answer["diff"] : undefined;
  return typeof diff === "string" && diff !== "" ? diff : undefined;
}

/** @throws {UserError} with what git says */
const gitWith =
  (environment: Environment) =>
  (cwd: string, ...words: readonly string[]): void => {
    const quiet = quietGit(words, environment);
    const run = spawnSync("git", quiet.words, { cwd, env: quiet.env, encoding: "utf8" });
    if (run.status === 0) return;
    const why = (run.stderr ?? "").trim().split("\n").at(-1) ?? `${run.error?.message}`;
    throw new UserError(
      phrase`git ${words[0]} in ${cwd} says: ${why}; mend that, or name another branch.`,
      EXIT.failed,
    );
  };

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type GitWork, gitWorkOf, knownWorktree } from "../../adapters/git-folder.ts";
import { makeOwnFolder } from "../../adapters/temporary-folder.ts";
import { errorText } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { QueueEntry } from "../../core/ports/queue.ts";
import { askedName, foldPath } from "../../engines/paths/protected-names.ts";
import { type ApplyEditOptions, type ApplyEditResult, applyEdit } from "../session/apply-edit.ts";
import type { Environment } from "../settings/locations.ts";
import { ownGit } from "../trust/own-git.ts";
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
  /** Changes of protected files count, too. */
  readonly protectedToo: boolean;
}

/**
 * Puts the changes of a batch on a new branch, a commit for each item, through the edit engine; the working folder stays as it is.
 * @throws {UserError} where there is no repository, or the branch is there
 */
export async function applyPatches(
  { name, queue }: KnownBatch,
  cwd: string,
  { branch, cacheFolder, environment, protectedToo }: PatchPlace,
): Promise<AppliedPatches> {
  const place = makeOwnFolder(join(cacheFolder, "branches"));
  const root = join(place, "files");
  const repository = gitWorkOf(cwd);
  if (repository === undefined) throw new UserError(phrase`${cwd} is in no git repository.`, EXIT.badInput);
  const git = ownGit("batch apply", repository, environment, { commits: true });
  const said = (words: readonly string[], at?: GitWork): Promise<string> =>
    git(words, at).catch((error) => {
      throw cannotDo(words, cwd, error);
    });
  await said(["worktree", "add", "--quiet", "-b", branch, root, "HEAD"]);
  const applied: string[] = [];
  const failed: { id: string; problem: string }[] = [];
  try {
    const worktree = knownWorktree(root, repository.common);
    if (worktree === undefined) throw new UserError(phrase`${root} is no worktree of this repository.`, EXIT.failed);
    for await (const entry of queue.entries(["done"])) {
      const diff = diffOf(entry);
      if (diff === undefined) continue;
      const edit = { root, format: "unified", input: diff } as const;
      const problem = (protectedToo ? undefined : await whyNot(edit)) ?? problemOf(await applyEdit(edit));
      if (problem !== undefined) {
        failed.push({ id: entry.id, problem });
        continue;
      }
      await said(["add", "--all"], worktree);
      await said(["commit", "--quiet", "--no-verify", "--message", `${name}: ${entry.id}`], worktree);
      applied.push(entry.id);
    }
  } finally {
    await said(["worktree", "remove", "--force", root]);
    rmSync(place, { recursive: true, force: true });
  }
  return { branch, applied, failed };
}

/** Why an edit is not made: it does not fit, or changes what a person would be asked about in the folder itself. */
async function whyNot(edit: ApplyEditOptions): Promise<string | undefined> {
  const planned = await applyEdit({ ...edit, dryRun: true });
  if (!planned.ok) return problemOf(planned);
  const paths = planned.changes.flatMap(({ path, to = path }) => [path, to]);
  const asked = paths.find((path) => askedName(foldPath(path)) !== undefined);
  if (asked === undefined) return undefined;
  return `it changes ${asked}, which can start programs or open what is closed; look at it, then say --protected.`;
}

const problemOf = (result: ApplyEditResult): string | undefined => (result.ok ? undefined : result.error.message);

function diffOf({ result }: QueueEntry): string | undefined {
  const { answer } = result as unknown as ItemAnswer;
  const diff = isObject(answer) ? answer["diff"] : undefined;
  return typeof diff === "string" && diff !== "" ? diff : undefined;
}

/** With what git says. */
function cannotDo(words: readonly string[], cwd: string, error: unknown): unknown {
  if (error instanceof UserError) return error;
  const said = (error as { stderr?: string }).stderr?.trim().split("\n").at(-1) || errorText(error);
  return new UserError(
    phrase`git ${words[0]} in ${cwd} says: ${said}; mend that, or name another branch.`,
    EXIT.failed,
    { cause: error },
  );
}

import { resolve } from "node:path";
import { OWN_FOLDER, OWN_NAMES } from "../../../app/trust/own-names.ts";
import { phrase, type Words } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import type { RunFlags } from "./run-options.ts";

const NAME = /^[A-Za-z0-9](?:[\w-]|\.(?!\.)){0,63}(?<![.]|\.lock)$/;

/** A run with `-w` works in a worktree of its own; one in which nothing was done is gone at its end, of another it is said where it is. */
export async function inWorktree(
  flags: RunFlags,
  context: CommandContext,
  work: (flags: RunFlags) => Promise<void>,
): Promise<void> {
  if (flags.worktree === undefined) return work(flags);
  const tell = (text: Words): void => {
    if (!flags.finalMessageOnly) context.error(phrase`waymark: ${text}\n`);
  };
  const { finishedLooksAt } = await import("../../../app/trust/trust-question.ts");
  for (const found of await finishedLooksAt(resolve(context.cwd, flags.cd ?? "."), context.environment)) tell(found);
  const { openGitWorktree } = await import("../../../app/context/git-worktree.ts");
  const worktree = await openGitWorktree({
    folder: resolve(context.cwd, flags.cd ?? "."),
    name: flags.worktree === true ? newName(new Date()) : checked(flags.worktree),
    place: `${OWN_FOLDER}/${OWN_NAMES.worktrees}`,
    environment: context.environment,
  });
  const { name, root, folder, isNew } = worktree;
  const branch = worktree.branch();
  tell(
    isNew
      ? phrase`working in a new worktree ${name}, branch ${branch}.`
      : phrase`working in the worktree ${name}, branch ${branch}.`,
  );
  try {
    await work({ ...flags, cd: folder });
  } finally {
    const isGone = await worktree.removeIfUnused();
    if (!isGone)
      tell(
        phrase`the worktree is ${root}; go on with \`waymark -w ${name} -c\`, commit there and \`git merge ${worktree.branch()}\`, or \`git worktree remove ${root}\`.`,
      );
  }
}

function checked(name: string): string {
  if (NAME.test(name)) return name;
  throw new UserError(phrase`"${name}" is no name of a worktree; use letters, digits, ., _ and -.`, EXIT.usage);
}

/** By the second: `1122-220713`. */
const newName = (now: Date): string => now.toISOString().slice(5, 19).replaceAll(/[-:]/g, "").replace("T", "-");

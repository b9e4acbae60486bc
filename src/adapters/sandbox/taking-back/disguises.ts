import type { Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Steps } from "../../../base/steps.ts";
import { isRefName } from "../../../engines/paths/ref-names.ts";
import { statIfThere } from "../../folder-entries.ts";
import type { GitIndex } from "../../git-repositories.ts";

interface Looking {
  stat(path: string): Stats | undefined;
  /** Of a file of git's own; nothing of what is reached by a link. */
  textOf(path: string): string | undefined;
  indexIn(gitFolder: string): Steps<GitIndex>;
}

const SHOWN_CHARS_MAX = 100;

/**
 * By what git shows something else than it keeps, or than lies there: no mount covers it and nobody takes it back, as git writes it at its own
 * work, too. It is told: of a file in whose place a link stands, or stood meanwhile, no more than that.
 */
export function* disguisesIn(gitFolder: string, looking: Looking): Steps<ReadonlySet<string>> {
  const found = new Set(bySmallFiles(gitFolder, looking));
  const index = yield* looking.indexIn(gitFolder);
  if (index.kind !== "read" || index.isLed) return found;
  const top = basename(gitFolder) === ".git" ? dirname(gitFolder) : undefined;
  for (const { path, isAssumed, isSkipped } of index.files.marked()) {
    if (isAssumed) found.add(`${path} (assume-unchanged)`);
    // What is not checked out at all is passed over rightly.
    if (isSkipped && (top === undefined || statIfThere(join(top, path)) !== undefined))
      found.add(`${path} (skip-worktree)`);
    yield;
  }
  return found;
}

function* bySmallFiles(gitFolder: string, looking: Looking): Generator<string, void> {
  for (const name of ["packed-refs", "shallow", "index"])
    if (looking.stat(join(gitFolder, name))?.isSymbolicLink()) yield `${name} (a link)`;
  const [packed = "", shallow] = ["packed-refs", "shallow"].map((name) => looking.textOf(join(gitFolder, name)));
  for (const [, ref = ""] of packed.matchAll(/^[0-9a-f]{40,64} (refs\/replace\/\S+)$/gm))
    if (isRefName(ref)) yield `${ref} in packed-refs`;
  if (shallow === undefined) return;
  const isOfCommits = /^(?:[0-9a-f]{40,64}\s*)*$/.test(shallow);
  yield `shallow ${isOfCommits ? shallow.slice(0, SHOWN_CHARS_MAX) : ""}`.trimEnd();
}

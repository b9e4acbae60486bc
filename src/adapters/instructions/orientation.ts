import { readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Orientation } from "../../core/prompts/system-prompt.ts";
import { readPlainFile } from "./read-plain-file.ts";

const ENTRIES_MAX = 40;

/** What a newcomer would look at first. Reads a few small files; starts no process, so it costs next to nothing. */
export function orient(cwd: string, nowMs: number): Orientation {
  const branch = gitBranch(cwd);
  return {
    cwd,
    platform: `${process.platform} ${process.arch}`,
    date: new Date(nowMs).toISOString().slice(0, 10),
    entries: listEntries(cwd),
    ...(branch === undefined ? {} : { branch }),
  };
}

function listEntries(cwd: string): readonly string[] {
  try {
    const entries = readdirSync(cwd, { withFileTypes: true })
      .filter((entry) => entry.name !== ".git")
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .map((name) => name.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, "?"))
      .sort();
    if (entries.length <= ENTRIES_MAX) return entries;
    // No ellipsis: one character beyond Latin-1 doubles every request in memory, and the time to write it.
    return [...entries.slice(0, ENTRIES_MAX), `(${entries.length - ENTRIES_MAX} more)`];
  } catch {
    return [];
  }
}

/** The branch by reading HEAD, as git itself does; undefined outside a repository. */
export function gitBranch(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = readHead(join(folder, ".git"));
    if (head !== undefined) return head.startsWith("ref: refs/heads/") ? head.slice(16) : head.slice(0, 12);
    if (folder === dirname(folder)) return undefined;
  }
}

function readHead(dotGit: string): string | undefined {
  if (statSync(dotGit, { throwIfNoEntry: false })?.isDirectory()) return firstLine(join(dotGit, "HEAD"));
  const pointer = /^gitdir: (.+)$/m.exec(firstLine(dotGit) ?? "")?.[1];
  return pointer === undefined ? undefined : firstLine(join(resolve(dirname(dotGit), pointer.trim()), "HEAD"));
}

const NAME_CHARS_MAX = 300;

/** The first line, as far as it can be seen: a name in a hostile repository carries no orders. */
function firstLine(path: string): string | undefined {
  const file = readPlainFile(path);
  if (file.kind !== "text") return undefined;
  return file.text
    .split("\n", 1)[0]
    ?.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, "")
    .slice(0, NAME_CHARS_MAX)
    .trim();
}

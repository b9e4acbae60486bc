import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Orientation } from "../../core/prompts/system-prompt.ts";

const ENTRIES_MAX = 60;

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
      .map((name) => name.replace(/[\u0000-\u001f\u007f]/g, "?"))
      .sort();
    if (entries.length <= ENTRIES_MAX) return entries;
    return [...entries.slice(0, ENTRIES_MAX), `… ${entries.length - ENTRIES_MAX} more`];
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
  try {
    if (statSync(dotGit).isDirectory()) return readFileSync(join(dotGit, "HEAD"), "utf8").trim();
    const pointer = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, "utf8"))?.[1];
    return pointer === undefined
      ? undefined
      : readFileSync(join(resolve(dirname(dotGit), pointer.trim()), "HEAD"), "utf8").trim();
  } catch {
    return undefined;
  }
}

import { readdirSync } from "node:fs";
import type { Orientation } from "../../core/prompts/system-prompt.ts";
import { checkedOut } from "../git-head.ts";

const ENTRIES_MAX = 40;
const HASH_DIGITS = 12;

/** What a newcomer would look at first. Reads a few small files; starts no process, so it costs next to nothing. */
export function orient(cwd: string, nowMs: number): Orientation {
  const branch = checkedOut(cwd, HASH_DIGITS);
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

import type { Orientation } from "../../core/prompts/system-prompt.ts";
import { firstEntriesIn } from "../folder-entries.ts";
import { checkedOut } from "../git-folder.ts";

const ENTRIES_MAX = 40;
/** In a folder that holds more, the first are those that the file system names first. */
const LOOKED_AT_MAX = 10_000;
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
  const all = firstEntriesIn(cwd, LOOKED_AT_MAX);
  const entries = all
    .filter((entry) => entry.name !== ".git")
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .map((name) => name.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, "?"))
    .sort();
  if (entries.length <= ENTRIES_MAX) return entries;
  // No ellipsis: one character beyond Latin-1 doubles every request in memory, and the time to write it.
  const more = `${all.length < LOOKED_AT_MAX ? "" : "at least "}${entries.length - ENTRIES_MAX} more`;
  return [...entries.slice(0, ENTRIES_MAX), `(${more})`];
}

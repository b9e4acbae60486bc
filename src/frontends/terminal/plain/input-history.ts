import { appendFileSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../../app/make-folder.ts";

const ENTRIES_MAX = 1_000;

/** What was typed before, newest first; one JSON string a line, so that several lines stay one entry. */
export function readHistory(path: string): string[] {
  try {
    const lines = readFileSync(path, "utf8").trim().split("\n").slice(-ENTRIES_MAX);
    return lines.flatMap((line) => parseEntry(line)).reverse();
  } catch {
    return [];
  }
}

function parseEntry(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? [value] : [];
  } catch {
    return [];
  }
}

/** History is a comfort: when it cannot be written the session goes on without. */
export function saveHistory(path: string, text: string): void {
  try {
    makeFolder(dirname(path), { mode: 0o700 });
    appendFileSync(path, `${JSON.stringify(text)}\n`, { mode: 0o600 });
  } catch {
    return;
  }
}

import { nearWord } from "../../base/near-word.ts";
import type { Workspace } from "../../core/ports/workspace.ts";

/** Looked through for a name; in a larger folder find_files is the way. */
const FILES_MAX = 20_000;
const NAMED_MAX = 3;

/**
 * What a model may have meant by a path where no file is, said as a sentence: files of that name elsewhere, else of that name
 * with another extension, else the one in its folder whose name is a slip of the pen away; empty where there is none. Never throws.
 */
export async function namesakes(path: string, workspace: Workspace): Promise<string> {
  const like: Like = { same: [], alike: [], beside: new Map() };
  try {
    let left = FILES_MAX;
    for await (const files of workspace.walkParts(".")) {
      for (const file of files) compare(file, path, like);
      left -= files.length;
      if (left <= 0) break;
    }
  } catch {
    return "";
  }
  const near = like.beside.get(nearWord(stemOf(path), [...like.beside.keys()]) ?? "");
  const found = [like.same, like.alike, near === undefined ? [] : [near]].find((files) => files.length > 0) ?? [];
  if (found.length === 0) return "";
  const more = found.length > NAMED_MAX ? ` and ${found.length - NAMED_MAX} more` : "";
  return ` There is ${found.slice(0, NAMED_MAX).join(", ")}${more}.`;
}

interface Like {
  readonly same: string[];
  readonly alike: string[];
  /** Files of the same folder, by their stems. */
  readonly beside: Map<string, string>;
}

function compare(file: string, path: string, { same, alike, beside }: Like): void {
  if (nameOf(file) === nameOf(path)) same.push(file);
  else if (stemOf(file) === stemOf(path)) alike.push(file);
  else if (folderOf(file) === folderOf(path)) beside.set(stemOf(file), file);
}

const slashed = (path: string): string => path.replaceAll("\\", "/").replace(/^\.\//, "");

const folderOf = (path: string): string => slashed(path).replace(/[^/]*$/, "");

const nameOf = (path: string): string => slashed(path).replace(/^.*\//, "").toLowerCase();

const stemOf = (path: string): string => nameOf(path).replace(/(?<=.)\.[^.]*$/, "");

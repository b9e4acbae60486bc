import type { Workspace } from "../../core/ports/workspace.ts";

/** Looked through for a name; in a larger folder find_files is the way. */
const FILES_MAX = 20_000;
const NAMED_MAX = 3;

/**
 * What a model may have meant by a path where no file is: files of that name elsewhere, else of that name with another
 * extension, said as a sentence; empty where there is neither. Never throws.
 */
export async function namesakes(path: string, workspace: Workspace): Promise<string> {
  const wanted = nameOf(path);
  const same: string[] = [];
  const alike: string[] = [];
  try {
    let left = FILES_MAX;
    for await (const files of workspace.walkParts(".")) {
      for (const file of files) {
        const name = nameOf(file);
        if (name === wanted) same.push(file);
        else if (stemOf(name) === stemOf(wanted)) alike.push(file);
      }
      left -= files.length;
      if (left <= 0) break;
    }
  } catch {
    return "";
  }
  const found = same.length > 0 ? same : alike;
  if (found.length === 0) return "";
  const more = found.length > NAMED_MAX ? ` and ${found.length - NAMED_MAX} more` : "";
  return ` There is ${found.slice(0, NAMED_MAX).join(", ")}${more}.`;
}

const nameOf = (path: string): string => path.slice(path.replaceAll("\\", "/").lastIndexOf("/") + 1).toLowerCase();

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, "");

import { basename, relative } from "node:path";
import { escapeRegExp } from "../../base/glob.ts";
import { commandKind } from "../../engines/reduce/command-kind.ts";

/** Of files that are masked those that a result may mislead about, relative to the working folder. */
export function maskedIn(
  paths: readonly string[],
  {
    command,
    output,
    root,
    failed,
  }: { readonly command: string; readonly output: string; readonly root: string; readonly failed: boolean },
): readonly string[] {
  // What it lists of untracked files are their names, which it shows truly.
  if (!failed && GIT_ALONE.test(command)) return [];
  const named = paths.filter((path) => isNamed(path, `${command}\n${output}`));
  // A search that found nothing did not look into them, whether it named them or not.
  const isEmptySearch = output.trim() === "" && commandKind(command) === "search";
  return (named.length === 0 && isEmptySearch ? paths : named).map((path) => relative(root, path));
}

const GIT_ALONE = /^\s*git\s[^|;&\n]*$/;

/** Whether its whole name stands in a text. */
const isNamed = (path: string, text: string): boolean =>
  new RegExp(`${NO_NAME_BEFORE}${escapeRegExp(basename(path))}${NO_NAME_BEHIND}`, "u").test(text);

/** What stands before or behind belongs to the name of another file, as in `.env.example`; a full stop may end a sentence. */
const NO_NAME_BEFORE = String.raw`(?<![\p{L}\p{N}_])`;
const NO_NAME_BEHIND = String.raw`(?![\p{L}\p{N}_~-]|\.[\p{L}\p{N}_])`;

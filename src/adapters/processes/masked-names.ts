import { basename, relative } from "node:path";
import { escapeRegExp } from "../../base/glob.ts";
import { commandKind } from "../../engines/reduce/command-kind.ts";

/** Absolute paths, in the working folder and elsewhere. */
export interface KeptFrom {
  readonly masked: readonly string[];
  readonly hidden: readonly string[];
}

/** What a sandbox keeps from a command, as far as its result may be due to that. */
export function keptFrom(
  { masked, hidden }: KeptFrom,
  command: string,
  {
    written: output,
    exitCode,
    root,
    environment,
  }: {
    readonly root: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly written: string;
    readonly exitCode: number | undefined;
  },
): KeptFrom {
  const failed = exitCode !== 0;
  return {
    masked: maskedIn(masked, { command, output, root, failed }),
    hidden: failed ? hiddenNamed(hidden, { text: `${command}\n${output}`, home: environment["HOME"] }) : [],
  };
}

/** Of files that are masked those that a result may mislead about, relative to the working folder. */
function maskedIn(
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
  return (named.length === 0 && isEmptySearch ? paths : named).map(
    (path) => relative(root, path) + (path.endsWith("/") ? "/" : ""),
  );
}

/** Of places that are hidden those that a failure may be due to: they, or what would lie in them, are named by the command or its output. */
export function hiddenNamed(
  paths: readonly string[],
  { text, home }: { readonly text: string; readonly home: string | undefined },
): readonly string[] {
  const isHere = (path: string): boolean =>
    text.includes(path) && new RegExp(`${escapeRegExp(path)}${NO_NAME_BEHIND}`, "u").test(text);
  const named = (path: string): boolean =>
    isHere(path) || (home !== undefined && path.startsWith(`${home}/`) && isHere(`~${path.slice(home.length)}`));
  return paths.filter(named);
}

const GIT_ALONE = /^\s*git\s[^|;&\n]*$/;

/** Whether its whole name stands in a text. */
const isNamed = (path: string, text: string): boolean =>
  new RegExp(`${NO_NAME_BEFORE}${escapeRegExp(basename(path))}${NO_NAME_BEHIND}`, "u").test(text);

/** What stands before or behind belongs to the name of another file, as in `.env.example`; a full stop may end a sentence. */
const NO_NAME_BEFORE = String.raw`(?<![\p{L}\p{N}_])`;
const NO_NAME_BEHIND = String.raw`(?![\p{L}\p{N}_~-]|\.[\p{L}\p{N}_])`;

import { isWithin } from "../paths/worked-folders.ts";
import type { Part } from "./part.ts";
import { placeOf } from "./places.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { optionValues, programName, scan } from "./scan.ts";
import type { Unit } from "./walk/unit.ts";
import type { ShellWord } from "./words.ts";

const BRINGS_FOLDERS = /^(?:mv|cp|gcp|rsync|install)$/;

/**
 * A word below what an earlier command of the line brings there, with whatever links it holds: `cp -r a b && cp x b/link/y`.
 * Where those lead is not known before the line runs.
 */
export function throughWhatItBrought(units: readonly Unit[], options: CommandPolicyOptions): readonly string[] {
  // A sandbox answers for where links lead.
  if (options.isSandboxed) return [];
  const brought: string[] = [];
  return units.flatMap(({ part, words }) => {
    const named = [...words.slice(1), ...part.redirections.map(({ target }) => target)];
    const mayLead = brought.length > 0 ? named : [];
    const through = mayLead.filter((word) => isBelow(placeOf(word, part.folders, options).path, brought));
    const isThere = part.folders.some((folder) => isBelow(`${folder}/.`, brought));
    if (words[0] !== undefined && BRINGS_FOLDERS.test(programName(words[0])))
      brought.push(...broughtBy(words.slice(1), part, options));
    return [
      ...through.map(({ text }) => `${text} lies in what this line brings there`),
      ...(isThere ? ["it goes into what this line brings there"] : []),
    ];
  });
}

const isBelow = (path: string | undefined, folders: readonly string[]): boolean =>
  path !== undefined && folders.some((folder) => path !== folder && isWithin(path, folder));

/** Where folders come to lie by such a command. */
function broughtBy(words: readonly ShellWord[], { folders }: Part, options: CommandPolicyOptions): readonly string[] {
  const isFolder = (path: string): boolean => options.facts?.isFolder?.(path) ?? false;
  const [named] = optionValues(words, "-t", "--target-directory");
  const paths = scan(words)
    .operands.filter((word) => word !== named)
    .flatMap((word) => placeOf(word, folders, options).path ?? []);
  const target = named === undefined ? paths.at(-1) : placeOf(named, folders, options).path;
  if (target === undefined) return [];
  const sources = (named === undefined ? paths.slice(0, -1) : paths).filter(isFolder);
  return sources
    .flatMap((source) => [target, `${target}/${source.slice(source.lastIndexOf("/") + 1)}`])
    .filter((place) => place !== target || !isFolder(target));
}

import { isWithin } from "../paths/worked-folders.ts";
import { lettersOf } from "./meant/word-patterns.ts";
import type { Part } from "./part.ts";
import { pathsNamed, placeOf } from "./places.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { gitWords } from "./programs/git/git-words.ts";
import { optionValues, programName, scan } from "./scan.ts";
import type { Unit } from "./walk/unit.ts";
import { isLiteral, type ShellWord } from "./words.ts";

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

/** Programs that come with files, and links among them, of which the line does not tell. */
const UNPACKS = /^(?:(?:bsd)?tar|unzip|7z[ar]?|cpio|ln|patch)$/;
const GIT_UNPACKS = /^(?:checkout|switch|stash|pull|merge|rebase|reset|restore|apply|am|submodule)$/;
/** They make their folder themselves, which is no link then. */
const GIT_MAKES_FOLDER = /^(?:clone|worktree)$/;

/**
 * What deletes, or changes the modes of all, by way of names that are not there yet and that an earlier command may bring as links: `cp -a a b; rm -rf b/link/*`.
 */
export function destroysThroughBrought(units: readonly Unit[], options: CommandPolicyOptions): string | undefined {
  if (options.isSandboxed || options.facts?.realPath === undefined) return undefined;
  let missingMax = Number.POSITIVE_INFINITY;
  for (const { part, words } of units) {
    const through = destroyed(words).find((word) =>
      part.folders.some((folder) => missingOn(word, folder, options) > missingMax),
    );
    if (through !== undefined) return `what ${through.text} leads through is brought there by this line`;
    missingMax = Math.min(missingMax, missingAfter(words, part, options));
  }
  return undefined;
}

/** Programs that make plain files and folders, or nothing, whatever their words are. */
const MAKES_PLAIN =
  /^(?:mkdir|touch|echo|printf|cat|tee|cp|cd|pwd|ls|true|test|\[|head|tail|wc|grep|sort|uniq|cut|tr|diff|cmp|stat|chmod|rmdir|rm)$/;
/** Of `cp`: links and folders are copied as they are, or made. */
const COPIES_LINKS = /^(?:-[a-zA-Z]*[adlPrRs]|--(?!force|verbose|no-clobber|parents)\w)/;

/** Whether a command surely leaves no link behind that was not there. */
export function makesNoLinks({ argv: [program, ...words] }: Part): boolean {
  if (program === undefined) return true;
  const name = programName(program);
  if (!isLiteral(program) || !MAKES_PLAIN.test(name)) return false;
  return name !== "cp" || words.every((word) => isLiteral(word) && !COPIES_LINKS.test(word.text));
}

/** How many names on the way may be missing behind a command and be no links. */
function missingAfter(words: readonly ShellWord[], part: Part, options: CommandPolicyOptions): number {
  const [program, ...given] = words;
  const name = program === undefined ? "" : programName(program);
  const [verb] = name === "git" ? gitWords(given).words : [];
  if (GIT_MAKES_FOLDER.test(verb?.text ?? "")) return 1;
  if (UNPACKS.test(name) || GIT_UNPACKS.test(verb?.text ?? "")) return 0;
  return BRINGS_FOLDERS.test(name) && scan(given).operands.some((word) => holdsLinks(word, part, options))
    ? 0
    : Infinity;
}

const holdsLinks = (word: ShellWord, { folders }: Part, options: CommandPolicyOptions): boolean =>
  folders.some((folder) => {
    const { facts } = options;
    const named = isLiteral(word) ? pathsNamed(word, folder, options) : undefined;
    if (named === undefined || facts?.linksBelow === undefined) return true;
    return named.some((path) => (facts.realPath?.(path) ?? path) !== path || facts.linksBelow?.(path).length !== 0);
  });

function destroyed([program, ...words]: readonly ShellWord[]): readonly ShellWord[] {
  const name = program === undefined ? "" : programName(program);
  const deletes = words.some(({ text }) => /^(?:-delete|-exec|--delete.*|--del)$/.test(text));
  const isAll = /^(?:rm|rmdir|shred|chmod|chown|chgrp|truncate)$/.test(name);
  if (!isAll && !(deletes && /^(?:find|fd|fdfind|rsync)$/.test(name))) return [];
  const named = words.filter(isLiteral);
  return words.some(({ text }) => GOES_ON.test(text))
    ? named.map((word) => ({ ...word, text: `${word.text}/` }))
    : named;
}

/** With one of these, what is named goes on through a link as with a slash behind it. */
const GOES_ON = /^(?:-[a-zA-Z]*[LH][a-zA-Z]*|-follow|--follow|--dereference)$/;

/** How many names on the way to a path are not there. */
function missingOn(word: ShellWord, folder: string | undefined, { facts }: CommandPolicyOptions): number {
  const letters = lettersOf(word);
  if (letters.startsWith("-") || (folder === undefined && !letters.startsWith("/"))) return 0;
  const names = (letters.startsWith("/") ? letters : `${folder}/${letters}`)
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  const onTheWay = names.map((_, count) => `/${names.slice(0, count).join("/")}`);
  const there = onTheWay.filter((path) => facts?.realPath?.(path) !== undefined).length;
  // A slash at the end, and what is sought below, go on through a link.
  return onTheWay.length - there + (/\/$/.test(letters) ? 1 : 0);
}

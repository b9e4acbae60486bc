import type { ParsedUse } from "../option-grammar.ts";
import type { Part } from "../part.ts";
import { allPlacesOf, pathsNamed } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { isArchiveName } from "./archive-names.ts";
import { behindColons } from "./git/git-words.ts";

/** Programs that tell names, sizes and places of files, never their content. */
export const METADATA_ONLY: ReadonlySet<string> = new Set(
  "ls stat du df find fd fdfind tree readlink realpath cd wc".split(" "),
);
/** Those that tell of a file as a whole: what it is, that it is the same, what lies in it by name. */
const TELLS_OF_WHOLE = /^(?:\w*sum|md5|file|cmp|date|zipinfo|(?:g|bsd)?tar)$/;
/** By these what is packed is only listed, or tested. */
const LOOKS_ONLY = ["-l", "--list", "-t", "--test"];
const PACKERS = /^(?:gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd)$/;

type Around = Pick<Part, "folders" | "redirections" | "pipedInto">;

/** `gzip -dc x.tar.gz | tar -t`: what is printed is only listed. */
const isListed = ([program, first, ...others]: readonly ShellWord[] = []): boolean =>
  program !== undefined &&
  first !== undefined &&
  others.length === 0 &&
  isLiteral(program) &&
  /^(?:(?:g|bsd)?tar (?:-?[tvzjJ]*t[tvzjJ]*|--list)|wc -[clmw]+)$/.test(`${program.text} ${first.text}`);

/**
 * Why what a program that only reads prints may come out of an archive: files under names of their own, which are held against nothing. Members
 * that it names are judged as the files that they are called.
 * @param name  of the program; "" where the shell itself reads
 */
export function archiveShown(
  name: string,
  use: ParsedUse | undefined,
  { folders, redirections, pipedInto }: Around,
  options: CommandPolicyOptions,
): string | undefined {
  if (METADATA_ONLY.has(name) || TELLS_OF_WHOLE.test(name) || isListed(pipedInto)) return undefined;
  if (PACKERS.test(name) && LOOKS_ONLY.some((option) => use?.options.has(option))) return undefined;
  const given = redirections.filter(({ kind }) => kind === "read").map(({ target }) => target);
  const named = [...(use === undefined ? [] : readBy(name, use)), ...given];
  const archive = named.map((word) => archiveAmong(word, folders, options)).find((one) => one !== undefined);
  return archive && showsMembers(archive);
}

export const showsMembers = (archive: string): string =>
  `${archive} is an archive, and what comes out of it has names that are not judged`;

/** Git tells of a file that differs, but shows one of a commit. */
function readBy(name: string, { reads, operands, options, namesOnly }: ParsedUse): readonly ShellWord[] {
  if (name === "unzip") return operands.slice(1);
  if (name !== "git") return reads;
  if (["-a", "--text", "--binary"].some((option) => options.has(option)))
    return reads.filter((word) => namesOnly?.has(word) !== true);
  return operands.flatMap((word) => behindColons(word.text).map((text) => ({ ...word, text })));
}

/** The first archive that a word names or stands for, links followed. */
export function archiveAmong(
  word: ShellWord,
  folders: Part["folders"],
  options: CommandPolicyOptions,
): string | undefined {
  const known = isLiteral(word) ? word : word.standsFor;
  if (known === undefined) return undefined;
  if (isArchiveName(known.text)) return known.text;
  const paths = allPlacesOf(known, folders, options).flatMap(({ path }) => path ?? []);
  const found = word.glob ? folders.flatMap((folder) => pathsNamed(word, folder, options) ?? []) : [];
  return [...paths, ...found].find(isArchiveName);
}

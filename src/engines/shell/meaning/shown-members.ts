import type { CommandPolicyOptions } from "../policy-types.ts";
import { SHOWS_MEMBERS } from "../programs/archive-names.ts";
import { behindColons } from "../programs/git/git-words.ts";
import { readWith } from "../programs/reader.ts";
import { readerOf } from "../programs/readers.ts";
import { archiveAmong, archiveShown, showsMembers } from "../programs/shown-archives.ts";
import { programName } from "../scan.ts";
import type { Unit } from "../walk/unit.ts";
import { isLiteral } from "../words.ts";

/** What these read is an archive, whatever it is called. */
const ONLY_UNPACKS = /^(?:(?:g|bsd)?tar|cpio|pax|funzip|unzip|7z[arz]?|unrar|unar|rg|ag|ugrep)$/;

/** Why what a command prints may come out of an archive, whatever allows or confines the command. */
export function archiveShownBy({ words, part }: Unit, options: CommandPolicyOptions): string | undefined {
  const [program, ...given] = words;
  if (program === undefined) return archiveShown("", undefined, part, options);
  if (!isLiteral(program)) return undefined;
  const name = programName(program);
  const reader = readerOf(name);
  const read = reader && readWith(reader, given);
  if (read?.kind === "known") return archiveShown(name, read.use, part, options);
  const says = Object.hasOwn(SHOWS_MEMBERS, name) ? SHOWS_MEMBERS[name] : undefined;
  if (says === undefined || !given.some(({ text }, at) => says.test(asOption(text, at)))) return undefined;
  const redirected = part.redirections.filter(({ kind }) => kind === "read").map(({ target }) => target);
  const archive = [...given, ...redirected]
    .flatMap((word) => [word, ...behindColons(word.text).map((text) => ({ ...word, text }))])
    .map((word) => archiveAmong(word, part.folders, options))
    .find((one) => one !== undefined);
  if (archive !== undefined) return showsMembers(archive);
  return ONLY_UNPACKS.test(name) ? showsMembers("what it unpacks") : undefined;
}

/** The first word of tar and ar are options, with a dash or without. */
const asOption = (text: string, at: number): string => (at === 0 && /^[a-zA-Z]+$/.test(text) ? `-${text}` : text);

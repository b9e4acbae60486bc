import { normalizePath } from "../paths/worked-folders.ts";
import { messageWords } from "./capability/git-work.ts";
import { changedByRows } from "./floor/floor.ts";
import { leadingPaths } from "./found-files.ts";
import { patternIn } from "./meant/word-patterns.ts";
import { placeOf } from "./places.ts";
import type { CommandPolicyOptions, PathRuling } from "./policy-types.ts";
import { excludes } from "./programs/git/git-pathspec.ts";
import { behindColons, gitWords } from "./programs/git/git-words.ts";
import { readWith } from "./programs/reader.ts";
import { readerOf } from "./programs/readers.ts";
import { writtenByOption, writtenByPlace } from "./programs/written-words.ts";
import { trustedName } from "./proof.ts";
import { programName } from "./scan.ts";
import { toldWords } from "./spelled-words.ts";
import type { Unit } from "./walk/unit.ts";
import { isLiteral, type ShellWord } from "./words.ts";

/** A word that may be the path of a file. */
interface Use {
  readonly word: ShellWord;
  readonly use: "read" | "write";
  /** False: the program may take the word for something else, or do less with the file. */
  readonly isCertain: boolean;
}

interface RuledWord extends PathRuling {
  /** The rule denies, and the word is surely a path. */
  readonly isDenied: boolean;
}

const isPathOf = ({ text }: ShellWord): boolean => /[/.]/.test(text);

/**
 * What rules about files say of the files that a command names: `cat private/x` is no other way to what `read_file` may not show. What a
 * program comes to by itself is not seen here; a sandbox keeps it from that.
 */
export function ruledWords(unit: Unit, options: CommandPolicyOptions): RuledWord | undefined {
  const { pathRule } = options;
  if (pathRule === undefined) return undefined;
  let asked: RuledWord | undefined;
  for (const { word, use, isCertain } of toldUses(unit, options)) {
    for (const path of pathsOf(word, unit, options)) {
      const found = pathRule(path, { use, glob: word.glob && isLiteral(word) });
      const isDenied = found?.verdict === "deny";
      if (isDenied && isCertain) return { ...found, isDenied };
      if (found !== undefined) asked ??= { ...found, verdict: "ask", isDenied: isDenied && isPathOf(word) };
    }
  }
  return asked;
}

/** A word that names hold, `f=private/x; cat $f`, as what they hold. */
const toldUses = (unit: Unit, options: CommandPolicyOptions): readonly Use[] =>
  usesOf(withoutOtherWords(unit), options).flatMap((use) =>
    toldWords(use.word, unit, options).flatMap((word) => (word.text === "" ? [] : [{ ...use, word }])),
  );

/** `git add -A -- . ':(exclude)private'` names what it does not touch, and `git commit -m 'private/x: mended'` none. */
function withoutOtherWords(unit: Unit): Unit {
  const [program, ...words] = unit.words;
  if (program === undefined || programName(program) !== "git") return unit;
  const [verb, ...rest] = gitWords(words).words;
  const messages = messageWords(verb?.text ?? "", rest);
  const isOther = (word: ShellWord): boolean => messages.has(word) || (isLiteral(word) && excludes(word.text));
  return { ...unit, words: unit.words.filter((word) => !isOther(word)) };
}

/** As it is written, and where links lead. */
function pathsOf(word: ShellWord, { part }: Unit, options: CommandPolicyOptions): readonly string[] {
  return part.folders.flatMap((folder) => {
    const { path, pattern } = placeOf(word, [folder], options);
    if (path === undefined) return [];
    if (word.glob) return [pattern ?? patternIn(word, folder)];
    return [...new Set([normalizePath(word.text.startsWith("/") ? word.text : `${folder}/${word.text}`), path])];
  });
}

function usesOf(unit: Unit, options: CommandPolicyOptions): readonly Use[] {
  const { words, part } = unit;
  const given = part.redirections.map(({ kind, target }): Use => {
    return { word: target, use: kind === "write" ? "write" : "read", isCertain: true };
  });
  const [program] = words;
  const written = program === undefined || readsOf(words) ? [] : writtenBy(programName(program), unit, options);
  return [
    ...[
      ...given,
      ...(words.length > 0 ? handedOver(unit) : []),
      ...searched(words),
      ...(readsOf(words) ?? namedBy(unit)),
    ],
    ...written.map((word): Use => ({ word, use: "write", isCertain: true })),
  ];
}

function writtenBy(name: string, { words, part }: Unit, options: CommandPolicyOptions): readonly ShellWord[] {
  const given = words.slice(1);
  const context = { folders: part.folders, input: part.input, options, given: part.given };
  const byOption = writtenByOption(name, given);
  // Where a sandbox closes what is denied, that tells sooner what may not be written.
  if (options.closesDenied) return byOption;
  return [...byOption, ...writtenByPlace(name, given), ...changedByRows(name, given, context)];
}

/** What a variable in front of a command says, `BASH_ENV=private/x sh`: the program may read it. */
const handedOver = ({ part }: Unit): readonly Use[] =>
  part.assignments
    .flatMap(({ value }) => value.text.split(":").map((text) => ({ ...value, text })))
    .map((word) => ({ word, use: "read", isCertain: /[/.]/.test(word.text) }));

/** Where a search starts, whatever it does there. */
const searched = (words: readonly ShellWord[]): readonly Use[] =>
  trustedName(words[0]) === "find"
    ? leadingPaths(words.slice(1)).map((word) => ({ word, use: "read", isCertain: true }))
    : [];

/** What a program that is known to read with these words reads; undefined where no grammar tells. */
function readsOf(words: readonly ShellWord[]): readonly Use[] | undefined {
  const name = trustedName(words[0]);
  const reader = name === undefined ? undefined : readerOf(name);
  const result = reader && readWith(reader, words.slice(1));
  if (result?.kind !== "known") return undefined;
  // Git knows a file by its revision as well.
  const reads = name === "git" ? words.slice(1).flatMap(named) : result.use.reads;
  return reads.map((word) => ({ word, use: "read", isCertain: true }));
}

/** Their value is a revision, which may name a folder or a file of one. */
const OF_REVISION = /^(?:-s|--source|--blob)$/;
const CHANGES = /^(?:write-inside|write-outside|protected|irreversible)$/;
/** Their words are files, and what they do to them is a change. */
const CHANGERS = /^(?:rm|rmdir|unlink|shred|mv|cp|ln|install|touch|mkdir|truncate|tee|dd|patch|chmod|chown|rsync|scp)$/;
const PACKERS = /^(?:tar|zip|7z|gzip|cpio|ar)$/;

function namedBy({ words, class: kind }: Unit): readonly Use[] {
  const program = trustedName(words[0]) ?? "";
  const isOfFiles = CHANGERS.test(program) || PACKERS.test(program);
  const changes = CHANGERS.test(program) || CHANGES.test(kind);
  return words.slice(1).flatMap((given, index) => {
    const isValue = words[index]?.text.startsWith("-") === true && !OF_REVISION.test(words[index].text);
    return named(given).flatMap((word): readonly Use[] => {
      const isPath = isPathOf(word);
      // The value of an option: `git commit -m private`.
      if (isValue && !isPath && !isOfFiles) return [];
      return [
        { word, use: "read", isCertain: isPath || changes || isOfFiles },
        { word, use: "write", isCertain: changes },
      ];
    });
  });
}

/** What of a word may be a path: `--out=x`, `if=x`, `-fx`, `@x`, `HEAD:x`. */
function named(word: ShellWord): readonly ShellWord[] {
  const { text } = word;
  const value = /^(?:--?[\w-]+=|\w+=|-[A-Za-z](?=.*[/.])|@)(.+)$/s.exec(text)?.[1];
  const parts = [...(text.startsWith("-") ? [] : [text]), ...(value === undefined ? [] : [value.replace(/^@/, "")])];
  // The lines of a file, as git names them, too: `-L1,9:x`, `-L/^main/,+9:x`.
  const whole = [...parts, ...behindColons(text)].filter((part) => part !== "");
  return whole.map((part) => ({ ...word, text: part }));
}

import type { Command, Redirection } from "unbash";
import { isWithin, normalizePath } from "../../../paths/worked-folders.ts";
import type { AssignedNames } from "../../assigned-names.ts";
import { patternIn } from "../../meant/word-patterns.ts";
import type { LineScope, Part } from "../../part.ts";
import type { Folders } from "../../places.ts";
import { programName, withinShell } from "../../scan.ts";
import { ANY_BELOW, isLiteral, literalWord, type ShellWord } from "../../words.ts";

/** More folders than this are as good as any folder. */
const FOLDERS_MAX = 6;
/** What a pattern finds beyond that is not looked at. */
const FOUND_MAX = 500;

/** Where control stands: the folders it may be in, and whether it surely gets here exactly once. */
export interface Standing {
  folders: Folders;
  readonly isCertain: boolean;
}

/** Where a command leaves the line if all of it is done, and whether it surely is. */
export interface Going {
  readonly folders: Folders;
  readonly isSure: boolean;
}

/** What of a line has come before a command, as far as it says where that may go. */
export interface LineSoFar {
  readonly line: string;
  readonly scope: LineScope;
  readonly assigned: AssignedNames;
  /** Something may have moved, deleted or exchanged a folder. */
  readonly hasMoved: boolean;
  /** The shell may go elsewhere by itself, or otherwise than it is told. */
  readonly goesByItself: boolean;
}

export function union(left: Folders, right: Folders): Folders {
  if (left === right) return left;
  const all = [...new Set([...left, ...right])];
  return all.length > FOLDERS_MAX ? [...all.slice(0, FOLDERS_MAX), undefined] : all;
}

/** Any folder, besides those that are known. */
export const orAnywhere = (folders: Folders): Folders => union(folders, [undefined]);

/** Functions of such a name are called in place of what goes somewhere. */
const OWN_WAYS = ["cd", "pushd", "popd", "command", "builtin", "eval"];

/** After a command that may be `cd`; undefined where it is none. A target that is not known leads to any folder. */
export function goingBy(
  argv: readonly ShellWord[],
  node: Command,
  folders: Folders,
  before: LineSoFar,
): Going | undefined {
  const { assigned, scope } = before;
  const words = withinShell(argv, ({ text }) => text);
  const name = words[0]?.text;
  if (name === "trap" && goesByItself(words)) return { folders: orAnywhere(folders), isSure: true };
  if (name === "eval")
    return words.slice(1).every(staysHere) ? undefined : { folders: orAnywhere(folders), isSure: true };
  if (name !== "cd" && name !== "pushd" && name !== "popd") return undefined;
  if (before.goesByItself || OWN_WAYS.some((way) => assigned.functions.has(way)))
    return { folders: orAnywhere(folders), isSure: false };
  const isHomeKept = !assigned.isOpen && !assigned.counts.has("HOME");
  const target = targetOf(words, isHomeKept ? scope.home : undefined);
  // With CDPATH a plain name may be a folder anywhere; what stands in PS4 may be run before each command.
  if (target === undefined || assigned.counts.has("CDPATH") || assigned.counts.has("PS4"))
    return { folders: [undefined], isSure: false };
  const ways = folders.flatMap((folder) => waysTo(folder, target, before));
  const isPlain = target.isSure && node.prefix.length === 0 && !words.some(({ text }) => /^-\w*[e@]/.test(text));
  return {
    folders: union(
      [],
      ways.map(({ folder }) => folder),
    ),
    isSure:
      isPlain &&
      !someFail(node.redirects, before) &&
      ways.every(({ isThere, isKept }) => isThere && (isKept || !before.hasMoved)),
  };
}

/** Where a command is told to go; undefined where that is not known. */
function targetOf([program, ...words]: readonly ShellWord[], home: string | undefined) {
  const operands = words.filter((word) => !/^-[LPe@]+$/.test(word.text) && word.text !== "--");
  const given = operands[0] ?? (program?.text === "cd" && home !== undefined ? literalWord(home) : undefined);
  // What a command prints is asked about by itself: the folder only tells what later words must not name.
  const word = given?.standsFor ?? given;
  if (word === undefined || !isLiteral(word) || operands.length > 1 || /^[-+]/.test(word.text)) return undefined;
  const isAnywhere = word !== given && (given?.isComputed === true || word.text.startsWith(ANY_BELOW.text));
  // By links rather than by names, where only the kernel knows the way.
  return {
    word,
    isSure: word === given && !word.glob,
    isAnywhere,
    byLinks: words.some(({ text }) => /^-\w*P/.test(text)),
  };
}

type Target = NonNullable<ReturnType<typeof targetOf>>;

/** A pattern leads into any of the folders that it finds; not known are those that a command prints, or that the line may have made. */
function waysTo(from: string | undefined, { word, isAnywhere, byLinks }: Target, before: LineSoFar): readonly Way[] {
  const { scope, hasMoved } = before;
  if (from === undefined && !word.text.startsWith("/")) return [UNKNOWN_WAY];
  if (!word.glob) {
    const way = wayTo(from, word.text, scope);
    const written = word.text.startsWith("/") ? word.text : `${from}/${word.text}`;
    return [byLinks ? { ...way, folder: scope.realPath?.(written) } : way];
  }
  const found = isAnywhere || hasMoved ? undefined : scope.namesFound?.(patternIn(word, from));
  if (found === undefined || found.length > FOUND_MAX) return [UNKNOWN_WAY];
  const folders = found.filter((path) => scope.isFolder?.(path));
  return (folders.length === 0 ? [from] : folders).map((folder) => ({ ...UNKNOWN_WAY, folder }));
}

interface Way {
  readonly folder: string | undefined;
  readonly isThere: boolean;
  readonly isKept: boolean;
}
const UNKNOWN_WAY: Way = { folder: undefined, isThere: false, isKept: false };

/** By names, as the shell goes; where these lead nowhere it goes by links after all, and only the kernel knows where that is. */
function wayTo(from: string | undefined, target: string, { isFolder, folders: starts }: LineScope): Way {
  const written = target.startsWith("/") ? target : `${from}/${target}`;
  const folder = normalizePath(written);
  const byNames = isFolder?.(folder) === true;
  const byLinks = isClimbing(written) ? isFolder?.(written) === true : byNames;
  // The folder that the line starts in, and those above, no command of it takes away unasked.
  const isKept = starts.some((start) => start !== undefined && isWithin(start, folder));
  return { folder: byLinks && !byNames ? undefined : folder, isThere: byNames && byLinks, isKept };
}

const isClimbing = (path: string): boolean => path.split("/").includes("..");

/** Text that the shell reads as a command of this very line, and that goes nowhere. */
const staysHere = (word: ShellWord): boolean => isLiteral(word) && !GOES.test(word.text);
const GOES = /\b(?:cd|pushd|popd|eval|source)\b|(?:^|[\s;&|({])\.\s|\\|["'$`]/;

/** Whether from here on the shell may go otherwise than it is told, or between two commands: by its options, by what a trap does, by a `cd` of the line's own. */
export function goesByItself([program, ...words]: readonly ShellWord[]): boolean {
  switch (program?.text) {
    case "shopt":
      return !words.every((word) => isLiteral(word) && !/^(?:lastpipe|cdable_vars)$/.test(word.text));
    case "enable":
    case "alias":
      return words.length > 0;
    case "set":
      return words.some(({ text }) => /^[-+]\w*[Pr]|^(?:physical|posix|restricted)$/.test(text));
    case "unset":
      return words.some((word) => !isLiteral(word) || word.text === "HOME");
    case "trap":
      return isBetween(words);
    default:
      return false;
  }
}

/** What a trap does, it does between any two commands, but for what is done at the end; that may leave the line elsewhere. */
const isBetween = (words: readonly ShellWord[]): boolean =>
  words.length > 1 && !/^(?:EXIT|0)$/.test(words[1]?.text ?? "") && !words.every(staysHere);

/** Programs that leave every folder where it is, as long as no word has them start another. */
const LEAVES_FOLDERS = new Set(
  (
    "cd pushd popd pwd dirs echo printf : true false test [ export set unset readonly local declare typeset let shift return exit break continue read mapfile readarray wait " +
    "type hash sleep date cat head tail wc sort uniq cut tr nl tac rev column fold fmt paste join comm diff cmp grep egrep fgrep rg ls tree stat file du df " +
    "basename dirname realpath readlink which whoami id uname hostname printenv seq nproc free uptime ps jq md5sum sha1sum sha256sum sha512sum cksum " +
    "base64 xxd od strings touch mkdir tee clear tput"
  ).split(" "),
);
const STARTS_OR_DELETES = /^-(?:exec|ok|delete|fprint|-exec|[a-zA-Z]?[xX]$)/;
/** A subscript is worked out; the options start what they name. */
const STARTS = /`|\$\(|^--?(?:pre|pager|compress-program|exec|ext-diff|textconv|upload-pack|receive-pack|open-files|O)/;
const AWK_STARTS = /system|getline|[|@]|^-[a-zA-Z]*[fl]|^--(?:file|load|include|exec)/;
/** Without what hooks stand behind, or settings of the line. */
const GIT_LEAVES_FOLDERS =
  /^(?:status|diff|log|show|rev-parse|branch|ls-files|ls-tree|blame|grep|describe|config|remote|add|tag|shortlog|reflog|cat-file)$/;

/** Whether a command may move, delete or exchange a folder, which all after it then cannot count on. */
export function movesFolders({ argv }: Pick<Part, "argv">): boolean {
  const [program, ...words] = withinShell(argv, ({ text }) => text);
  if (program === undefined) return false;
  if (!isLiteral(program)) return true;
  const name = programName(program);
  if (/^fd(?:find)?$|^find$/.test(name)) return words.some(({ text }) => STARTS_OR_DELETES.test(text));
  if (/^[gm]?awk$/.test(name)) return words.some(({ text }) => AWK_STARTS.test(text));
  if (name === "sed")
    return !/^(?:-[nEr]+ )?[\d,$]*[pdq]$/.test(
      words
        .slice(0, words[0]?.text.startsWith("-") ? 2 : 1)
        .map(({ text }) => text)
        .join(" "),
    );
  if (words.some(({ text }) => STARTS.test(text))) return true;
  return name === "git" ? !GIT_LEAVES_FOLDERS.test(words[0]?.text ?? "status") : !LEAVES_FOLDERS.has(name);
}

/** A stream is closed somewhere: nothing can be put in its place then. */
const CLOSES = /[<>]&\s*\d*-/;

/** Whether one of some redirections may fail, which keeps what stands before it from being done at all. */
export const someFail = (redirections: readonly Redirection[], { line }: Pick<LineSoFar, "line">): boolean =>
  redirections.length > 0 && (CLOSES.test(line) || redirections.some(mayFail));

function mayFail(written: Redirection): boolean {
  const target = written.type === "HereDoc" ? undefined : written.target?.text;
  return target !== "/dev/null" && !(written.operator === ">&" && /^[12]$/.test(target ?? ""));
}

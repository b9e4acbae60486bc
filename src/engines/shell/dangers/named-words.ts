import { foldPath, isProtectedPath, namesBelowOf } from "../../paths/protected-names.ts";
import { isWithin } from "../../paths/worked-folders.ts";
import { possibleWords } from "../floor/possible-words.ts";
import { ownFolders, vitalOf } from "../floor/vital.ts";
import type { Part } from "../part.ts";
import { pathsNamed } from "../places.ts";
import { DO_NOTHING, onlyChecks } from "../programs/checkers.ts";
import { scriptWords } from "../programs/edited-files.ts";
import { readWith } from "../programs/reader.ts";
import { readerOf } from "../programs/readers.ts";
import { writtenByOption } from "../programs/written-words.ts";
import { assignmentIn, clusteredValues, hasLong, optionValues, programName, scan } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { type Danger, type DangerContext, danger, firstDanger, hidden, place, worstOf } from "./danger.ts";
import { deniedDanger, withTold } from "./denied-words.ts";
import { FILE_DANGERS } from "./files.ts";
import { ownCommandDanger } from "./own-commands.ts";
import { SERVICE_DANGERS } from "./services.ts";
import { mayBeWritten, NAMES_BY_OPTION, notRead, ordersTo } from "./taken-words.ts";
import { bare, piecesOf, piecesOfText } from "./word-pieces.ts";

/** Programs of whose words others say what they do to what they name. */
const KNOWN = new Set(["tar", "rsync"]);
/** Programs that only start others with what they read. */
const STARTS_ONLY = new Set(["xargs", "parallel"]);
/** An option that says what is left alone. */
const LEAVES_OUT = /^--?[\w-]*(?:exclude|ignore|skip|prune|omit)[\w-]*(?:=|$)/i;

/**
 * What a program may write whose words nobody knows: each that names, whole or in a piece, what is protected or must not be lost, as
 * `-o FILE`, `-xoFILE`, `--out=FILE`, `a,FILE`, `%output{FILE}` do.
 * @param words  its own, without what it starts
 */
export function namedDanger(
  program: ShellWord,
  words: readonly ShellWord[],
  context: DangerContext,
): Danger | undefined {
  const name = programName(program);
  if (DO_NOTHING.has(name) || onlyReads(name, words)) return undefined;
  return worstOf([
    standsInOwn(context),
    ownCommandDanger([program, ...words], context),
    wholeDanger(name, words, context),
    fileDanger(name, words, context),
    KNOWN.has(name)
      ? firstDanger(writtenByOption(name, words), (word) => dangerOfPiece(word.text, word, context))
      : undefined,
    firstDanger(madeNames(name, withFoundNames(name, words, context)), (made) =>
      protectedDanger(literalWord(made), made, context),
    ),
  ]);
}

/** The same of what a rule keeps from being changed. */
export function deniedInWords(
  program: ShellWord,
  words: readonly ShellWord[],
  context: DangerContext,
): Danger | undefined {
  const name = programName(program);
  if (context.options.pathRule === undefined || DO_NOTHING.has(name) || STARTS_ONLY.has(name) || KNOWN.has(name))
    return undefined;
  const told = withTold(words, context);
  if (told !== undefined && (onlyReads(name, told) || onlyChecks(name, told))) return undefined;
  const named = [...mayBeWritten(name, words), ...madeNames(name, words).map(literalWord)];
  return deniedDanger(name, named, ordersTo(name, words, context), context);
}

/** `cd ~/.config/waymark && patch < x`: what writes to the folder it stands in without naming it. */
function standsInOwn({ folders, options }: DangerContext): Danger | undefined {
  const own = ownFolders(options);
  return folders.some((folder) => folder !== undefined && own.some((one) => isWithin(folder, one)))
    ? hidden("it runs in Waymark's own folder, and may write there")
    : undefined;
}

function fileDanger(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (KNOWN.has(name) || (Object.hasOwn(FILE_DANGERS, name) && !NAMES_BY_OPTION.has(name))) return undefined;
  const looked = notRead(name, words);
  const meant = looked.filter(
    (word, at) => isLiteral(word) && !LEAVES_OUT.test(word.text) && !LEAVES_OUT.test(bare(looked[at - 1])),
  );
  return worstOf([
    firstDanger(meant, (word) =>
      firstDanger([...piecesOf(word), ...madeOf(name, word)], (piece) => dangerOfPiece(piece, word, context)),
    ),
    firstDanger(ordersTo(name, words, context).flatMap(piecesOfText), (piece) =>
      protectedDanger(literalWord(piece), piece, context),
    ),
  ]);
}

const PACKED = /\.(?:gz|tgz|xz|lzma|bz2|zst|lz4?|br|Z)$/;
/** Programs that unpack a file beside itself, or move folders as a whole. */
const UNPACKS = /^(?:un|de)?(?:g|x|bz|lz|p|pig)?(?:zip2?|unzip|z|xz|zma|zstd|rotli|lz4|compress|unzstd|unxz)\w*$/;

/** The names that come to be by a word: without its ending, or with those that only count below it. */
function madeOf(name: string, { text }: ShellWord): readonly string[] {
  if (UNPACKS.test(name) && PACKED.test(text)) return [text.replace(PACKED, "")];
  // Whatever is put in the place of the letters.
  if (name === "mktemp") return [text.replace(/X{3,}/g, "")];
  if (name !== "git") return [];
  // What a template holds becomes the hooks of a repository.
  return hasLong(scan([literalWord(text)]), "--template") ? [".git/hooks"] : namesBelowOf(text);
}

/** Programs that put what they are given into a folder, or in its place. */
const PUTS = new Set("mv cp install rsync ln scp ditto gcp gmv gln ginstall".split(" "));
/** What a program may put behind the names it is given, or take from them. */
const SUFFIX = /^[.~_][\w.~-]{0,40}[\w~-]$/;
/** Of names with an ending of another word; more of them may make any. */
const ENDED_MAX = 4_000;
/** A file in which `sed` writes: to the end of the line. */
const WRITTEN_BY_SED = /(?<=^|[\s;{}!$\d]|[/|,#@][gpIiMme\d]*)[wW][ \t]*(\S[^\n]*)/gm;

/** What is put into a folder bears there the names that a pattern finds. */
const withFoundNames = (name: string, words: readonly ShellWord[], { folders, options }: DangerContext) =>
  PUTS.has(name)
    ? words.flatMap((word) =>
        word.glob && isLiteral(word)
          ? [word, ...folders.flatMap((folder) => (pathsNamed(word, folder, options) ?? []).map(literalWord))]
          : [word],
      )
    : words;

/** Names that stand in no word and are made of several: a word with an ending of another, a folder with what is put into it. */
function madeNames(name: string, words: readonly ShellWord[]): readonly string[] {
  const texts = words.filter(isLiteral).map(({ text }) => text);
  const operands = texts.filter((text) => !text.startsWith("-") && text !== "");
  const ofOptions = (text: string): readonly string[] =>
    /^-/.test(text) ? [text.slice(text.search(/[.~_=]/)).replace(/^=/, "")] : [];
  const suffixes = [
    ...new Set(texts.flatMap((text) => [text, ...ofOptions(text)]).filter((text) => SUFFIX.test(text))),
  ];
  if (operands.length * suffixes.length > ENDED_MAX) return [".git/hooks"];
  const ended = operands
    .filter((text) => !text.endsWith("/") && !isProtectedPath(foldPath(text), undefined))
    .flatMap((text) =>
      suffixes.flatMap((suffix) => [text + suffix, ...(text.endsWith(suffix) ? [text.slice(0, -suffix.length)] : [])]),
    )
    // Before each is looked up: there may be thousands.
    .filter((text) => isProtectedPath(foldPath(text), undefined));
  if (/^g?sed$/.test(name))
    return [...ended, ...texts.flatMap((text) => [...text.matchAll(WRITTEN_BY_SED)].map(([, file = ""]) => file))];
  return PUTS.has(name) ? [...ended, ...putNames(texts, operands)] : ended;
}

function putNames(texts: readonly string[], operands: readonly string[]): readonly string[] {
  const words = texts.map(literalWord);
  const named = [...optionValues(words, "-t", "--target-directory"), ...clusteredValues(words, "-t")].map(
    ({ text }) => text,
  );
  const folder = named[0] ?? operands.at(-1);
  if (folder === undefined) return [];
  const sources = operands.filter((one) => one !== folder);
  const last = (path: string): string => /([^/]*)\/*$/.exec(path)?.[1] ?? "";
  // What has the ending of a file brings nothing along.
  const mayBeFolder = sources.some((one) => !/[^./]\.\w{1,5}$/.test(one));
  return [
    ...sources.flatMap((one) => (/^\.{0,2}$/.test(last(one)) ? [] : [`${folder.replace(/\/+$/, "")}/${last(one)}`])),
    ...(mayBeFolder ? namesBelowOf(folder) : []),
  ];
}

/** Programs that show or go to a folder, are judged by what they do to it, or name places of another machine. */
const TAKES_FOLDERS = new Set(
  (
    "git find docker podman nerdctl docker-compose code code-insiders codium cursor subl zed atom emacs nano open xdg-open explorer start nautilus dolphin thunar nemo " +
    "finder mc ranger nnn lf yazi z zoxide tmux screen configure meson gcc g++ cc c++ clang clang++ ld make cmake pkg-config ldd nm objdump readelf gdb strings file " +
    "du df ncdu dust duf tree eza exa lsd ls stat watch rg fd ag ack mount umount findmnt mountpoint lsblk sudo doas env timeout nice nohup time xargs parallel " +
    "zip 7z 7za 7zr zstd cpio fdupes jdupes gio rclone curl wget vim vi nvim"
  ).split(" "),
);
/** An option whose value is part of an address, not a place: `--base /`. */
const OF_ADDRESS = /base|path|url|href|public|route|context|uri|endpoint|asset|prefix/i;
/** What a word, an assignment in it, or what is attached to an option names. */
const namedWhole = ({ text }: ShellWord): readonly string[] => [
  text,
  ...[...text.matchAll(/(?:^|[\s,;])-*[\w.-]+=([/~][^\s,;"']*)/g)].map(([, value = ""]) => value),
  ...(/^-[A-Za-z]+[/~]/.test(text) ? [text.slice(text.search(/[/~]/))] : []),
];

/** A program of which nothing is known, given a home, a root or a folder of the system as a whole: it may empty what it is given. */
function wholeDanger(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  // The first word of a line that nobody is known to run is a program only where one has that name.
  if (context.options.isProse || TAKES_FOLDERS.has(name) || Object.hasOwn(FILE_DANGERS, name)) return undefined;
  if (Object.hasOwn(SERVICE_DANGERS, name) && !RUNS_PROJECTS.test(name)) return undefined;
  const { home } = context.options;
  const scripts = new Set(scriptWords([literalWord(name), ...words]));
  for (const [at, word] of words.entries()) {
    if (scripts.has(word)) continue;
    const possible = isLiteral(word) ? [word] : (possibleWords(word, context) ?? []).filter(({ isOpen }) => !isOpen);
    const isOfAddress = OF_ADDRESS.test(
      bare(words[at - 1]).startsWith("-") ? bare(words[at - 1]) : (word.text.split("=")[0] ?? ""),
    );
    const named = possible.flatMap((one) => namedWhole(one).map((text) => ({ ...one, text })));
    const vital = named.find(({ text }) => {
      if (!/^[/~.]/.test(text) || (text === "/" && isOfAddress) || /\/[^/]*\w\.[^/]*$/.test(text)) return false;
      const path = home !== undefined && /^~(?=\/|$)/.test(text) ? home + text.slice(1) : text;
      return /^(?:folder|all)$/.test(vitalOf({ ...literalWord(path), glob: /[*?[]/.test(text) }, context) ?? "");
    });
    if (vital) return hidden(`it may empty or overwrite what it names as a whole: ${vital.text}`);
  }
  return undefined;
}

/** Of these a value says where things are looked for or will be used, not where something is put. */
const LOOKED_IN = /^(?:HOME|PWD|OLDPWD|TE?MP|TMPDIR|\w*(?:PATH|PREFIX|URL|BASE))$/i;
const PUT_IN = /(?:DIR|DEST|OUT|OUTPUT|TARGET|BUILD)$/i;
const EXPORTS = /^(?:export|declare|typeset|env)$/;
const MAKES = /^g?make$/;

/** `CARGO_TARGET_DIR=~ cargo clean`, `make DESTDIR=~ install`: a home, a root or a folder of the system as the value of a variable that a
 *  program is handed; of what all later programs are, those whose names say that something is put there. */
export function handedWhole(
  { argv: [program, ...words], assignments }: Part,
  context: DangerContext,
): Danger | undefined {
  if (program === undefined || !isLiteral(program)) return undefined;
  const name = programName(program);
  const given = EXPORTS.test(name) ? words.flatMap(assignmentIn).filter((one) => PUT_IN.test(one.name)) : [];
  const ofMake = MAKES.test(name) ? words.filter(({ text }) => !text.startsWith("-")).flatMap(assignmentIn) : [];
  const front = DO_NOTHING.has(name) || onlyReads(name, words) ? [] : assignments;
  const vital = [...front, ...given, ...ofMake].find(
    (one) => !LOOKED_IN.test(one.name) && /^(?:folder|all)$/.test(vitalOf(ofHome(one.value, context), context) ?? ""),
  );
  return vital && hidden(`it may empty or overwrite what ${vital.name} names as a whole: ${vital.value.text}`);
}

const ofHome = (word: ShellWord, { options: { home } }: DangerContext): ShellWord =>
  home !== undefined && /^~(?=\/|$)/.test(word.text) ? { ...word, text: home + word.text.slice(1) } : word;

/** Of the tables of services those that also work in folders that they are given. */
const RUNS_PROJECTS =
  /^(?:npm|pnpm|yarn|bun|npx|cargo|dotnet|mix|setup\.py|rake|aws|gsutil|gcloud|ansible|poetry|uv|twine)$/;

function onlyReads(name: string, words: readonly ShellWord[]): boolean {
  const reader = readerOf(name);
  return reader !== undefined && readWith(reader, words).kind === "known";
}

function dangerOfPiece(text: string, whole: ShellWord, context: DangerContext): Danger | undefined {
  const home = context.options.home;
  const path = {
    ...literalWord(home !== undefined && /^~(?=\/|$)/.test(text) ? home + text.slice(1) : text),
    glob: whole.glob,
  };
  const vital = vitalOf(path, context);
  // A program is named to be started.
  if (vital === "own" || vital === "disk" || (vital === "file" && !/\/s?bin\//.test(path.text)))
    return hidden(`it may overwrite what must not be lost: ${whole.text}`);
  return protectedDanger(path, whole.text, context);
}

const protectedDanger = (path: ShellWord, shown: string, context: DangerContext): Danger | undefined =>
  place(path, context).isProtected
    ? danger("D12", `${shown} names what starts programs or holds configuration`)
    : undefined;

import { makesRepository } from "../../paths/protected-names.ts";
import type { Part } from "../part.ts";
import { isPlainInside, pathsNamed, placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { clusteredValues, hasLong, hasShort, optionValues, programName, scan } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

interface Editor {
  /** All options under which it does no more than edit the files that it names: it starts no program, and takes neither orders nor names of files
   *  from elsewhere. */
  readonly options: RegExp;
  /** How many operands stand before the files. */
  readonly before?: number;
  /** The last operand is where the others come to be. */
  readonly pours?: true;
  /** What it finds below a folder it takes whole, wherever links there lead; its options may keep it from that. */
  readonly packs?: (words: readonly ShellWord[]) => boolean;
}

const flags = (letters: string, longs = ""): RegExp =>
  new RegExp(`^-(?:[${letters}]+|-(?:${longs === "" ? "" : `${longs.split(" ").join("|")}|`}verbose|))$`);
const COPIES = flags(
  "abdfinprRuvDPT",
  "parents recursive force interactive archive preserve(?:=[\\w,]+)? no-clobber update no-target-directory no-dereference",
);
const UNPACKED = flags("cdfkqtvn1-9r", "keep force best fast recursive quiet decompress");
const SED =
  /^(?:-[nErsuz]*i[\w.]*|-[nErsuze]+|--(?:in-place(?:=[\w.]*)?|regexp-extended|quiet|silent|null-data|expression(?:=[\s\S]*)?|))$/;

const TABLE: Readonly<Record<string, Editor>> = {
  mkdir: { options: flags("pvm", "parents mode(?:=[\\w,+=-]+)?") },
  touch: { options: flags("acmh", "no-create no-dereference") },
  rm: { options: flags("rRfvdiI", "recursive force interactive dir") },
  rmdir: { options: flags("pv", "parents") },
  tee: { options: flags("aip", "append") },
  truncate: { options: /^(?:-[cos]+[\w+%<>/-]*|--(?:size(?:=[\w+%<>/-]+)?|no-create|))$/ },
  cp: {
    options: COPIES,
    pours: true,
    packs: (words) => hasShort(scan(words), "LH") || hasLong(scan(words), "--dereference"),
  },
  mv: { options: COPIES, pours: true },
  install: { options: /^(?:-[dDvpC]*(?:m[\w,+=-]*)?|--(?:mode(?:=[\w,+=-]+)?|directory|verbose|))$/, pours: true },
  chmod: { options: flags("Rcfv", "recursive changes quiet silent"), before: 1 },
  zip: {
    options: flags("rqjyu0-9", "recurse-paths junk-paths quiet"),
    packs: (words) =>
      (hasShort(scan(words), "r") || hasLong(scan(words), "--recurse-paths")) && !hasShort(scan(words), "y"),
  },
  gzip: { options: UNPACKED, packs: (words) => isRecursive(words) },
  gunzip: { options: UNPACKED, packs: (words) => isRecursive(words) },
};

export const EDITORS: readonly string[] = [...Object.keys(TABLE), "sed", "gsed"];

type EditNeed = (words: readonly ShellWord[], part: Part, options: CommandPolicyOptions) => "edit-files" | undefined;

/** What kind of work covers a use of a program that edits files: what tar, unzip and patch write stands in their input, so none covers them. */
export const editNeed =
  (name: string): EditNeed =>
  (words, part, options) => {
    const editor = TABLE[name] ?? sedOf(words);
    const operands = scan(words).operands.slice(editor?.before ?? 0);
    const edits =
      editor !== undefined &&
      words.every(({ text }) => !/^-./.test(text) || editor.options.test(text)) &&
      operands.every((word) => isPlainInside(word, part.folders, options) && !holdsProtected(word, part, options)) &&
      !setsIdentity(name, words) &&
      !(UNPACKS.test(name) && unpacksFound(name, words)) &&
      !(editor.pours && bringsMore(words, operands, part, options)) &&
      !takesElsewhere(name, words, part, options);
    return edits ? "edit-files" : undefined;
  };

/** In place, by a script that stands in the line. */
function sedOf(words: readonly ShellWord[]): Editor | undefined {
  const use = scan(words);
  const isInPlace = hasShort(use, "i") || hasLong(use, "--in-place");
  if (!isInPlace || optionValues(words, "-f", "--file").length > 0) return undefined;
  return { options: SED, before: hasShort(use, "e") ? 0 : 1 };
}

const isRecursive = (words: readonly ShellWord[]): boolean =>
  hasShort(scan(words), "r") || hasLong(scan(words), "--recursive");

const UNPACKS = /^g(?:un)?zip$/;

/** What comes out of a packed file has its name without the ending: of what a pattern or a folder holds nobody told it. */
function unpacksFound(name: string, words: readonly ShellWord[]): boolean {
  const use = scan(words);
  const unpacks = name === "gunzip" || hasShort(use, "d") || hasLong(use, "--decompress");
  return unpacks && (isRecursive(words) || use.operands.some(({ glob }) => glob));
}

/** A folder poured into the workspace itself may bring hooks and settings along. */
function bringsMore(
  words: readonly ShellWord[],
  operands: readonly ShellWord[],
  part: Part,
  options: CommandPolicyOptions,
): boolean {
  const target = operands.at(-1);
  if (target === undefined || !isLiteral(target)) return true;
  if (placeOf(target, part.folders, options).region === "root") return true;
  const isOneForOther = hasShort(scan(words), "T") || hasLong(scan(words), "--no-target-directory");
  return operands.slice(0, -1).some((word) => {
    const names = isOneForOther || /(?:^|\/)\.$/.test(word.text) ? namesIn(word, part, options) : [programName(word)];
    return (names ?? [".git"]).some((name) => {
      const poured = literalWord(`${target.text}/${name}`);
      return !isPlainInside(poured, part.folders, options) || makesGitFolder(poured);
    });
  });
}

/** `cp -r d/. s` puts all that is in `d` beside what `s` holds; undefined where that is not known. */
function namesIn(word: ShellWord, { folders }: Part, options: CommandPolicyOptions): readonly string[] | undefined {
  const inside = ["*", ".[!.]*"].map((pattern) => ({
    ...literalWord(`${word.text.replace(/\/\.$/, "")}/${pattern}`),
    glob: true,
  }));
  const found = folders.flatMap((folder) => inside.map((one) => pathsNamed(one, folder, options)));
  return found.some((paths) => paths === undefined)
    ? undefined
    : found.flatMap((paths) => paths ?? []).map((path) => path.slice(path.lastIndexOf("/") + 1));
}

/** `.github` itself is plain, while what lies in it by some names is not: moved there, away or deleted as a whole that goes along. */
const holdsProtected = (word: ShellWord, { folders }: Part, options: CommandPolicyOptions): boolean =>
  makesGitFolder(word) ||
  folders.some(
    (folder) => pathsNamed(word, folder, options)?.some((path) => /\/\.(?:github|gitlab)$/i.test(path)) ?? true,
  );

export const makesGitFolder = (word: ShellWord): boolean => makesRepository(programName(word));

/** A file made so runs as whoever made it. */
const setsIdentity = (name: string, words: readonly ShellWord[]): boolean =>
  name === "install" &&
  [...optionValues(words, "-m", "--mode"), ...clusteredValues(words, "-m")].some(
    ({ text }) => !/^(?:0*[0-7]{1,3}|[ugoa]*[-+=][rwxX,ugoa=+-]*)$/.test(text),
  );

/** Whether a program takes along what links below its folders lead to elsewhere, or secrets, which have other names in its archive then. */
export function takesElsewhere(
  name: string,
  words: readonly ShellWord[],
  { folders }: Part,
  options: CommandPolicyOptions,
): boolean {
  const look = options.facts?.readProblem;
  if (look === undefined || !Object.hasOwn(TABLE, name) || !TABLE[name]?.packs?.(words)) return false;
  return scan(words).operands.some((word) => {
    const { path, pattern } = placeOf(word, folders, options);
    return path === undefined || look(pattern ?? path, { ...ALL_BELOW, glob: pattern !== undefined }) !== undefined;
  });
}

export const ALL_BELOW = {
  namesOnly: false,
  below: true,
  deniedOnly: false,
  follows: true,
  hidden: true,
  names: [],
  obeys: [],
};

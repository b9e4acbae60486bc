import { normalizePath } from "../../paths/worked-folders.ts";
import { isNarrowed, leadingPaths } from "../found-files.ts";
import type { Place } from "../places.ts";
import { type Editor, editedFiles } from "../programs/edited-files.ts";
import { hasLong, hasShort, optionValues, programName, type Scan, scan } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import {
  type Danger,
  type DangerCheck,
  type DangerContext,
  type DangerTable,
  danger,
  firstDanger,
  isBeyond,
  notKnown,
  place,
  unresolved,
} from "./danger.ts";
import { writeDanger } from "./write-danger.ts";

const DISK_PROGRAMS =
  "fdisk sfdisk cfdisk gdisk sgdisk parted mkswap blkdiscard hdparm badblocks cryptsetup mdadm zpool lvremove vgremove pvremove pvcreate diskutil fsck mke2fs mkntfs mkdosfs diskpart newfs swapoff losetup mount umount tune2fs".split(
    " ",
  );

/** Deletion, moving, modes, disks, and every program that writes files named by its words. */
export const FILE_DANGERS: DangerTable = {
  rm: remove,
  unlink: (words, context) => firstDanger(words, (word) => deletion(word, context)),
  rmdir: (words, context) => firstDanger(scan(words).operands, (word) => deletion(word, context)),
  trash: remove,
  "trash-put": remove,
  rmtrash: remove,
  del: remove,
  "del-cli": remove,
  rimraf: remove,
  wipe: remove,
  srm: remove,
  mv: move,
  cp: copy,
  install: copy,
  ln: link,
  rsync: synchronise,
  chmod: change,
  chown: change,
  chgrp: change,
  chattr: change,
  setfacl: change,
  xattr: change,
  tee: (words, context) => firstDanger(scan(words).operands, (word) => writeDanger(word, context)),
  touch: (words, context) => firstDanger(scan(words).operands, (word) => writeDanger(word, context)),
  mkdir: (words, context) => firstDanger(scan(words).operands, (word) => writeDanger(word, context)),
  truncate: (words, context) => firstDanger(scan(words).operands, (word) => writeDanger(word, context)),
  sponge: (words, context) => firstDanger(scan(words).operands, (word) => writeDanger(word, context)),
  split: (words, context) => firstDanger(scan(words).operands.slice(1), (word) => writeDanger(word, context)),
  sed: (words, context) => editsInPlace("sed", words, context),
  gsed: (words, context) => editsInPlace("gsed", words, context),
  perl: (words, context) => editsInPlace("perl", words, context),
  ruby: (words, context) => editsInPlace("ruby", words, context),
  sort: (words, context) => firstDanger(optionValues(words, "-o", "--output"), (word) => writeDanger(word, context)),
  dd: copyBlocks,
  patch: (words, context) =>
    firstDanger(
      [...optionValues(words, "-o", "--output", "-d", "--directory"), ...scan(words).operands.slice(0, 1)],
      (word) => writeDanger(word, context),
    ),
  tar: unpack,
  bsdtar: unpack,
  unzip: (words, context) => firstDanger(optionValues(words, "-d"), (word) => writeDanger(word, context)),
  find: findActions,
  uniq: (words, context) => firstDanger(scan(words).operands.slice(1), (word) => writeDanger(word, context)),
  xxd: (words, context) => firstDanger(scan(words).operands.slice(1), (word) => writeDanger(word, context)),
  fd: (words) =>
    hasLong(scan(words), "--exec", "--exec-batch") && !scan(words).isLiteral
      ? unresolved("fd runs what is not known")
      : undefined,
  shred: () => danger("D6", "it overwrites data for good"),
  wipefs: () => danger("D6", "it wipes a file system"),
  ...Object.fromEntries(
    DISK_PROGRAMS.map((name): [string, DangerCheck] => [
      name,
      (words) =>
        words.length === 0 || words.every((word) => /^(-l|--list|--version|-V|list)$/.test(word.text))
          ? undefined
          : danger("D6", "it changes a disk"),
    ]),
  ),
};

function deletion(target: ShellWord, context: DangerContext): Danger | undefined {
  if (!isLiteral(target))
    return {
      ...notKnown(
        `what ${target.text} deletes is not known before it runs`,
        target.isAssembled === "made" && target.standsFor === undefined ? target : undefined,
      ),
      deletesUnknown: true,
    };
  const where = place(target, context);
  const catastrophic = where.region === "above" || where.region === "root" ? { isCatastrophic: true } : {};
  if (isBeyond(where) || where.region === "root")
    return { ...danger("D1", `it deletes ${target.text}, outside the workspace or all of it`), ...catastrophic };
  if (where.isPrecious) return danger("D1", `it deletes ${target.text}, ${preciousFor(where)}`);
  return where.isProtected ? danger("D12", `${target.text} starts programs or holds configuration`) : undefined;
}

function preciousFor({ path = "", pattern }: Place): string {
  const [, below] = /\/\.git(\/.+)?$/i.exec(path) ?? [];
  if (below?.endsWith(".lock")) return "by which a git that is at work keeps others off";
  if (below !== undefined) return "a part of the repository";
  return pattern === undefined ? "the repository" : "everything in the workspace";
}

function remove(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  if (hasLong(use, "--no-preserve-root"))
    return { ...danger("D1", "it may delete the whole file system"), isCatastrophic: true };
  if (use.longs.includes("--version") || use.longs.includes("--help")) return undefined;
  const isForced = hasShort(use, "rRf") || hasLong(use, "--recursive", "--force");
  // Without -r or -f a quoted name is one plain file; an unquoted one may bring options with it.
  const doubtful = use.operands.filter((word) => isLiteral(word) || isForced || word.glob);
  return firstDanger(
    doubtful,
    (word) =>
      deletion(word, context) ??
      // In a sandbox the folder for temporary files holds nothing but what its own commands have put there.
      (isForced && !context.options.isSandboxed && place(word, context).region === "scratch"
        ? danger("D1", `it deletes ${word.text}, outside the workspace`)
        : undefined),
  );
}

function move(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  const target = optionValues(words, "-t", "--target-directory");
  const sources = target.length > 0 ? use.operands : use.operands.slice(0, -1);
  return (
    firstDanger(sources, (word) => deletion(word, context)) ??
    firstDanger([...target, ...use.operands.slice(-1)], (word) => writeDanger(word, context))
  );
}

function copy(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const program = scan(words).operands.find((word) =>
    /^\/(usr\/)?(local\/)?s?bin\/.|(\$\(|`)\s*(which|type|command|whence|hash)\s/.test(word.text),
  );
  if (program) return unresolved(`${program.text} gets another name, under which it would not be known`);
  const target = optionValues(words, "-t", "--target-directory");
  return firstDanger([...target, ...(target.length > 0 ? [] : scan(words).operands.slice(-1))], (word) =>
    writeDanger(word, context),
  );
}

/** A link to something protected is a second name that later writes would not be seen through. */
function link(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  const folder = optionValues(words, "-t", "--target-directory")[0];
  const name = folder ?? (use.operands.length > 1 ? use.operands.at(-1) : undefined);
  const targets = folder || name === undefined ? use.operands : use.operands.slice(0, -1);
  const isSymbolic = hasShort(use, "s") || hasLong(use, "--symbolic");
  const isFromHere = !isSymbolic || name === undefined || hasShort(use, "r") || hasLong(use, "--relative");
  const isFolder = folder !== undefined || use.operands.length > 2;
  const bases = isFromHere ? [context] : linkFolders(name, isFolder).map((base) => below(base, name, context));
  return (
    (name === undefined ? undefined : linkDanger(name, context)) ??
    firstDanger(targets, (target) => firstDanger(bases, (base) => linkDanger(target, base)))
  );
}

/** The folders that a link may come to lie in, seen from its name: that folder, if it is one, and else the one above. */
const linkFolders = ({ text }: ShellWord, isFolder: boolean): readonly string[] =>
  isFolder || /(?:^|\/)\.{0,2}$/.test(text) ? ["."] : [".", ".."];

const below = (base: string, name: ShellWord, context: DangerContext): DangerContext => ({
  ...context,
  folders: isLiteral(name)
    ? context.folders.map((folder) => {
        if (!name.text.startsWith("/") && folder === undefined) return undefined;
        return normalizePath(`${name.text.startsWith("/") ? "" : folder}/${name.text}/${base}`);
      })
    : [undefined],
});

function linkDanger(word: ShellWord, context: DangerContext): Danger | undefined {
  const where = place(word, context);
  if (where.isProtected || where.isSecret || where.isPrecious)
    return danger("D12", `it makes another name for ${word.text}`);
  return isBeyond(where) ? danger("D1", `it makes another name for ${word.text}, outside the workspace`) : undefined;
}

function synchronise(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  if (use.operands.some((word) => /^(\w[\w.@-]*)?:|^rsync:\/\/|::/.test(word.text) && !word.text.startsWith("/")))
    return danger("D5", "it copies over the network");
  if (hasShort(use, "e") || hasLong(use, "--rsh", "--rsync-path")) return danger("D5", "it starts a remote shell");
  const target = use.operands.at(-1);
  if (!target) return undefined;
  const deletes = use.longs.some((name) => name.startsWith("--del") || name === "--remove-source-files");
  return deletes ? deletion(target, context) : writeDanger(target, context);
}

function change(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  const targets = use.operands.slice(hasLong(use, "--reference") ? 0 : 1);
  if (words.some((word) => /\+s|^[ug]*[+=]s|^[2467]\d{3}$/.test(word.text)))
    return danger(
      "D7",
      "it sets a bit that runs a file as another user, or gives what is made in a folder to another group",
    );
  const recursive = hasShort(use, "R") || hasLong(use, "--recursive");
  return firstDanger(targets, (word) => {
    if (!isLiteral(word)) return unresolved(`what ${word.text} names is not known before it runs`);
    const where = place(word, context);
    if (isBeyond(where) || (where.region === "scratch" && recursive))
      return danger("D7", `it changes modes or owners of ${word.text}, outside the workspace`);
    return where.isPrecious || where.isProtected
      ? danger("D12", `${word.text} starts programs or holds configuration`)
      : undefined;
  });
}

function editsInPlace(editor: Editor, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  if (!hasShort(use, "i") && !hasLong(use, "--in-place")) return undefined;
  return firstDanger(editedFiles(editor, words), (word) => writeDanger(word, context));
}

function copyBlocks(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  return firstDanger(words, (word) => {
    if (!isLiteral(word)) return unresolved("what dd writes is not known before it runs");
    return word.text.startsWith("of=") ? writeDanger({ ...word, text: word.text.slice(3) }, context) : undefined;
  });
}

function unpack(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  if (use.longs.some((name) => /^--(to-c|checkpoint-a|use-c|rsh|info-s|new-v)/.test(name)))
    return unresolved("tar starts a program here");
  const removed = hasLong(use, "--remove-files")
    ? firstDanger(use.operands, (word) => deletion(word, context))
    : undefined;
  if (removed) return removed;
  if (hasLong(use, "--absolute-names") || hasShort(use, "P")) return unresolved("tar may write anywhere");
  return firstDanger(optionValues(words, "-C", "--directory"), (word) => writeDanger(word, context));
}

function findActions(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const written = firstDanger(optionValues(words, "-fprint", "-fprint0", "-fprintf", "-fls"), (word) =>
    writeDanger(word, context),
  );
  if (written) return written;
  if (!words.some((word, index) => word.text === "-delete" || startsRemoval(words, index))) return undefined;
  const starts = leadingPaths(words);
  const first = (starts.length > 0 ? starts : [{ text: ".", certainty: "literal" as const, glob: false }]).find(
    (word) => {
      const where = place(word, context);
      const isWide = !isNarrowed(words) && !takesEmptyFolders(words);
      return !isLiteral(word) || isBeyond(where) || where.isPrecious || (where.region === "root" && isWide);
    },
  );
  if (!first) return undefined;
  const isAll = !isNarrowed(words) && isLiteral(first) && place(first, context).region === "above";
  return { ...danger("D1", `find deletes below ${first.text}`), ...(isAll ? { isCatastrophic: true } : {}) };
}

/** `find . -type d -empty -not -path './.git/*' -delete`; a folder of git's counts for it though nothing lies there. */
function takesEmptyFolders(words: readonly ShellWord[]): boolean {
  const said = words.map(({ text }) => text).join(" ");
  return (
    words.every(isLiteral) &&
    /^(?!.* (?:-o|-or|,|-exec\w*) ).* -type d (?:.* )?(?<!(?:!|-not) )-empty(?= )/.test(` ${said} `) &&
    / (?:!|-not) -(?:path|wholename) (?:\*|\.)\/\.git\/?\* /.test(said)
  );
}

/** `-exec rm -rf {} +` and its like. */
const startsRemoval = (words: readonly ShellWord[], index: number): boolean =>
  /^-(?:exec|execdir)$/.test(words[index]?.text ?? "") &&
  /^(?:rm|rmdir|unlink|shred|srm)$/.test(programName(words[index + 1] ?? literalWord("")));

export const forces = (use: Scan): boolean => hasShort(use, "f") || hasLong(use, "--force");

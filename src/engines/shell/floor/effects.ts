import type { Editor } from "../programs/edited-files.ts";
import {
  AUTOFLAKE,
  BLACK,
  ISORT,
  type LeavesAlone,
  LINE_ENDS,
  NIXFMT,
  PACKERS,
  RENAMERS,
  RUSTFMT,
} from "./leaves-alone.ts";

/** What a command does to what it names. `lose`: delete, empty, overwrite in place, move or pack away · `mode`: change mode or
 *  owner · `write`: put something in the place of a file or a disk · `copy`: the same, as what only copies does · `format`: of a disk alone · `pour`: put many files into a folder. */
export type Effect = "lose" | "mode" | "write" | "copy" | "format" | "pour";

/** Which words are meant: all that are no options, all but the last, the last, the folder that the command
 *  runs in, a place of its own, the files that an editor is given, or the values of options (`=` stands for `NAME=VALUE` words; `here` when none is given). */
export type Targets =
  | "operands"
  | "sources"
  | "target"
  | "here"
  | { readonly at: string }
  | { readonly editedBy: Editor }
  | { readonly options: readonly string[]; readonly orHere?: true };

/** Words that say something: options by their names (`-rR` are two, in whichever cluster; long ones may be cut short) and whole words, or a pattern. */
export type Says = string | RegExp;

export interface EffectRow {
  readonly effect: Effect;
  readonly targets: Targets;
  /** It must be said for the effect to happen. */
  readonly when?: Says;
  /** The program must not be told so. */
  readonly unless?: LeavesAlone;
  /** Where it is said, links below what is named are followed, and the effect is had on where they lead. */
  readonly follows?: Says;
  /** The program finds what patterns among its words mean, quoted as they may be. */
  readonly takesPatterns?: true;
  /** What is lost of a file is what stood there before: it is put into another form, or only what is worth nothing goes. */
  readonly rewrites?: true;
  /** A mode stands among its words. */
  readonly givesMode?: true;
  /** Of what it names it takes files, and folders only where it is told to go below them. */
  readonly filesAlone?: true;
}

const RECURSIVE = "-rRa --recursive --archive --no-target-directory";
const IN_PLACE = /^(?:-[a-zA-Z]*i.*|--in-place.*|-pi.*)$/;
const EXTRACTS = "-x --extract --get";
const lose: readonly EffectRow[] = [{ effect: "lose", targets: "operands" }];
const loseWhen = (when: Says): readonly EffectRow[] => [{ effect: "lose", targets: "operands", when }];
const rewrite: readonly EffectRow[] = [{ effect: "lose", targets: "operands", rewrites: true }];
const rewriteWhen = (when: Says): readonly EffectRow[] => [
  { effect: "lose", targets: "operands", when, rewrites: true },
];
const losesFound = (when: Says = /./): readonly EffectRow[] => [
  { effect: "lose", targets: "operands", when, takesPatterns: true },
];
const write = (...options: readonly string[]): readonly EffectRow[] => [{ effect: "write", targets: { options } }];
const wipe: readonly EffectRow[] = [{ effect: "format", targets: "operands" }];
const FOLLOWS_LINKS = "-L";
/** Of rsync: a link in the target stands for the folder where it leads; and one in the source. */
const KEEPS_LINKS = "-K --keep-dirlinks";
const COPIES_LINKED = "-Lk --copy-links --copy-dirlinks --copy-unsafe-links";
const changeOwner: readonly EffectRow[] = [{ effect: "mode", targets: "operands", follows: FOLLOWS_LINKS }];
const changeMode: readonly EffectRow[] = changeOwner.map((row) => ({ ...row, givesMode: true }));
const copies: readonly EffectRow[] = [
  { effect: "copy", targets: "target" },
  { effect: "copy", targets: { options: ["-t", "--target-directory"] } },
  { effect: "pour", targets: "target", when: RECURSIVE },
  { effect: "pour", targets: { options: ["-t", "--target-directory"] } },
];
const unpacks = (when: Says, ...options: readonly string[]): readonly EffectRow[] => [
  { effect: "pour", targets: { options, orHere: true }, when },
];
const edit = (when: RegExp, ...editors: readonly Editor[]): readonly (readonly [string, readonly EffectRow[]])[] =>
  editors.map((editedBy) => [editedBy, [{ effect: "lose", targets: { editedBy }, when, rewrites: true }]]);
const all = (names: string, rows: readonly EffectRow[]): readonly (readonly [string, readonly EffectRow[]])[] =>
  names.split(" ").map((name) => [name, rows]);
const rewriting = (names: string, unless: LeavesAlone): readonly (readonly [string, readonly EffectRow[]])[] =>
  all(names, [{ effect: "lose", targets: "operands", unless, rewrites: true }]);

/** What programs do to what they name, as far as it could lose what must not be lost. */
export const EFFECTS: ReadonlyMap<string, readonly EffectRow[]> = new Map([
  ...all("rm unlink srm shred scrub wipe truncate", [{ effect: "lose", targets: "operands", filesAlone: true }]),
  ...all("trash-put rmtrash", lose),
  ...all("trash del del-cli rimraf", losesFound()),
  ...rewriting("gzip bzip2 xz lzma compress pigz gunzip bunzip2 unxz unlzma uncompress", PACKERS),
  ...rewriting("dos2unix unix2dos", LINE_ENDS),
  ...rewriting("rename detox", RENAMERS),
  ...rewriting("black", BLACK),
  ...rewriting("isort", ISORT),
  ...rewriting("rustfmt", RUSTFMT),
  ...rewriting("autoflake", AUTOFLAKE),
  ...rewriting("nixfmt", NIXFMT),
  ...all("mogrify pyupgrade rmdir sponge ex ed", rewrite),
  ...all("gofmt goimports gofumpt shfmt", rewriteWhen(/^--?[a-z]*w(?:rite)?(?:=.*)?$/)),
  ...all("clang-format autopep8 yapf", rewriteWhen(/^--?(?:[a-zA-Z]*i[a-zA-Z]*|in-?place)$/)),
  ...all("ffmpeg convert magick sox", [{ effect: "write", targets: "target" }]),
  ...edit(IN_PLACE, "sed", "gsed", "perl", "ruby"),
  ...edit(/\binplace\b/, "awk", "gawk"),
  ...all("zstd", rewriteWhen(/^--rm$/)),
  ...all("zip", [
    {
      effect: "lose",
      targets: "operands",
      when: "-m --move",
      follows: "-rR --recurse-paths --recurse-patterns",
    },
  ]),
  ...all("7z 7za 7zr", [
    ...loseWhen(/^-sdel$/),
    { effect: "pour", targets: { options: ["-o"], orHere: true }, when: /^[xe]$/ },
  ]),
  ...all("fdupes jdupes", rewriteWhen("-d --delete")),
  ...all("gio", loseWhen("trash remove move rename")),
  ...all("rclone", [
    ...loseWhen("purge delete deletefile move moveto"),
    ...rewriteWhen("sync bisync rmdir rmdirs"),
    { effect: "lose", targets: "target", when: "sync" },
    { effect: "pour", targets: "target", when: "copy copyto" },
  ]),
  ...all("robocopy", [...loseWhen(/^\/move?$/i), ...rewriteWhen(/^\/(?:mir|purge)$/i)]),
  ...all("cmake", [
    ...loseWhen("rm remove remove_directory rename"),
    { effect: "pour", targets: "target", when: "copy copy_directory" },
  ]),
  ...all("shx", losesFound("rm mv")),
  ...edit(/^-[a-zA-Z]*[ces]$/, "vim", "vi", "nvim"),
  ...all("mv", [
    { effect: "lose", targets: "sources" },
    { effect: "lose", targets: "operands", when: "-t --target-directory" },
    { effect: "write", targets: "target" },
  ]),
  ...all("install ln ginstall", copies),
  ...all("cp gcp", [...copies, { effect: "write", targets: "target", when: "/dev/null", filesAlone: true }]),
  ...all("rsync", [
    { effect: "lose", targets: "target", when: /^--del/, follows: KEEPS_LINKS },
    { effect: "lose", targets: "sources", when: /^--remove-source-files$/, follows: COPIES_LINKED },
    { effect: "pour", targets: "target", follows: KEEPS_LINKS },
    { effect: "write", targets: "target" },
  ]),
  ...all("chmod", changeMode),
  ...all("chown chgrp chattr setfacl", changeOwner),
  ...all("tee", [{ effect: "write", targets: "operands", filesAlone: true }]),
  ...all("dd", write("of=")),
  ...all("sort shuf", write("-o", "--output")),
  ...all("curl", [...write("-o", "--output"), { effect: "pour", targets: { options: ["--output-dir"] } }]),
  ...all("wget", [
    ...write("-O", "--output-document"),
    { effect: "pour", targets: { options: ["-P", "--directory-prefix"] }, when: RECURSIVE },
  ]),
  ...all("tar bsdtar gtar", [
    {
      effect: "write",
      targets: { options: ["-f", "--file", "-g", "--listed-incremental", "--index-file"] },
      when: "-cruA --create --append --update --concatenate --catenate --index-file --listed-incremental",
    },
    ...unpacks(EXTRACTS, "-C", "--directory", "--cd", "--one-top-level"),
    { effect: "pour", targets: "operands", when: /^-?(?=[a-zA-Z]*x)[a-zA-Z]*C[a-zA-Z]*$/ },
    ...loseWhen("--remove-files"),
    { effect: "pour", targets: { at: "/" }, when: "-P --absolute-names" },
    { effect: "format", targets: "operands" },
  ]),
  ...all("userdel deluser usermod", [
    { effect: "lose", targets: { at: "/home" }, when: "-rm --remove --remove-home --remove-all-files --move-home" },
  ]),
  ...all("unzip", [...unpacks(/^(?!-[ltvZ])./, "-d"), { effect: "pour", targets: "operands", when: /^-[a-zA-Z]+d$/ }]),
  ...all("cpio", unpacks("-i --extract", "-D", "--directory")),
  ...all("patch", [{ effect: "pour", targets: { options: ["-d", "--directory"], orHere: true } }]),
  ...all(
    "fdisk sfdisk cfdisk gdisk sgdisk parted mkswap blkdiscard badblocks cryptsetup wipefs mke2fs mkntfs mkdosfs newfs fallocate " +
      "pvcreate pvremove mdadm",
    wipe,
  ),
  ...all("lvremove vgremove lvreduce vgreduce", [{ effect: "format", targets: { at: "/dev/mapper" } }]),
  ...all("zfs zpool", [
    { effect: "format", targets: { at: "/dev/mapper" }, when: /^(?:destroy|labelclear|rollback)$/ },
    ...wipe,
  ]),
  ...all("diskutil", [
    ...wipe,
    {
      effect: "format",
      targets: { at: "/dev/mapper" },
      when: /^(?:erase|partition|zero|random|secureErase|delete|reformat)\w*$/i,
    },
  ]),
  ...all("ssh-keygen", write("-f")),
  ...all("hdparm", [{ effect: "format", targets: "operands", when: /^--(?:security|trim|write|make-bad)/ }]),
]);

/** Programs of that name make a new file system, whatever their ending. */
export const isDiskFormatter = (name: string): boolean => /^mkfs(\.|$)/.test(name);

/** Of git, by sub-command: what it does to the work tree it stands in. */
export const GIT_EFFECTS: Readonly<Record<string, { readonly effect: Effect; readonly when: Says }>> = {
  clean: { effect: "lose", when: "-fidxX --force --interactive" },
  rm: { effect: "lose", when: "-r" },
  worktree: { effect: "lose", when: "-f --force move" },
  reset: { effect: "pour", when: "--hard --merge --keep" },
  checkout: { effect: "pour", when: "-f --force -- ." },
  switch: { effect: "pour", when: "-f --force --discard-changes" },
  stash: { effect: "pour", when: "-ua --include-untracked --all" },
  "sparse-checkout": { effect: "pour", when: "set add reapply" },
  "checkout-index": { effect: "pour", when: /./ },
  restore: { effect: "pour", when: /./ },
  "read-tree": { effect: "pour", when: "-u" },
  archive: { effect: "pour", when: "-o --output" },
  apply: { effect: "pour", when: /./ },
  am: { effect: "pour", when: /./ },
};

/** What a started program is called that may lose what it is given; find and git do by a word of theirs. */
export const LOSERS = new RegExp(
  `\\b(?:${[...EFFECTS.keys()].filter((name) => /^[a-z-]+$/.test(name)).join("|")})\\b|\\bfind\\b[^]*-(?:delete|exec|ok|fprint)|\\bgit\\b[^]*\\b(?:${Object.keys(GIT_EFFECTS).join("|")})\\b`,
);

/** Programs that lose what they name, for finding them in code. */
export const LOSING_PROGRAMS: readonly string[] = [...EFFECTS.keys(), "find", "git"].filter((name) =>
  /^[a-z-]+$/.test(name),
);

/** Whether a command does to what it names what no mode lets it do to a home. */
export const losesWhatItNames = (name: string): boolean =>
  (EFFECTS.get(name) ?? []).some(({ effect }) => effect === "lose" || effect === "mode");

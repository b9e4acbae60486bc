import type { Editor } from "../programs/edited-files.ts";

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

export interface EffectRow {
  readonly effect: Effect;
  readonly targets: Targets;
  /** Some word must match it for the effect to happen. */
  readonly when?: RegExp;
  /** No word must match it. */
  readonly unless?: RegExp;
  /** Where a word matches it, links below what is named are followed, and the effect is had on where they lead. */
  readonly follows?: RegExp;
  /** The program finds what patterns among its words mean, quoted as they may be. */
  readonly takesPatterns?: true;
}

const RECURSIVE = /^(?:-[a-zA-Z]*[rRa][a-zA-Z]*|--recursive|--archive|--no-target-directory)$/;
const IN_PLACE = /^(?:-[a-zA-Z]*i.*|--in-place.*|-pi.*)$/;
/** Of packers: what is packed or unpacked stays, or nothing is. */
const LEAVES_PACKED = /^(?:-[a-zA-Z0-9]*[kctl][a-zA-Z0-9]*|--(?:keep|stdout|to-stdout|test|list))$/;
const ONLY_CHECKS = /^(?:-n|--(?:check|check-only|diff|dry-run|nono|no-act|info|stdout|version|help))(?:=|$)/;
const EXTRACTS = /^(?:-?[a-zA-Z]*x[a-zA-Z]*|--extract|--get)$/;
const lose: readonly EffectRow[] = [{ effect: "lose", targets: "operands" }];
const loseWhen = (when: RegExp): readonly EffectRow[] => [{ effect: "lose", targets: "operands", when }];
const losesFound = (when = /./): readonly EffectRow[] => [
  { effect: "lose", targets: "operands", when, takesPatterns: true },
];
const write = (...options: readonly string[]): readonly EffectRow[] => [{ effect: "write", targets: { options } }];
const wipe: readonly EffectRow[] = [{ effect: "format", targets: "operands" }];
const FOLLOWS_LINKS = /^-[a-zA-Z]*L[a-zA-Z]*$/;
/** Of rsync: a link in the target stands for the folder where it leads; and one in the source. */
const KEEPS_LINKS = /^(?:-[a-zA-Z]*K[a-zA-Z]*|--keep-dirlinks)$/;
const COPIES_LINKED = /^(?:-[a-zA-Z]*[Lk][a-zA-Z]*|--copy-(?:dir)?links|--copy-unsafe-links)$/;
const changeMode: readonly EffectRow[] = [{ effect: "mode", targets: "operands", follows: FOLLOWS_LINKS }];
const copies: readonly EffectRow[] = [
  { effect: "copy", targets: "target" },
  { effect: "copy", targets: { options: ["-t", "--target-directory"] } },
  { effect: "pour", targets: "target", when: RECURSIVE },
  { effect: "pour", targets: { options: ["-t", "--target-directory"] } },
];
const unpacks = (when: RegExp, ...options: readonly string[]): readonly EffectRow[] => [
  { effect: "pour", targets: { options, orHere: true }, when },
];
const edit = (when: RegExp, ...editors: readonly Editor[]): readonly (readonly [string, readonly EffectRow[]])[] =>
  editors.map((editedBy) => [editedBy, [{ effect: "lose", targets: { editedBy }, when }]]);
const all = (names: string, rows: readonly EffectRow[]): readonly (readonly [string, readonly EffectRow[]])[] =>
  names.split(" ").map((name) => [name, rows]);

/** What programs do to what they name, as far as it could lose what must not be lost. */
export const EFFECTS: ReadonlyMap<string, readonly EffectRow[]> = new Map([
  ...all("rm unlink rmdir trash-put rmtrash srm shred scrub wipe truncate sponge ex ed", lose),
  ...all("trash del del-cli rimraf", losesFound()),
  ...all("gzip bzip2 xz lzma compress pigz gunzip bunzip2 unxz unlzma uncompress", [
    { effect: "lose", targets: "operands", unless: LEAVES_PACKED },
  ]),
  ...all("dos2unix unix2dos black isort rustfmt mogrify rename detox autoflake pyupgrade", [
    { effect: "lose", targets: "operands", unless: ONLY_CHECKS },
  ]),
  ...all("gofmt goimports gofumpt shfmt", loseWhen(/^-[a-z]*w$/)),
  ...all("clang-format autopep8 yapf nixfmt", loseWhen(/^(?:-i|--in-?place)$/)),
  ...all("ffmpeg convert magick sox", [{ effect: "write", targets: "target" }]),
  ...edit(IN_PLACE, "sed", "gsed", "perl", "ruby"),
  ...edit(/^(?:-i)?inplace$|^--include=inplace$/, "awk", "gawk"),
  ...all("zstd", loseWhen(/^--rm$/)),
  ...all("zip", [
    {
      effect: "lose",
      targets: "operands",
      when: /^(?:-[a-zA-Z]*m[a-zA-Z]*|--move)$/,
      follows: /^(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recurse-.*)$/,
    },
  ]),
  ...all("7z 7za 7zr", [
    ...loseWhen(/^-sdel$/),
    { effect: "pour", targets: { options: ["-o"], orHere: true }, when: /^[xe]$/ },
  ]),
  ...all("fdupes jdupes", loseWhen(/^(?:-[a-zA-Z]*d[a-zA-Z]*|--delete)$/)),
  ...all("gio", loseWhen(/^(?:trash|remove)$/)),
  ...all("rclone", loseWhen(/^(?:purge|delete|sync|move|rmdirs?)$/)),
  ...all("robocopy", loseWhen(/^\/(?:mir|purge|mov|move)$/i)),
  ...all("cmake", loseWhen(/^(?:rm|remove|remove_directory)$/)),
  ...all("shx", losesFound(/^(?:rm|mv)$/)),
  ...edit(/^-[a-zA-Z]*[ces]$/, "vim", "vi", "nvim"),
  ...all("mv", [
    { effect: "lose", targets: "sources" },
    { effect: "lose", targets: "operands", when: /^(?:-t.*|--target-directory.*)$/ },
    { effect: "write", targets: "target" },
  ]),
  ...all("cp install ln gcp ginstall", copies),
  ...all("rsync", [
    { effect: "lose", targets: "target", when: /^--del/, follows: KEEPS_LINKS },
    { effect: "lose", targets: "sources", when: /^--remove-source-files$/, follows: COPIES_LINKED },
    { effect: "pour", targets: "target", follows: KEEPS_LINKS },
    { effect: "write", targets: "target" },
  ]),
  ...all("chmod chown chgrp chattr setfacl", changeMode),
  ...all("tee", [{ effect: "write", targets: "operands" }]),
  ...all("dd", write("of=")),
  ...all("sort shuf", write("-o", "--output")),
  ...all("curl", write("-o", "--output")),
  ...all("wget", [
    ...write("-O", "--output-document"),
    { effect: "pour", targets: { options: ["-P", "--directory-prefix"] }, when: RECURSIVE },
  ]),
  ...all("tar bsdtar gtar", [
    ...unpacks(EXTRACTS, "-C", "--directory", "--cd", "--one-top-level"),
    { effect: "pour", targets: "operands", when: /^-?(?=[a-zA-Z]*x)[a-zA-Z]*C[a-zA-Z]*$/ },
    ...loseWhen(/^--remove-files$/),
    { effect: "pour", targets: { at: "/" }, when: /^(?:-[a-zA-Z]*P[a-zA-Z]*|--absolute-names)$/ },
    { effect: "format", targets: "operands" },
  ]),
  ...all("userdel deluser", [{ effect: "lose", targets: { at: "/home" }, when: /^(?:-[a-z]*r[a-z]*|--remove.*)$/ }]),
  ...all("unzip", [...unpacks(/^(?!-[ltvZ])./, "-d"), { effect: "pour", targets: "operands", when: /^-[a-zA-Z]+d$/ }]),
  ...all("cpio", unpacks(/^(?:-[a-zA-Z]*i[a-zA-Z]*|--extract)$/, "-D", "--directory")),
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
export const GIT_EFFECTS: Readonly<Record<string, { readonly effect: Effect; readonly when: RegExp }>> = {
  clean: { effect: "lose", when: /^(?:-[a-zA-Z]*[fi][a-zA-Z]*|--force|--interactive)$/ },
  rm: { effect: "lose", when: /^-[a-zA-Z]*r/ },
  worktree: { effect: "lose", when: /^(?:-f+|--force)$/ },
  reset: { effect: "pour", when: /^--(?:hard|merge|keep)$/ },
  checkout: { effect: "pour", when: /^(?:-f|--force|--|\.)$/ },
  "checkout-index": { effect: "pour", when: /./ },
  restore: { effect: "pour", when: /./ },
  "read-tree": { effect: "pour", when: /^-u$/ },
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

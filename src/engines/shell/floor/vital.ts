import { isWithin, normalizePath } from "../../paths/worked-folders.ts";
import { wordOfPattern } from "../meant/word-patterns.ts";
import { allPlacesOf, type Folders, type Place, placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { isLiteral, literalWord, type ShellWord, withoutExpansions } from "../words.ts";
import type { Effect } from "./effects.ts";
import { reachOfPattern } from "./vital-patterns.ts";

/** What must not be lost, as a word names it: a folder (a home, a root, of the system, one that holds the workspace), all that
 *  is in such a folder, the programs added to the system, a file without which it is lost, a disk, or what is Waymark's own. */
export type Vital = "folder" | "all" | "added" | "file" | "disk" | "own";

/** What each effect must not be had on. */
export const LOST: Readonly<Record<Effect, readonly Vital[]>> = {
  lose: ["folder", "all", "added", "file", "disk", "own"],
  mode: ["all", "own"],
  format: ["disk"],
  write: ["all", "file", "disk", "own"],
  copy: ["all", "file", "disk", "own"],
  pour: ["all", "disk", "own"],
};
export const NAMED: Readonly<Record<Vital, string>> = {
  folder: "a home, a root or a folder of the system",
  all: "everything in a home, a root or a folder of the system",
  added: "the programs added to the system",
  file: "a file that the system needs",
  disk: "a disk",
  own: "Waymark's own folders",
};

/** Folders of programs and libraries, and those whose loss cannot be mended. */
const SYSTEM_FOLDER =
  /^\/(?:s?bin|nix(?:\/(?:store|var))?|gnu(?:\/store)?|System(?:\/Library)?|Library|Applications|private(?:\/(?:etc|var))?|(?:boot|dev|proc|sys|run)(?:\/(?!sysrq-trigger$)[^/]*)?|(?:usr\/)?lib\w*(?:\/[^/]*)?|(?:usr\/)?lib\w*\/(?:[\w-]+-linux-[\w-]+\/[^/]*|systemd\/\w+|modules\/[^/]*)|usr\/(?:s?bin|libexec|share|include)|var\/(?:lib|log|mail|spool|cache)|etc\/(?:ssl|ssh|pam\.d|systemd(?:\/\w+)?|security|alternatives))$/;
const ADDED_FOLDER = /^\/(?:usr\/local|opt|srv)$/;
const SYSTEM_FILE =
  /^\/(?:boot\/.|(?:usr\/)?s?bin\/.|proc\/sysrq-trigger$|etc\/(?:passwd|shadow|group|gshadow|sudoers(?:\.d\/.*)?|fstab|crypttab|nsswitch\.conf|ld\.so\.\w+(?:\/.*)?|pam\.d\/.*)$)/;
/** What no program starts without. */
const SYSTEM_LIBRARY =
  /^\/(?:usr\/)?lib\w*\/(?:[\w-]+-linux-[\w-]+\/)?(?:ld-[^/]*|(?:lib(?:c|m|dl|pthread|rt|gcc_s|stdc\+\+|crypto|ssl|z|tinfo|pam|selinux|systemd|crypt|resolv|nss_\w+))[.-][^/]*)\.?so\b[^/]*$/;
/** Names of a system by which patterns are tried; a path that is written out is known by its form. */
const SYSTEM_SAMPLES: readonly string[] = [
  "bin sbin lib lib32 lib64 boot dev proc sys run root nix/store gnu/store System/Library Library Applications private/etc private/var",
  "usr/bin usr/sbin usr/lib usr/lib32 usr/lib64 usr/libexec usr/share usr/include usr/local opt srv var/lib var/log var/mail var/spool var/cache",
  "usr/bin/python3 usr/bin/env usr/bin/bash bin/sh usr/sbin/init usr/lib/systemd/system lib/systemd/system usr/lib/modules lib/modules usr/lib/python3",
  ...["x86_64", "aarch64"].flatMap((machine) =>
    ["usr/lib", "lib"].map(
      (folder) => `${folder}/${machine}-linux-gnu/libc.so.6 ${folder}/${machine}-linux-gnu/ld-linux.so.2`,
    ),
  ),
  "lib64/libc.so.6 lib64/ld-linux-x86-64.so.2 usr/lib64/libc.so.6 etc/ssl etc/ssh etc/pam.d etc/systemd/system etc/security etc/alternatives",
  "etc/passwd etc/shadow etc/group etc/gshadow etc/sudoers etc/fstab etc/crypttab etc/nsswitch.conf etc/ld.so.cache",
].flatMap((names) => names.split(" ").map((name) => `/${name}`));
/** What lies below `/dev` and is no disk and no memory. */
const HARMLESS_DEVICE = /^\/dev\/(?:shm|pts|tty|fd|std|log|null|ptmx|console|snd|input|serial|kvm|fuse|net)/;

/** Where a word is said. */
interface Standpoint {
  readonly folders: Folders;
  readonly options: CommandPolicyOptions;
}

/** What must not be lost of what a word names; undefined for all else, and for a word that is not known. */
export function vitalOf(word: ShellWord, context: Standpoint): Vital | undefined {
  const known = word.standsFor ?? word;
  if (!isLiteral(known)) return undefined;
  const where = placeOf(known, context.folders, context.options);
  const found = [where, ...allPlacesOf(known, context.folders, context.options)].map((one) =>
    known.glob
      ? (vitalEmptied(one, context) ?? vitalPlace(one, context.options) ?? vitalFound(one.path, context))
      : vitalPlace(one, context.options),
  );
  return WORST_FIRST.find((vital) => found.includes(vital));
}

const WORST_FIRST: readonly Vital[] = ["own", "disk", "all", "folder", "file", "added"];

/** Of a pattern that takes everything in a folder. */
function vitalEmptied({ path, pattern }: Place, { folders, options }: Standpoint): Vital | undefined {
  const folder = emptiedFolder(pattern ?? path);
  if (folder === undefined) return undefined;
  const above = placeOf(wordOfPattern(folder), folders, options);
  const emptied = vitalPlace(above, options);
  return emptied === "folder" ? "all" : emptied;
}

/** Of a pattern that may find what must not be lost, a folder that holds it, or, of Waymark's own, something in it. */
function vitalFound(pattern: string | undefined, { options }: Standpoint): Vital | undefined {
  if (pattern === undefined || !/[*?[]/.test(pattern)) return undefined;
  const reach = reachOfPattern(pattern);
  const ofOwn = ownFolders(options).map(reach);
  if (ofOwn.some((one) => one === "same" || one === "below")) return "own";
  if (ofOwn.includes("above")) return "folder";
  const { home, root } = options;
  const isHeld = [home, root].some((folder) => folder !== undefined && reach(normalizePath(folder)) === "above");
  if (isHeld || (home !== undefined && reach(normalizePath(home)) === "same")) return "folder";
  const sample = SYSTEM_SAMPLES.find((path) => /^(?:same|above)$/.test(reach(path) ?? ""));
  if (sample === undefined) return undefined;
  return SYSTEM_FILE.test(sample) && reach(sample) === "same" ? "file" : "folder";
}

function vitalPlace({ path, region }: Place, options: CommandPolicyOptions): Vital | undefined {
  if (path === undefined) return undefined;
  const own = ownFolders(options);
  if (own.some((folder) => isWithin(path, folder))) return "own";
  if (region === "device") return HARMLESS_DEVICE.test(path) ? undefined : "disk";
  if (ADDED_FOLDER.test(path)) return "added";
  if (region === "above" || path === options.home) return "folder";
  if (region !== "root" && own.some((folder) => isWithin(folder, path))) return "folder";
  if (region !== "outside") return undefined;
  if (SYSTEM_LIBRARY.test(path)) return "file";
  if (SYSTEM_FOLDER.test(path)) return "folder";
  return SYSTEM_FILE.test(path) ? "file" : undefined;
}

/** Whether a search that starts in a folder may find, by a pattern for a name or a whole path, what must not be lost below it.
 *  @param finds  whether a path is found, as it is printed from the start on */
export function mayFindVital(start: string, options: CommandPolicyOptions, finds: (path: string) => boolean): boolean {
  const own = ownFolders(options);
  const { home } = options;
  const ownFiles = own.flatMap((folder) => [folder, ...OWN_NAMES.map((name) => `${folder}/${name}`)]);
  const below = [...ownFiles, ...(home === undefined ? [] : [normalizePath(home)]), ...SYSTEM_SAMPLES].filter((path) =>
    isWithin(path, start),
  );
  return below.some((path) =>
    path.split("/").some((_, index, names) => {
      const holder = names.slice(0, names.length - index).join("/");
      return holder.length > start.length && finds(holder);
    }),
  );
}

/** What lies in Waymark's own folders. */
const OWN_NAMES = ["config.json", "trust.json", "credentials.json", "sessions", "sessions/x/events.jsonl"];

/** Where Waymark keeps settings, trust and sessions, as far as the caller or the home tell. */
export function ownFolders({ own, home }: CommandPolicyOptions): readonly string[] {
  if (own !== undefined) return own.map(normalizePath);
  return home === undefined ? [] : [`${home}/.config/waymark`, `${home}/.local/state/waymark`].map(normalizePath);
}

/** The folder of which a pattern takes everything: `~/*`, `/usr/.[!.]*`. */
export function emptiedFolder(pattern: string | undefined): string | undefined {
  const [, folder] = /^(.*?)\/(?!\.\.\/)(?:[*?.]|\[[^\]/]*\])+(?:\/[*?.[\]^!/-]*)?$/.exec(pattern ?? "") ?? [];
  return folder === "" ? "/" : folder;
}

/** An unknown expansion may be empty: what then stands there, `"$DIR"/*` as `/*`; undefined when nothing does. */
export function whenEmpty(word: ShellWord): ShellWord | undefined {
  if (isLiteral(word) || word.isFilled) return undefined;
  const chosen = word.text.replace(/\$\{\w+:?[-=]([^{}$]*)\}/g, "$1").replace(/\$\{\w+:?\+[^{}$]*\}/g, "");
  const text = word.standsFor
    ? withoutExpansions(chosen, "")
    : chosen.replace(/\$\([^()]*\)|`[^`]*`|\$\{\w+\}|\$\w+/g, "");
  return text.startsWith("/") && !/[$`]/.test(text) ? { ...literalWord(text), glob: /[*?[]/.test(text) } : undefined;
}

/** Whether a word that is not known speaks of a folder that the shell itself keeps: `$OLDPWD`, `~-`, `$(dirname "$PWD")`. */
export const namesShellFolder = (word: ShellWord): boolean =>
  !isLiteral(word) &&
  word.standsFor === undefined &&
  /\$\{?(?:OLDPWD|DIRSTACK)\b|^~|\$\{?(?:HOME|PWD)[%/:]|:?[-=+]["']?(?:\$\{?HOME|~)|\bdirname\b/.test(word.text);

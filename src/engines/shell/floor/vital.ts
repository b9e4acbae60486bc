import { type Folders, isWithin, normalizePath, type Place, placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import type { Effect } from "./effects.ts";

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
  /^\/(?:s?bin|(?:lib\w*|boot|dev|proc|sys|run)(?:\/(?!sysrq-trigger$)[^/]*)?|usr\/(?:s?bin|lib\w*(?:\/(?:\w+-linux-\w+|systemd|modules))?|libexec|share|include)|var\/(?:lib|log|mail|spool|cache)|etc\/(?:ssl|ssh|pam\.d|systemd|security|alternatives))$/;
const ADDED_FOLDER = /^\/(?:usr\/local|opt|srv)$/;
const SYSTEM_FILE =
  /^\/(?:boot\/.|(?:usr\/)?s?bin\/.|proc\/sysrq-trigger$|etc\/(?:passwd|shadow|group|gshadow|sudoers(?:\.d\/.*)?|fstab|crypttab|nsswitch\.conf|ld\.so\.\w+(?:\/.*)?|pam\.d\/.*)$)/;
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
  const folder = known.glob ? emptiedFolder(where.path) : undefined;
  const above =
    folder === undefined
      ? undefined
      : placeOf({ ...known, text: folder, glob: /[*?[]/.test(folder) }, context.folders, context.options);
  const emptied = above && vitalPlace(above, context.options);
  return (emptied === "folder" ? "all" : emptied) ?? vitalPlace(where, context.options);
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
  if (SYSTEM_FOLDER.test(path)) return "folder";
  return SYSTEM_FILE.test(path) ? "file" : undefined;
}

/** Where Waymark keeps settings, trust and sessions, as far as the caller or the home tell. */
function ownFolders({ own, home }: CommandPolicyOptions): readonly string[] {
  if (own !== undefined) return own.map(normalizePath);
  return home === undefined ? [] : [`${home}/.config/waymark`, `${home}/.local/state/waymark`].map(normalizePath);
}

/** The folder of which a pattern takes everything: `~/*`, `/usr/.[!.]*`. */
export function emptiedFolder(pattern: string | undefined): string | undefined {
  const [, folder] = /^(.*?)\/(?:[*?.]|\[[^\]/]*\])+(?:\/[*?.[\]^!/-]*)?$/.exec(pattern ?? "") ?? [];
  return folder === "" ? "/" : folder;
}

/** An unknown expansion may be empty: what then stands there, `"$DIR"/*` as `/*`; undefined when nothing does. */
export function whenEmpty(word: ShellWord): ShellWord | undefined {
  if (isLiteral(word) || word.standsFor !== undefined) return undefined;
  const chosen = word.text.replace(/\$\{\w+:?[-=]([^{}$]*)\}/g, "$1").replace(/\$\{\w+:?\+[^{}$]*\}/g, "");
  const text = chosen.replace(/\$\([^()]*\)|`[^`]*`|\$\{\w+\}|\$\w+/g, "");
  return text.startsWith("/") && !/[$`]/.test(text) ? { ...literalWord(text), glob: /[*?[]/.test(text) } : undefined;
}

/** Whether a word that is not known speaks of a folder that the shell itself keeps: `$OLDPWD`, `~-`, `$(dirname "$PWD")`. */
export const namesShellFolder = (word: ShellWord): boolean =>
  !isLiteral(word) &&
  word.standsFor === undefined &&
  /\$\{?(?:OLDPWD|DIRSTACK)\b|^~|\$\{?(?:HOME|PWD)[%/:]|:?[-=+]["']?(?:\$\{?HOME|~)|\bdirname\b/.test(word.text);

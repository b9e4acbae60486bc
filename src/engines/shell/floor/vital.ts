import { type DangerContext, place } from "../dangers/danger.ts";
import { isWithin, normalizePath, type Place } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** What must not be lost, as a word names it: a folder (a home, a root, of the system, one that holds the workspace), all that
 *  is in such a folder, the programs added to the system, a file without which it is lost, a disk, or what is Waymark's own. */
export type Vital = "folder" | "all" | "added" | "file" | "disk" | "own";

/** Folders of programs and libraries, and those whose loss cannot be mended. */
const SYSTEM_FOLDER =
  /^\/(?:(?:bin|sbin|lib\w*|boot|dev|proc|sys|run)(?:\/[^/]*)?|usr\/(?:s?bin|lib\w*(?:\/(?:\w+-linux-\w+|systemd|modules))?|libexec|share|include)|var\/(?:lib|log|mail|spool|cache)|etc\/(?:ssl|ssh|pam\.d|systemd|security|alternatives))$/;
const ADDED_FOLDER = /^\/(?:usr\/local|opt|srv)$/;
const SYSTEM_FILE =
  /^\/(?:boot\/.|(?:usr\/)?s?bin\/.|etc\/(?:passwd|shadow|group|gshadow|sudoers(?:\.d\/.*)?|fstab|crypttab|nsswitch\.conf|ld\.so\.\w+(?:\/.*)?|pam\.d\/.*)$)/;
/** What lies below `/dev` and is no disk and no memory. */
const HARMLESS_DEVICE = /^\/dev\/(?:shm|pts|tty|fd|std|log|null|ptmx|console|snd|input|serial|kvm|fuse|net)/;

/** What must not be lost of what a word names; undefined for all else, and for a word that is not known. */
export function vitalOf(word: ShellWord, context: DangerContext): Vital | undefined {
  const known = word.standsFor ?? word;
  if (!isLiteral(known)) return undefined;
  const where = place(known, context);
  const folder = known.glob ? emptiedFolder(where.path) : undefined;
  const above =
    folder === undefined ? undefined : place({ ...known, text: folder, glob: /[*?[]/.test(folder) }, context);
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
  const text = word.text.replace(/\$\([^()]*\)|`[^`]*`|\$\{\w+\}|\$\w+/g, "");
  return text.startsWith("/") && !/[$`]/.test(text) ? { ...literalWord(text), glob: /[*?[]/.test(text) } : undefined;
}

/** Whether a word that is not known speaks of a folder that the shell itself keeps: `$OLDPWD`, `~-`, `$(dirname "$PWD")`. */
export const namesShellFolder = (word: ShellWord): boolean =>
  !isLiteral(word) && /\$\{?(?:OLDPWD|DIRSTACK)\b|^~|\$\{?(?:HOME|PWD)[%/:]|\bdirname\b/.test(word.text);

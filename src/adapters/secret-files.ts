import { type BigIntStats, closeSync, constants, fstatSync, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { errorCode } from "../base/error-text.ts";
import type { NativePath } from "../engines/paths/file-names.ts";
import { npmSettingsTell } from "../engines/secrets/package-settings.ts";
import { holdsSecret, LOOKED_AT_BYTES } from "../engines/secrets/secret-content.ts";
import { isNamedSecret, isSecretPath, namesSecret, secretPathKind } from "../engines/secrets/secret-path.ts";
import { lettersOf } from "../engines/text/file-text.ts";
import { entriesIn } from "./folder-entries.ts";
import { realOr } from "./inside.ts";
import { openPlain, plainBytes } from "./read-plain-file.ts";
import { readWhole } from "./whole-file.ts";

const BYTES_MAX = 64 * 1024;

/** The text of settings of npm; none of a link, of what cannot be read, and of any other file. */
function npmSettingsAt(path: string): string | undefined {
  if (basename(path) !== ".npmrc") return undefined;
  const read = plainBytes(() => openPlain(path, constants.O_NOFOLLOW), BYTES_MAX);
  return read.kind === "bytes" ? read.bytes.toString("utf8") : undefined;
}

/**
 * Whether a file, or a folder with all in it, may not be shown unasked: the same for tools, commands, masks and what git keeps. A file by its name,
 * unless what it holds tells otherwise; of what is not there the name alone counts, if it is one that says it of a file.
 */
export function mayHoldSecret(path: string, kind: "file" | "folder"): boolean {
  if (kind === "folder") return namesSecret(path, kind);
  // `process.env.HOME` is no file, and of what a folder is called only some names say what is in it.
  if (!isThere(path)) return isNamedSecret(path);
  return secretPathKind(path) !== "ordinary" && showsSecret(path, realOr(path));
}

/** Whether there is something else than a folder, or what cannot be looked at. */
function isThere(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory();
  } catch (error) {
    return errorCode(error) !== "ENOENT" || isSpelt(path);
  }
}

/** A name that is no text is there under another. */
const isSpelt = (path: string): boolean => !path.isWellFormed() || /\ufffd|\\x/.test(path);

/**
 * The same of a file that is there, which a tool shows.
 * @param named   the path that says what it is; what is shown of a name that is no text is enough
 * @param native  where it lies
 */
export const isSecretFile = (named: string, native: NativePath): boolean =>
  secretPathKind(named) !== "ordinary" && showsSecret(named, native);

/** What was seen of files, as they were then. */
const seen = new Map<string, boolean>();
const SEEN_MAX = 2_000;

/** What is not there shows nothing; what cannot be looked at may show anything. */
function showsSecret(named: string, native: NativePath): boolean {
  try {
    const file = openPlain(native, constants.O_NOFOLLOW);
    try {
      const stats = fstatSync(file, { bigint: true });
      return stats.isFile() && seenIn(file, named, stats);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    // A link leads to what is judged by its own name, but may be called a secret itself.
    if (isSecretPath(named)) return true;
    return code !== "ELOOP" && (code !== "ENOENT" || isSpelt(named));
  }
}

function seenIn(file: number, named: string, { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): boolean {
  const key = [basename(named), dev, ino, size, mtimeNs, ctimeNs].join(":");
  const known = seen.get(key);
  if (known !== undefined) return known;
  // What the kernel makes when it is read has no size.
  const length = size === 0n ? LOOKED_AT_BYTES : Number(size);
  const shows = size > LOOKED_AT_BYTES || holdsSecret(named, lettersOf(readWhole(file, length)));
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.set(key, shows);
  return shows;
}

/** Whether a name is there that may change what a program does: settings that only say how it goes about its work do not. */
export function mayTell(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const settings = npmSettingsAt(path);
  return settings === undefined || npmSettingsTell(settings) !== "habits";
}

/** Folders of `~/.config` in which commands find their settings; what others keep there is between a person and their programs. */
const OF_COMMANDS = new Set(
  `git go pip pnpm npm yarn uv pdm pypoetry NuGet dotnet composer mise asdf direnv nix nixpkgs ccache sccache cargo containers systemd environment.d
  fish nvim vim tmux bat ripgrep fd black flake8 pylint yamllint matplotlib jgit fontconfig starship ruff mypy clangd helix waymark
  rustfmt typst rubocop golangci-lint prettier stylelint dprint stylua taplo yapf pycodestyle isort autopep8 clang-format clang-tidy
  markdownlint ktlint scalafmt ocamlformat swiftlint ctags gdb lldb`.split(/\s+/),
);
const OF_PROGRAMS = [".local/share", ".local/state", ".cache", "Library/Application Support"];
/** What a program keeps that holds logins of a person, their messages or their money. */
const PROFILE =
  /^(?:Local State|Local Storage|Login Data|Cookies|cookies\.sqlite|key4\.db|logins\.json|profiles\.ini|globalStorage|keystore|wallets?|tdata|secrets|auth)$/;
const HISTORY = /(?:^\.?|[_-])history$/i;

/** What lies in a home that is a person's alone by its form, whichever program it is of: profiles, histories of what was typed, keys and tokens. */
export function privateByForm(home: string): readonly string[] {
  const foldersIn = (folder: string) =>
    entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : []));
  const config = join(home, ".config");
  const ofPrograms = [
    ...foldersIn(home).filter((folder) => basename(folder).startsWith(".")),
    ...OF_PROGRAMS.flatMap((name) => foldersIn(join(home, name))),
  ];
  return [
    ...[join(home, "snap"), join(home, ".var/app")],
    ...foldersIn(config).filter((folder) => !OF_COMMANDS.has(basename(folder))),
    ...ofPrograms.filter((folder) => entriesIn(folder).some(({ name }) => PROFILE.test(name))),
    ...[home, config, ...ofPrograms].flatMap((folder) =>
      entriesIn(folder).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isFile() && (HISTORY.test(entry.name) || namesSecret(path, "file") || mayHoldSecret(path, "file"))
          ? [path]
          : [];
      }),
    ),
  ];
}

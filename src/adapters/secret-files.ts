import { constants, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { namesSecret } from "../engines/secrets/names-secret.ts";
import { npmSettingsShowMore, npmSettingsTell } from "../engines/secrets/package-settings.ts";
import { entriesIn } from "./folder-entries.ts";
import { openPlain, plainBytes } from "./read-plain-file.ts";

const BYTES_MAX = 64 * 1024;

/** The text of settings of npm; none of a link, of what cannot be read, and of any other file. */
function npmSettingsAt(path: string): string | undefined {
  if (basename(path) !== ".npmrc") return undefined;
  const read = plainBytes(() => openPlain(path, constants.O_NOFOLLOW), BYTES_MAX);
  return read.kind === "bytes" ? read.bytes.toString("utf8") : undefined;
}

/** Whether a file, or a folder with all in it, may hold secrets: by its name, but for settings in which no login stands. */
export function mayHoldSecret(path: string, kind: "file" | "folder"): boolean {
  if (!namesSecret(path, kind)) return false;
  const settings = npmSettingsAt(path);
  return settings === undefined || npmSettingsShowMore(settings);
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
        return entry.isFile() && (HISTORY.test(entry.name) || mayHoldSecret(path, "file")) ? [path] : [];
      }),
    ),
  ];
}

import type { Part } from "../part.ts";
import type { CommandPolicyOptions, WorkspaceFacts } from "../policy-types.ts";
import { mayTellThere } from "./asked-facts.ts";
import { VERSION_WORDS } from "./version-words.ts";

/** The file by which a folder says which program answers to a name; where it is kept from the rest, those that name a place alone. */
export function chosenInFolder(
  name: string,
  { folders }: Part,
  { facts, home }: CommandPolicyOptions,
): string | undefined {
  for (const folder of folders) {
    const found =
      folder === undefined
        ? facts?.namedAbove && chosenBy(name)[0]
        : (firstAbove(facts?.namedAbove, folder, chosenBy(name), home) ??
          firstAbove(facts?.placesAbove, folder, placedBy(name), home));
    if (found !== undefined) return found;
  }
  return undefined;
}

const firstAbove = (
  look: WorkspaceFacts["namedAbove"],
  folder: string,
  names: readonly string[],
  home: string | undefined,
): string | undefined => (names.length === 0 ? undefined : look?.(folder, names, home));

const RUSTUP = ["rust-toolchain", "rust-toolchain.toml"];
/** Files by which a folder, or one above it, chooses what answers under that name, of its own or of the net. */
const CHOSEN_BY: Readonly<Record<string, readonly string[]>> = {
  cargo: RUSTUP,
  rustc: RUSTUP,
  dotnet: ["global.json"],
  mvn: [".mvn"],
  yarn: [".yarnrc", ".yarnrc.yml"],
  poetry: [".poetry"],
};
/** Files that say what it does besides: where npm writes its log and its cache, and whom it asks for news. */
const STEERED_BY: Readonly<Record<string, readonly string[]>> = { npm: [".npmrc"] };
/** Those by which jenv and asdf choose it; pyenv, rbenv, nodenv, volta and corepack take nothing for a version that is a place of the folder. */
const SHIMMED_BY: Readonly<Record<string, readonly string[]>> = { java: [".java-version"], javac: [".java-version"] };
const BY_ANY_SHIM = [".tool-versions"];
const isShimmed = (program: string): boolean =>
  Object.hasOwn(VERSION_WORDS, program) || mayTellThere(program) || /^(?:npm|pip3?|gem|jq|yq|rg|fd)$/.test(program);

const filesOf = (table: Readonly<Record<string, readonly string[]>>, program: string): readonly string[] =>
  Object.hasOwn(table, program) ? (table[program] ?? []) : [];

/** The names of files that decide what a program's name means where one of them lies. */
export const chosenBy = (program: string): readonly string[] => [
  ...filesOf(CHOSEN_BY, program),
  ...filesOf(STEERED_BY, program),
];

/** Those that decide it where they name a place in which the program lies, and no version of it. */
export const placedBy = (program: string): readonly string[] =>
  isShimmed(program) ? [...filesOf(CHOSEN_BY, program), ...filesOf(SHIMMED_BY, program), ...BY_ANY_SHIM] : [];

/**
 * Whether the text of such a file names a place: `path = "/x"`, `/x`, `path:x`, `"paths": ["x"]`. A version has neither a slash nor a
 * backslash, behind which letters of either may stand.
 */
export const namesPlace = (text: string): boolean => /[/\\]|paths?\b/i.test(text.replace(/(?:^|\s)#[^"'\n]*$/gm, ""));

import { isObject } from "../../../base/is-object.ts";
import { parseForeignJson } from "../../../base/json-depth.ts";
import type { Part } from "../part.ts";
import type { CommandPolicyOptions, WorkspaceFacts } from "../policy-types.ts";

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
        : (firstAbove(facts?.namedAbove, folder, chosenBy(name), home) ?? facts?.placesAbove?.(folder, name, home));
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

const filesOf = (table: Readonly<Record<string, readonly string[]>>, program: string): readonly string[] =>
  Object.hasOwn(table, program) ? (table[program] ?? []) : [];

/** The names of files that decide what a program's name means where one of them lies. */
export const chosenBy = (program: string): readonly string[] => [...placedBy(program), ...filesOf(STEERED_BY, program)];

/** Those that decide it where they name a place in which the program lies, and no version of it. */
export const placedBy = (program: string): readonly string[] => filesOf(CHOSEN_BY, program);

/**
 * The same of any program whose name on the PATH starts another that is chosen: of files for one tool (`.node-version`, `.nvmrc`), of those for all
 * (`.tool-versions`, `mise.local.toml`), and folders of them.
 */
export const isChooser = (name: string): boolean =>
  /^(?:\.[\w.-]*(?:versions?|vmrc|manrc|switchrc|brewrc)|\.?(?:mise|rtx|vfox|prototools)(?:[._-][\w.-]+)?|\.corepack\.env|package\.json)$/i.test(
    name,
  );

/**
 * Whether the text of such a file names a place: `path = "/x"`, `/x`, `path:x`, `"paths": ["x"]`, `TOOL_HOME=x`. A version has neither a slash nor a
 * backslash, behind which letters of either may stand, but for `lts/iron`; of a package's own file one part is meant.
 */
export const namesPlace = (text: string, name = ""): boolean =>
  /[/\\]|paths?\b|_home\b/i.test(
    (name === "package.json" ? enginesIn(text) : text)
      .replace(/(?:^|\s)#[^"'\n]*$/gm, "")
      .replace(/(?<![^\s"'])lts\/(?:\*|-?\w+)(?![^\s"'])/g, ""),
  );

/** What it says of the programs to work with; what is no such file may say anything. */
function enginesIn(text: string): string {
  try {
    const manifest = parseForeignJson(text.replace(/^\ufeff/, ""));
    return JSON.stringify(isObject(manifest) ? manifest["devEngines"] : undefined) ?? "";
  } catch {
    return "/";
  }
}

/** The language of files that say what the imports of TypeScript and JavaScript name. */
export const SCRIPT_PROJECT = "script-project";

/** A pattern with one star at most, and the places it stands for, best first. */
export type PlacesOfPattern = readonly [pattern: string, places: readonly string[]];

/** What a `package.json`, or the list of a workspace, says of its folder. */
export interface PackageSettings {
  readonly kind: "package";
  /** Empty where none is given. */
  readonly name: string;
  /** Files that stand for the package, where it exports nothing by name. */
  readonly entries: readonly string[];
  /** Only these can be imported; absent where everything can. */
  readonly exports?: readonly PlacesOfPattern[];
  /** Names of its own, `#x`. */
  readonly imports: readonly PlacesOfPattern[];
  /** Globs of the folders of its packages; those after `!` are none. */
  readonly workspaces: readonly string[];
  /** Packages that it takes from a folder, or from its workspace, which is an empty place. */
  readonly links: readonly { readonly name: string; readonly place: string }[];
}

/** What a `tsconfig.json` or `jsconfig.json` says of names and folders. */
export interface CompilerSettings {
  readonly kind: "compiler";
  readonly extends: readonly string[];
  readonly references: readonly string[];
  readonly baseUrl?: string;
  readonly paths?: readonly PlacesOfPattern[];
  /** Folders of what is built, and of what it is built from. */
  readonly outputs: readonly string[];
  readonly roots: readonly string[];
}

export type ScriptSettings = PackageSettings | CompilerSettings;

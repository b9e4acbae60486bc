export type CheckKind = "lint" | "format" | "types" | "test" | "build";

/** A check that a project brings, to be run in the project's folder. */
export interface Check {
  readonly kind: CheckKind;
  /** The program and its arguments. */
  readonly argv: readonly string[];
  /** The file that says so. */
  readonly source: string;
}

/** Names of files without their content, for endings such as `.csproj`, and those below `tests`. */
export interface ProjectFiles {
  /** Content by name, for those of `CHECK_FILES` that exist. */
  readonly texts: ReadonlyMap<string, string>;
  /** All names in the folder. */
  readonly names: readonly string[];
  /** Python files of the folder and of its folders of tests, some of them, by path: what they import says what runs them. */
  readonly pythonTests?: ReadonlyMap<string, string>;
}

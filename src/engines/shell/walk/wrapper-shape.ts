/** How a wrapper's words are read: its options, words before the command, and whether it adds nothing. */
export interface WrapperShape {
  /** As a grammar writes them. One that is missing here, shortened names among them, makes it open where the command begins. */
  readonly options?: string;
  /** Those of a `transparent` one that do more: they write, or act on something else. */
  readonly effects?: readonly string[];
  /** Options that name the folder in which the command runs. */
  readonly folders?: readonly string[];
  readonly skip?: number;
  /** The words to skip may be left out. */
  readonly maySkipNone?: boolean;
  readonly assignments?: boolean;
  readonly transparent?: boolean;
  /** The words after the options are one shell script. */
  readonly script?: boolean;
  /** Its options may stand behind other words, too. */
  readonly permutes?: boolean;
  /** A sub-command that must come first, such as `run` in `poetry run`. */
  readonly verb?: string;
}

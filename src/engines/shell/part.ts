import type { Folders } from "./places.ts";
import type { ShellWord } from "./words.ts";

/** Where a line starts: what `~` and relative paths mean. */
export interface LineScope {
  readonly home: string | undefined;
  readonly folders: Folders;
  /** Whether a folder is surely there; absent: nothing is known. */
  readonly isFolder?: ((path: string) => boolean) | undefined;
  /** Where an absolute path leads; absent: nothing is known. */
  readonly realPath?: ((path: string) => string | undefined) | undefined;
  /** Whether something is at an absolute path, a link that leads nowhere left out; absent: nothing is known. */
  readonly isThere?: ((path: string) => boolean) | undefined;
  /** What an absolute pattern finds; absent: nothing is known. */
  readonly namesFound?: ((pattern: string) => readonly string[]) | undefined;
}

/** Why something is not what it seems. `automatic`: no rule and no proof may approve it, a person may.
 *  `always`: it could be anything, so even "allow what nothing objects to" must ask. `floor`: no mode runs it unasked. */
export interface Problem {
  readonly text: string;
  readonly blocks: "automatic" | "always" | "floor";
  /** Texts that the line holds may be run by it, where a `$(…)` stands in them. */
  readonly evaluates?: true;
  /** What a substitution prints is not known, and that is all: the commands in it are parts of their own. */
  readonly isOfValue?: true;
  /** What a command is given to read is not known, and that is all. */
  readonly isOfInput?: true;
}

export interface Assignment {
  readonly name: string;
  readonly value: ShellWord;
  /** Of a list: what stands in it, where the line tells all of it. */
  readonly elements?: readonly ShellWord[];
}

export interface Redirection {
  readonly kind: "read" | "write";
  readonly target: ShellWord;
}

/** What a command reads on standard input, as far as the line tells. */
export type Input =
  | { readonly kind: "inherited" }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "unknown";
      /** The files whose text it is, as a plain reader hands it on; absent for what another program puts together. */
      readonly files?: readonly ShellWord[];
      /** Made in this very line, by what only runs will tell. */
      readonly isMade: boolean;
      /** What each of its lines is one of. */
      readonly lists?: readonly ShellWord[];
    };

/** One simple command as it stands in the line, or a piece of shell grammar that does something by itself. */
export interface Part {
  readonly source: string;
  /** Where it begins in the line, or in a text that the line runs, in UTF-16 units; absent for what stands nowhere. */
  readonly at?: number;
  readonly argv: readonly ShellWord[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  readonly input: Input;
  readonly folders: Folders;
  readonly problems: readonly Problem[];
  /** The words of the command that reads what it prints. */
  readonly pipedInto?: readonly ShellWord[];
  /** The line goes on beside it, `… &`. */
  readonly isBackground?: true;
  /** What the line gives its names anywhere, as it is written; the words of a call stand under `@`, and {@link SET_UNSEEN} where any name may be
   *  given more than is written. */
  readonly given?: ReadonlyMap<string, readonly string[]>;
}

/** No name of a shell: among what a line gives its names it says that what it runs may set others. */
export const SET_UNSEEN = "";

import type { GitQuestion } from "./meaning/git-question.ts";
import type { ShellWord } from "./words.ts";

/** What a command touches, worst first in rank: see `WORST_CLASS_FIRST`. */
export type CommandClass =
  | "read"
  | "write-inside"
  | "write-outside"
  | "protected"
  | "network"
  | "irreversible"
  | "unknown";
/** Deny beats ask beats allow. */
export type Verdict = "allow" | "ask" | "deny";

/** One simple command of the line as it would run, wrappers and what they start each on their own. */
export interface CommandSegment {
  readonly command: string;
  readonly class: CommandClass;
  readonly verdict: Verdict;
  /** In a sandbox that keeps it to reading the plain files of the folder it only looks. */
  readonly looks?: true;
  /** Another way to what it would do, where one is known. */
  readonly instead?: string;
}

/** The verdict on a whole command line: the strictest of its segments, with the reason of that one. */
export interface CommandVerdict {
  readonly verdict: Verdict;
  readonly reason: string;
  /** The rule that decided, as it was written. */
  readonly rule?: string;
  /** An "ask" that no mode may take back: what would run cannot be read from the line. */
  readonly isFloor?: true;
  /** Why it is not surely a line that only reads, whatever its segments are. */
  readonly beyondPlain?: string;
  readonly segments: readonly CommandSegment[];
}

/** Rules as the settings have them: `shell(PATTERN)`, or a bare pattern; `*` stands for any text, `:*` at the end for any further words. */
export interface PermissionRules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** Facts that only the file system knows. Each may be absent: then names alone decide. */
export interface WorkspaceFacts {
  /** Where an absolute path really leads after links; undefined when nothing is there. */
  readonly realPath?: (path: string) => string | undefined;
  /** Whether a file that has the name of a secret may hold one. Absent: it may. */
  readonly holdsSecret?: (path: string) => boolean;
  /** Why reading an absolute path, by a way with `glob` a pattern, shows more than plain files of the workspace. Absent: what stands
   *  around the command keeps it from reading more. */
  readonly readProblem?: (path: string, way: ReadingWay) => string | undefined;
  /** What a pattern finds, as an absolute path, that leads elsewhere than it is written. Absent: nothing is known of it. */
  readonly linksFound?: (path: string) => readonly string[];
  /** The links below a folder, as absolute paths, and those below where they lead. Absent: nothing is known of them. */
  readonly linksBelow?: (folder: string) => readonly string[] | "too-many";
  /** What a pattern finds, as absolute paths; in patterns a backslash makes letters of wildcards. Absent: nothing is known of it. */
  readonly namesFound?: (pattern: string) => readonly string[];
  /** The first name below a folder of which pieces between blanks lead elsewhere, or that is taken for a pattern of everything, as an absolute path;
   *  a sentence where they are too many to look at. Absent: there is none. */
  readonly partsAway?: (folder: string) => string | undefined;
  /** The first of some names that lies in a folder or above it, but for one of the person's own. Absent: what stands around the command keeps it harmless. */
  readonly namedAbove?: (folder: string, names: readonly string[], own?: string) => string | undefined;
  /** The same of files that may choose what a program's name starts: the first that names a place for it. Absent: none does. */
  readonly placesAbove?: (folder: string, program: string, own?: string) => string | undefined;
  /** Whether a folder is there, itself or behind a link. */
  readonly isFolder?: (path: string) => boolean;
  /** Whether a file is of a package of Waymark itself, links followed; absolute. */
  readonly isWaymark?: (path: string) => boolean;
  /** Whether the effective git configuration in this folder names a program (fsmonitor, filters, hooks …). */
  readonly repositoryStartsPrograms?: (folder: string) => boolean;
  /** What git reads in this folder that lies elsewhere because the repository says so. */
  readonly repositoryReadsElsewhere?: (folder: string) => string | undefined;
  /** What git takes a word for as a sub-command in this folder, by an alias of the repository or of the person. */
  readonly gitAlias?: (folder: string, name: string) => string | undefined;
  /** Whether what is written at an absolute path is a part of a folder that git takes for its own whatever it is called, or makes one of it. */
  readonly isGitPart?: (path: string) => boolean;
  /** The files that git keeps in this folder's repository; undefined outside of one. */
  readonly keptByGit?: (folder: string) => KeptByGit | undefined;
  /** The files of secrets that a look of git in a folder would show, from the top of its working tree; undefined where that is not known. Absent: it never is. */
  readonly secretsShown?: (folder: string, question: GitQuestion) => readonly string[] | undefined;
}

export interface KeptByGit {
  /** Absolute: the top of the working tree. */
  readonly top: string;
  /** From the top; undefined where that cannot be read: of a broken index, or of commits without one. */
  readonly paths: readonly string[] | undefined;
  /** Of all commits, those at least that rules are about, from the top; undefined where they cannot be seen through. Absent: nobody can look. */
  past?(): readonly string[] | undefined;
  /** Whether a file seems to be another than git last saw. */
  hasChanged(path: string): boolean;
  /** Whether git reads what it keeps of a file where it reads others themselves. Absent: of none. */
  isAssumed?(path: string): boolean;
  /** Whether a file is in a conflict. Absent: none is. */
  isUnmerged?(path: string): boolean;
}

/** How a program reads what it is given. */
export interface ReadingWay {
  readonly glob: boolean;
  /** Names, sizes and counts, never content. */
  readonly namesOnly: boolean;
  /** Sizes and counts are among those. */
  readonly counts?: boolean;
  /** All that is below a folder. */
  readonly below: boolean;
  /** Of what is below only what rules deny is a problem: the rest is known to whoever works there. */
  readonly deniedOnly: boolean;
  /** Links below too. */
  readonly follows: boolean;
  /** Names with a leading dot too. */
  readonly hidden: boolean;
  /** Globs for names with a leading dot that are not passed over. */
  readonly shown?: readonly string[];
  /** Globs for the names of files that are read; empty: all are. */
  readonly names: readonly string[];
  /** Files, below and above, that are obeyed for their names, and shown where they cannot be. */
  readonly obeys: readonly string[];
}

export interface PathRuling {
  readonly verdict: "ask" | "deny";
  readonly rule: string;
}

export type PathRule = (
  path: string,
  how: { readonly use: "read" | "write"; readonly glob: boolean },
) => PathRuling | undefined;

/** A link by whose name a person has given a folder that is worked in. */
export interface FolderLink {
  /** Absolute. */
  readonly path: string;
  /** Where it led to then. */
  readonly target: string;
}

/** What a line tells git, and of programs, for commands that follow in it. */
export interface LineSettings {
  /** By their names in lower case. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly variables: readonly { readonly name: string; readonly value: ShellWord }[];
  /** What programs are called by in it besides their names, each with the commands that it may stand for. */
  readonly otherNames: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** It writes a file of settings. */
  readonly isWritten: boolean;
}

/** Where a command would run, and by which rules it is judged. */
export interface CommandPolicyOptions {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Absolute paths of folders that may be worked in besides. */
  readonly added?: readonly string[] | undefined;
  /** Other names of these folders: what lies below one is judged as what lies in the folder, as long as the link leads there. */
  readonly links?: readonly FolderLink[] | undefined;
  /** Absolute path the command starts in; the root when absent. */
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  /** Absolute folders of Waymark itself; its usual places below the home when absent. */
  readonly own?: readonly string[] | undefined;
  /** Whether what lies at an absolute path is read by a name of the home that starts programs, or by settings of git. */
  readonly isKept?: ((path: string) => boolean) | undefined;
  readonly rules?: PermissionRules | undefined;
  /** Whether commands that are proven to only read run without a rule; true when absent. */
  readonly builtinReadOnly?: boolean | undefined;
  /** The verdict on a command that no rule names and nothing objects to; "ask" when absent. */
  readonly otherwise?: "ask" | "allow" | undefined;
  readonly facts?: WorkspaceFacts | undefined;
  /** What rules about files say of an absolute path, with `glob` of a pattern and each name that it finds. Absent: there are none. */
  readonly pathRule?: PathRule | undefined;
  /** Whatever runs, a sandbox closes to it what those rules deny. False when absent. */
  readonly closesDenied?: boolean | undefined;
  /** The strictest that those rules say of what is read; what is not known may be what they mean. */
  readonly readsRuled?: "ask" | "deny" | undefined;
  readonly lineSettings?: LineSettings | undefined;
  /** A sandbox keeps commands to the workspace and off the network: what can do no other harm is allowed. False when absent. */
  readonly isSandboxed?: boolean | undefined;
  /** Whatever the line writes, a sandbox keeps it to the folders that are worked in and to scratch. */
  readonly boundsWrites?: boolean | undefined;
  /** Whatever runs, a sandbox gives it a folder of its own in the place of those for what is temporary. False when absent. */
  readonly hasOwnTemporary?: boolean | undefined;
  /** Where all of the line only reads, what stands around it lets it write nothing and reach no network. False when absent: then
   *  only plain lines are taken for such. */
  readonly hasReadProfile?: boolean | undefined;
  /** Files of secrets in the folders that are worked in look empty to it, whether or not git keeps them. False when absent. */
  readonly masksKept?: boolean | undefined;
  /** No command of the line makes a link: what is not there yet is none when the line comes to it. False when absent. */
  readonly makesNoLinks?: boolean | undefined;
  /** It is a text that nobody is known to run as commands: of what is no command that can be read it says nothing. False when absent. */
  readonly isProse?: boolean | undefined;
}

import type { SandboxException } from "../permissions/accesses.ts";

// Commands, and what keeps them in bounds.

export interface CommandRequest {
  /** Handed to the shell as it is. */
  readonly command: string;
  /** Relative to the working folder. */
  readonly cwd?: string;
  readonly timeoutMs: number;
  /** What a person has let this command do that the sandbox would refuse: reach the network, or run outside of it. */
  readonly exception?: SandboxException;
  /** The working folder is read-only for this command, whatever the settings. */
  readonly readOnly?: boolean;
  /** Nobody agreed to it: it runs in the read profile of the sandbox, or not at all. */
  readonly looksOnly?: true;
  /** A person was asked about this very call, and said yes. */
  readonly isAgreed?: true;
  /** What rules ask about is open to it: its question was answered, or the mode takes every question back. */
  readonly opensAsked?: true;
  readonly limits?: ProcessLimits;
  /**
   * Runs in an empty folder of its own, which stays when something was made in it: the files and their sizes in bytes
   * then follow the output, below the line {@link SCRATCH_FILES}. `WORKSPACE` names the working folder.
   */
  readonly inScratch?: true;
  /** Names of variables that it is not given, whatever the person's environment has. */
  readonly without?: readonly string[];
  /** More variables, of the tool's own choice: never what a model wrote. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * Absolute; where the command notes that it was claimed, its output and its end. Should this process be killed the
   * command goes on, and the next one reads there how it ended.
   */
  readonly notesFolder?: string;
  readonly onOutput?: (text: string) => void;
  /** A person may send it to the background while it runs, see {@link Processes.toBackground}. */
  readonly mayGoOn?: true;
  /** Written to its standard input, which is then closed; what it says on standard error is kept apart. Absent: it reads nothing. */
  readonly input?: string;
}

export const SCRATCH_FILES = "--- files of this call ---";
export const SCRATCH_FILES_MAX = 50;

/** Bounds of each process of a command, kept by the system. */
export interface ProcessLimits {
  readonly memoryBytes?: number;
  readonly fileBytes?: number;
  readonly cpuSeconds?: number;
}

export interface CommandResult {
  /** Absent when a signal ended it. */
  readonly exitCode?: number;
  readonly signal?: string;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Both streams in the order they were written; the middle is left out when very long. */
  readonly output: string;
  /** What it wrote on standard error, where that is kept apart. */
  readonly errors?: string;
  /** Length of all that was written. */
  readonly outputBytes: number;
  /** Where the whole output is kept, when `output` is not all of it. */
  readonly handle?: string;
  readonly durationMs: number;
  /** How it was confined, in the words of {@link Processes.confinement}. */
  readonly sandbox?: string;
  /** Set when a sandbox held it. */
  readonly confined?: {
    /** The network was closed. */
    readonly network: boolean;
    /** The working folder could not be written. */
    readonly writes: boolean;
    /** Nobody agreed to it, see {@link CommandRequest.looksOnly}. */
    readonly looksOnly?: true;
    /** Why the configuration of the repository was closed to its uses of git. */
    readonly gitClosed?: { readonly why: string; readonly opensAlone?: boolean };
    /** Files, and folders with a slash behind, that it names or that its output names, which it could not look into: relative to the working folder. */
    readonly masked?: readonly string[];
    /** Of a command that failed: absolute paths that it or its output names, in or at a place outside the working folder that is hidden from it. */
    readonly hidden?: readonly string[];
  };
  /** `host:port (why)` of what the sandbox's proxy refused meanwhile, each once. */
  readonly refusedHosts?: readonly string[];
  /** Processes that it left running were ended with it. */
  readonly leftoversEnded?: true;
  /** It was sent to the background and has not ended; `output` is what it had written by then. */
  readonly goesOn?: BackgroundProcess;
}

export interface BackgroundProcess {
  readonly id: string;
  readonly command: string;
  readonly state: "running" | "exited";
  readonly exitCode?: number;
  readonly handle: string;
  /** A sandbox lets it change files of the working folder, but for those that start programs. */
  readonly changesFiles?: true;
}

/** What is told of a command in the background at its end, besides what it wrote. */
export interface BackgroundNotice {
  readonly id: string;
  readonly command: string;
  readonly text: string;
}

/** Child processes: each in its own group, standard input closed, the whole group ended on timeout and cancel. */
export interface Processes {
  /**
   * How such a command would be confined, once a person has agreed to it: `bubblewrap: working folder writable, network off`, or `none (why)`.
   * @param request  `goesOn`: it is to be started in the background
   */
  confinement(
    request: Pick<CommandRequest, "command" | "cwd" | "exception" | "readOnly"> & { readonly goesOn?: true },
  ): Promise<string>;
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
  start(request: CommandRequest): Promise<BackgroundProcess>;
  list(): readonly BackgroundProcess[];
  /** Whoever waits for a command that may go on waits no longer. @returns what is in the background now, in order */
  toBackground(): readonly BackgroundProcess[];
  stop(id: string): Promise<BackgroundProcess | undefined>;
  /** Ends those in the background. */
  endBackground(): Promise<void>;
  /** What those that have ended changed of what starts programs or configures an agent, or had taken back; each said once. */
  takeNotices(): readonly BackgroundNotice[];
  /** Ends every child; none survives the session. */
  close(): Promise<void>;
}

/** Who is looked after by a {@link ProtectedWatch}. */
export interface WatchedWork {
  /** Begins the marks of its processes, and of no others. */
  readonly mark?: string;
  /** Absolute: it goes on should this process be killed, and says there when it has ended. */
  readonly endFile?: string;
  /** Others work there meanwhile. */
  readonly isShared?: boolean;
  readonly isUnconfined?: boolean;
}

/** Looks at what starts programs or configures an agent, around one command. */
export interface ProtectedWatch {
  /**
   * Compares with the time before, and takes back what may not be.
   * @param options  `mayTakeBack: false` where others may have worked there meanwhile
   * @returns a sentence for each kind of change
   */
  end(options: { readonly mayTakeBack: boolean }): Promise<readonly string[]>;
  /** From now on others may work there meanwhile: it is known also to whoever ends the look in our place. */
  share(): void;
}

/** A program about to be started. */
export interface ProgramStart {
  /** Absolute path. */
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute paths; opened for reading as the descriptors 3, 4 … of the program. */
  readonly files?: readonly string[];
  /**
   * The descriptors after these, open for writing: on the first the program tells of the first process of a namespace, as bubblewrap does, on
   * the second that what was wanted is started now, and nothing that is started holds it.
   */
  readonly tells?: readonly "pipe"[];
  /** It tells the same in files instead, as who reads a pipe may end before it, and sees to the end of the first process: the file of the latter. */
  readonly notes?: { readonly begun: string };
  /** Absolute paths in the working folder whose content the sandbox keeps from it; a slash behind that of a folder. */
  readonly masked?: readonly string[];
  /** The same elsewhere. */
  readonly hidden?: readonly string[];
}

export interface Confinement {
  /**
   * `workspace`: the working folder without its secret files, the system's programs and those on the PATH, and no more. `repository`: the
   * machine, without the secret files of the working folder that git does not track: of those it reads no content.
   */
  readonly reads: "machine" | "repository" | "tree" | "workspace";
  /**
   * `nothing`: a folder for temporary files of its own, gone afterwards. `scratch`: that of the session. `workspace`: beside it the
   * working folder, and the caches of toolchains that are kept for this folder alone.
   */
  readonly writes: "nothing" | "scratch" | "workspace";
  /** `hosts`: those of {@link SandboxState.hosts}, through a proxy. */
  readonly network: "off" | "hosts" | "on";
  /** The repository's own configuration file may be written with the working folder; what is written there is looked through afterwards. */
  readonly opensGitSettings?: true;
  /** Nothing runs in it but git, with what git starts: git's own files of a repository outside of the working folder are open to it. */
  readonly isGitAlone?: true;
  /** Absolute places in the working folder that start programs or configure an agent, and that a person has let it change: a folder with all in it. */
  readonly opens?: readonly string[];
  /** Absolute git folders outside of the working folder that git pushes to: they may be written but for what starts programs in them. */
  readonly opensRepositories?: readonly string[];
  /** See {@link CommandRequest.opensAsked}; otherwise what rules ask about is closed like what they deny. */
  readonly opensAsked?: true;
}

export interface SandboxState {
  readonly tier: "bubblewrap" | "landlock" | "seatbelt" | "none";
  /** Why it is not a better tier, and what to do about it. */
  readonly why?: string;
  /** Hosts that confined programs may reach through the proxy; absent where there is none. */
  readonly hosts?: readonly string[];
}

/** Keeps a program from what the person has not opened to it. */
export interface Sandbox {
  /** The best tier that was proven on this machine; the first question may start a process for the proof. Never rejects. */
  state(): Promise<SandboxState>;
  /** The same program, confined; the very same object under tier none. Only after {@link state}. */
  confine(start: ProgramStart, confinement: Confinement): ProgramStart;
  /** The same, and others have a turn while folders of a hundred thousand names are looked through. */
  confineInTurns(start: ProgramStart, confinement: Confinement): Promise<ProgramStart>;
  /** `host:port (why)` of what the proxy has refused so far, in order. */
  refusedHosts?(): readonly string[];
}

import { UserError } from "../base/user-error.ts";
import type { PermissionMode, PermissionPolicy } from "../core/permissions/decide.ts";
import type { RuleSet } from "../core/permissions/rule.ts";
import type { Approver, Asker } from "../core/ports/person.ts";
import type { CodePlace } from "./knowledge/code-intelligence.ts";
import { type Knowledge, openKnowledge } from "./knowledge/open-knowledge.ts";
import { permissionPolicy } from "./permissions/permission-policy.ts";
import { createRedaction, type SessionRedaction } from "./permissions/redaction.ts";
import { demandSandbox, type SessionSandbox, sessionSandbox } from "./permissions/sandbox-use.ts";
import { type LoadedConfig, loadConfig } from "./settings/load.ts";
import { type Environment, type Locations, locations } from "./settings/locations.ts";
import type { Config, ConfigKey } from "./settings/schema.ts";
import { workingFolder } from "./settings/working-folder.ts";
import type { Toolbox } from "./toolbox.ts";
import { isTrusted, trustedPrograms } from "./trust/trust.ts";

/** Who is there besides the program; what differs between entrances is this data. */
export interface Faces {
  readonly approver: Approver;
  /** Absent where nobody can be asked. */
  readonly asker?: Asker;
  /** A person sits at the screen. */
  readonly isInteractive: boolean;
  /** Somebody looks at what a command writes before its end. */
  readonly showsProgress: boolean;
}

/** A place: what a house is opened from. */
export interface HouseRequest {
  /** The folder to work in; absolute, or relative to the process's own. */
  readonly folder: string;
  readonly environment: Environment;
  /** Settings that were given for this time; they beat all others. */
  readonly flags?: Readonly<Partial<Record<ConfigKey, unknown>>>;
  readonly faces?: Faces;
  /** The folder's own settings count this time. */
  readonly trust?: boolean;
  readonly version?: string;
}

const NOBODY: Faces = {
  approver: {
    async approve({ decision }) {
      const rule = decision.proposal ? ` Allow it with --allowedTools '${decision.proposal}'.` : "";
      return { allowed: false, why: `nobody is there to be asked (${decision.reason}).${rule}` };
    },
  },
  isInteractive: false,
  showsProgress: false,
};

/** Opens a folder's rooms. Starts nothing. @throws {UserError} when the folder is none or may not be read */
export async function openRooms(request: HouseRequest): Promise<Rooms> {
  return new Rooms(await readPlace(request));
}

/** What is read of a place before anything else. */
export interface Place {
  readonly request: HouseRequest;
  readonly cwd: string;
  readonly places: Locations;
  readonly isTrusted: boolean;
  readonly loaded: LoadedConfig | UserError;
}

export async function readPlace(request: HouseRequest): Promise<Place> {
  const { environment, flags = {} } = request;
  const cwd = workingFolder(request.folder);
  const places = locations(environment);
  const trusted = request.trust === true || isTrusted(cwd, places);
  const loaded = await loadConfig({ flags, environment, locations: places, cwd, trusted }).catch(asTrouble);
  return { request, cwd, places, isTrusted: trusted, loaded };
}

/** Broken settings concern only who asks for one: sessions can be listed and settings mended all the same. */
function asTrouble(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

/**
 * A folder as this person may use it: settings, trust, policy, redaction, sandbox, knowledge, tools. Each part is made
 * when it is first asked for, once; `close` ends what was started, the last first.
 */
export class Rooms {
  readonly cwd: string;
  readonly places: Locations;
  /** The environment of the process; `settings.environment` has what `.env` files added. */
  readonly environment: Environment;
  readonly faces: Faces;
  readonly version: string;
  /** This folder's own settings, commands and skills count. */
  readonly isTrusted: boolean;
  readonly #loaded: LoadedConfig | UserError;
  readonly #closers: (() => unknown)[] = [];
  #redaction: SessionRedaction | undefined;
  #sandbox: SessionSandbox | undefined;
  #knowledge: Promise<Knowledge> | undefined;
  #trustedPrograms: readonly string[] | undefined;

  constructor({ request, cwd, places, isTrusted: trusted, loaded }: Place) {
    this.cwd = cwd;
    this.places = places;
    this.environment = request.environment;
    this.faces = request.faces ?? NOBODY;
    this.version = request.version ?? "";
    this.isTrusted = trusted;
    this.#loaded = loaded;
  }

  /** @throws {UserError} when a file or a value cannot be used */
  get settings(): LoadedConfig {
    if (this.#loaded instanceof UserError) throw this.#loaded;
    return this.#loaded;
  }

  /** The values of the settings. @throws {UserError} as `settings` */
  get config(): Config {
    return this.settings.config;
  }

  get redaction(): SessionRedaction {
    this.#redaction ??= createRedaction(this.settings, { showsProgress: this.faces.showsProgress });
    return this.#redaction;
  }

  /** Where commands run; proven with the first of them. */
  get sandbox(): SessionSandbox {
    if (this.#sandbox === undefined) {
      const { sandbox: mode, addDirs, networkHosts } = this.config;
      const opened = sessionSandbox({ mode, cwd: this.cwd, addDirs, environment: this.environment, networkHosts });
      this.#sandbox = opened;
      this.#closers.push(() => opened.close());
    }
    return this.#sandbox;
  }

  /** @throws {UserError} when a sandbox is demanded that is not there */
  async provenSandbox(): Promise<SessionSandbox> {
    await demandSandbox(this.config.sandbox, this.sandbox);
    return this.sandbox;
  }

  /** What may be done without asking; by the settings where nothing else is said. */
  policy(
    mode: PermissionMode = this.config.permissionMode,
    rules: RuleSet = this.config.permissions,
  ): PermissionPolicy {
    return permissionPolicy({
      mode,
      rules,
      cwd: this.cwd,
      home: this.environment["HOME"],
      addDirs: this.config.addDirs,
      trustedPrograms: this.#programs(),
      own: [this.places.config, this.places.state],
      sandbox: {
        opens: (exception, command, folder) => this.sandbox.opens(exception, command, folder),
        confinesReads: () => this.sandbox.confinesReads(),
      },
    });
  }

  /** Programs of the repository that git may start, as they were trusted. */
  #programs(): readonly string[] {
    this.#trustedPrograms ??= this.isTrusted ? trustedPrograms(this.cwd, this.places) : [];
    return this.#trustedPrograms;
  }

  /** What was written down for this folder and this person. */
  knowledge(): Promise<Knowledge> {
    const { permissionMode, permissions, skillFolders } = this.config;
    const mayRemember =
      permissionMode === "bypassPermissions" || permissions.allow.some((rule) => /^remember\b/.test(rule));
    this.#knowledge ??= openKnowledge({
      cwd: this.cwd,
      trusted: this.isTrusted,
      environment: this.settings.environment,
      configFolder: this.places.config,
      folders: skillFolders,
      isRememberingOffered: this.faces.isInteractive || mayRemember,
    });
    return this.#knowledge;
  }

  /** Where code intelligence looks, and what it may not show. */
  get codePlace(): CodePlace {
    const { addDirs, copyLibraries, permissions } = this.config;
    return {
      root: this.cwd,
      cacheFolder: this.places.cache,
      addedRoots: addDirs,
      deny: permissions.deny,
      libraries: copyLibraries,
    };
  }

  /**
   * The tools that are offered here, and what they work with; whoever opens a session has its own.
   * @param outputFolder  where long outputs are kept
   */
  async tools(outputFolder: string): Promise<Toolbox> {
    const { createToolbox } = await import("./toolbox.ts");
    const { skills, memory } = await this.knowledge();
    const { asker } = this.faces;
    const toolbox = createToolbox({
      codePlace: this.codePlace,
      environment: this.settings.environment,
      config: this.config,
      sandbox: this.sandbox,
      places: this.places,
      trustedPrograms: this.#programs(),
      redaction: this.redaction,
      outputFolder,
      skills,
      memory,
      ...(asker === undefined ? {} : { asker }),
    });
    this.onClose(() => toolbox.close());
    return toolbox;
  }

  /** Has something ended when the house is closed. */
  onClose(end: () => unknown): void {
    this.#closers.push(end);
  }

  /** Ends all that was started, the last first, also where one of them fails. May be called more than once. */
  async close(): Promise<void> {
    const end = this.#closers.pop();
    if (end === undefined) return;
    try {
      await end();
    } finally {
      await this.close();
    }
  }
}

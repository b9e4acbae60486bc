import { resolve } from "node:path";
import { UserError } from "../base/user-error.ts";
import type { PermissionMode, PermissionPolicy } from "../core/permissions/decide.ts";
import type { RuleSet } from "../core/permissions/rule.ts";
import type { Seal } from "../core/plan/plan-store.ts";
import type { Tool } from "../core/tool.ts";
import { type AgentLibrary, agentLibrary } from "./agents/agent-files.ts";
import type { GivenHook } from "./hooks/given-hooks.ts";
import type { CodePlace } from "./knowledge/code-intelligence.ts";
import { type Knowledge, openKnowledge } from "./knowledge/open-knowledge.ts";
import { AddedFolders } from "./marks/added-folders.ts";
import { hasServers } from "./mcp/project-files.ts";
import type { Servers } from "./mcp/servers.ts";
import { type Faces, NOBODY, nobodyAnswers } from "./permissions/faces.ts";
import { permissionPolicy } from "./permissions/permission-policy.ts";
import { createRedaction, type SessionRedaction } from "./permissions/redaction.ts";
import { demandSandbox, type SessionSandbox, sessionSandbox } from "./permissions/sandbox-use.ts";
import type { Place } from "./place.ts";
import type { Plugin } from "./plugins/plugin-list.ts";
import type { LoadedConfig } from "./settings/load.ts";
import { type Environment, type Locations, ownFolders } from "./settings/locations.ts";
import type { Config } from "./settings/schema.ts";
import { SETTING_SOURCES, type SettingLayer, type SettingSource } from "./settings/setting-source.ts";
import { type TerminalFacts, terminalFacts } from "./settings/terminal-facts.ts";
import type { Telemetry } from "./telemetry/open-telemetry.ts";
import type { Toolbox } from "./toolbox.ts";
import { personSeal } from "./trust/person-seal.ts";
import { type ReadTrusted, trustedPrograms } from "./trust/trust.ts";
import { webSearch } from "./web/web-search.ts";

interface Circumstances {
  readonly isAlone?: boolean;
  readonly isSandboxCounted?: boolean;
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
  readonly settingSources: readonly SettingSource[];
  readonly areServersGiven: boolean;
  readonly given: readonly SettingLayer[];
  readonly #tools: readonly Tool[];
  readonly givenHooks: readonly GivenHook[];
  /** What is the folder's own counts this time, whether somebody trusted it or not. */
  readonly isTrustedOnce: boolean;
  /** Reads this folder's own settings, commands and skills, which count; absent where they do not. */
  readonly trusted: ReadTrusted | undefined;
  readonly #loaded: LoadedConfig | UserError;
  readonly #closers: (() => unknown)[] = [];
  /** Its folder as it was asked for: links in that are another name of it. */
  readonly #named: string;
  #added: AddedFolders | undefined;
  #seal: Seal | undefined;
  #redaction: SessionRedaction | undefined;
  #sandbox: SessionSandbox | undefined;
  #knowledge: Promise<Knowledge> | undefined;
  #agents: Promise<AgentLibrary> | undefined;
  #telemetry: Promise<Telemetry> | undefined;
  #servers: Promise<Servers> | undefined;
  readonly #plugins: () => readonly Plugin[];
  #trustedPrograms: readonly string[] | undefined;

  readonly worksIn: Place["worksIn"];
  readonly own: readonly string[];

  constructor({ request, cwd, places, trusted, loaded, plugins, worksIn }: Place) {
    this.cwd = cwd;
    this.places = places;
    this.#named = resolve(request.folder);
    this.environment = request.environment;
    this.faces = request.faces ?? NOBODY;
    ({ version: this.version = "", settingSources: this.settingSources = SETTING_SOURCES } = request);
    ({ areServersGiven: this.areServersGiven = false, given: this.given = [] } = request);
    this.#tools = request.tools ?? [];
    this.givenHooks = request.hooks ?? [];
    this.isTrustedOnce = request.trust ?? false;
    this.trusted = trusted;
    this.#loaded = loaded;
    this.#plugins = plugins;
    this.worksIn = worksIn;
    this.own = ownFolders(places);
  }

  get isTrusted(): boolean {
    return this.trusted !== undefined;
  }

  /** @throws {UserError} when a file or a value cannot be used */
  get settings(): LoadedConfig {
    if (this.#loaded instanceof UserError) throw this.#loaded;
    return this.#loaded;
  }

  /** Plugins that count here. */
  get plugins(): readonly Plugin[] {
    return this.#plugins();
  }

  /** The values of the settings. @throws {UserError} as `settings` */
  get config(): Config {
    return this.settings.config;
  }

  /** The folders that are worked in beside the working folder. @throws {UserError} as `settings` */
  get added(): AddedFolders {
    this.#added ??= new AddedFolders({
      cwd: this.cwd,
      named: this.#named,
      given: this.config.addDirs,
      home: this.environment["HOME"],
      own: [...this.own, this.places.cache],
      worksIn: this.worksIn,
    });
    return this.#added;
  }

  /** What this person agrees to bears it, and nobody else can make it. */
  get seal(): Seal {
    this.#seal ??= personSeal(this.places.state);
    return this.#seal;
  }

  get terminal(): TerminalFacts {
    return terminalFacts(this.environment);
  }

  get redaction(): SessionRedaction {
    this.#redaction ??= createRedaction(this.settings, { showsProgress: this.faces.showsProgress });
    return this.#redaction;
  }

  /** Where commands run; proven with the first of them. */
  get sandbox(): SessionSandbox {
    if (this.#sandbox === undefined) {
      const { sandbox: mode, networkHosts, permissions: rules } = this.config;
      const { now: addDirs } = this.added;
      const { cwd, environment } = this;
      const opened = sessionSandbox({ mode, cwd, addDirs, environment, networkHosts, rules });
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

  /**
   * What may be done without asking; by the settings where nothing else is said.
   * @param circumstances  whether nobody can be asked, and whether the sandbox of this folder counts
   */
  policy(
    mode: PermissionMode = this.config.permissionMode,
    rules: RuleSet = this.config.permissions,
    { isAlone = nobodyAnswers(this.faces), isSandboxCounted = true }: Circumstances = {},
  ): PermissionPolicy {
    const sandbox = {
      opens: (...about: Parameters<SessionSandbox["opens"]>) => this.sandbox.opens(...about),
      confines: () => this.sandbox.confines(),
      closesDenied: () => this.sandbox.closesDenied(),
      ownsTemporary: () => this.sandbox.ownsTemporary(),
    };
    return permissionPolicy({
      mode,
      rules,
      cwd: this.cwd,
      home: this.environment["HOME"],
      environment: this.environment,
      addDirs: this.added.now,
      links: this.added.links,
      trustedPrograms: this.trustedPrograms,
      own: this.own,
      cache: this.places.cache,
      openHosts: openedHosts(this.config, this.settings.environment),
      isAlone,
      writtenRules: this.settings.writtenRules,
      ...(isSandboxCounted ? { sandbox } : {}),
    });
  }

  /** Programs of the repository that git may start, as they were trusted. */
  get trustedPrograms(): readonly string[] {
    this.#trustedPrograms ??= this.isTrusted ? trustedPrograms(this.cwd, this.places) : [];
    return this.#trustedPrograms;
  }

  /** What was written down for this folder and this person. */
  knowledge(): Promise<Knowledge> {
    const { permissionMode, permissions: rules, skillFolders } = this.config;
    const mayRemember = permissionMode === "bypassPermissions" || rules.allow.some((rule) => /^remember\b/.test(rule));
    this.#knowledge ??= openKnowledge({
      ...{ cwd: this.cwd, trusted: this.trusted, settingSources: this.settingSources, rules },
      environment: this.settings.environment,
      configFolder: this.places.config,
      folders: [...skillFolders, ...this.plugins.flatMap(({ skills }) => skills)],
      isInteractive: this.faces.isInteractive,
      isRememberingOffered: this.faces.isInteractive || mayRemember,
    });
    return this.#knowledge;
  }

  /** Where code intelligence looks, and what it may not show. */
  get codePlace(): CodePlace {
    const { copyLibraries, permissions } = this.config;
    return {
      root: this.cwd,
      cacheFolder: this.places.cache,
      addedRoots: this.added.now,
      deny: permissions.deny,
      libraries: copyLibraries,
    };
  }

  /** Who can be given work here. */
  agents(): Promise<AgentLibrary> {
    this.#agents ??= agentLibrary(this, this.redaction.text);
    return this.#agents;
  }

  /** Looks at runs from outside; absent unless the settings ask for it. */
  telemetry(): Promise<Telemetry> | undefined {
    if (!this.config.telemetry) return undefined;
    this.#telemetry ??= import("./telemetry/open-telemetry.ts").then(async ({ openTelemetry }) => {
      const opened = await openTelemetry(this.settings, this.version);
      this.onClose(() => opened.close());
      return opened;
    });
    return this.#telemetry;
  }

  /** Servers of tools. Starts none. */
  servers(): Promise<Servers> {
    this.#servers ??= import("./mcp/servers.ts").then(({ Servers: Opened }) => {
      const servers = new Opened(this);
      this.onClose(() => servers.close());
      return servers;
    });
    return this.#servers;
  }

  /**
   * The tools that are offered here, and what they work with; whoever opens a session has its own.
   * @param outputFolder  where long outputs are kept
   */
  async tools(outputFolder: string): Promise<Toolbox> {
    const { createToolbox } = await import("./toolbox.ts");
    const { skills, memory } = await this.knowledge();
    const { asker, editorText } = this.faces;
    const toolbox = createToolbox({
      codePlace: this.codePlace,
      environment: this.settings.environment,
      config: this.config,
      sandbox: this.sandbox,
      places: this.places,
      trustedPrograms: this.trustedPrograms,
      redaction: this.redaction,
      outputFolder,
      skills,
      memory,
      agents: [...(await this.agents()).agents.values()],
      added: this.#tools,
      loadMore: async (update, signal, begun) =>
        hasServers(this)
          ? (await this.servers()).begin(update, signal, begun)
          : { text: begun?.prompt.text ?? "", notices: [] },
      ...(asker === undefined ? {} : { asker }),
      ...(editorText === undefined ? {} : { editorText }),
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

/** What the person has opened by hand, and the service that searches the web for them. */
function openedHosts(config: Config, environment: Environment): readonly string[] {
  const { networkHosts = [] } = config;
  const url = URL.parse(webSearch(config, environment)?.url ?? "");
  return url?.port ? [...networkHosts, url.host] : networkHosts;
}

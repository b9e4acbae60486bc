import {
  connectServer,
  type ServerAddress,
  type ServerAnswer,
  type ServerCall,
  type ServerConnection,
  type ServerPrompt,
  type ServerResource,
  type ServerTool,
} from "../../adapters/mcp/connect-server.ts";
import { createSpokenPrograms, type SpokenPrograms } from "../../adapters/processes/spoken-program.ts";
import { endedFile, lookNotes } from "../../adapters/sandbox/taking-back/notes-folder.ts";
import { errorText } from "../../base/error-text.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { type Tool, ToolFailure } from "../../core/tool.ts";
import { nobodyAnswers } from "../permissions/faces.ts";
import type { BegunPrompt, LoadedPrompt } from "../toolbox.ts";
import { type ConfiguredServer, configuredServers } from "./configured-servers.ts";
import { fillPrompt, namesServers } from "./fill-prompt.ts";
import { inquirerOf } from "./inquire.ts";
import { offerTool } from "./offer-tool.ts";
import { RunAnswers, type ServersRun } from "./server-answers.ts";
import { loginStore } from "./server-logins.ts";
import type { RunningServerPlace } from "./server-place.ts";
import type { ServerSettings } from "./server-settings.ts";
import { reasonOf, type ServerStanding, standingOf, whyOf } from "./server-standing.ts";
import { serverStart, startHint } from "./server-start.ts";
import { ToolPins } from "./tool-pins.ts";
import { type FirstWait, untilLate, waitAtFirst } from "./until-late.ts";
import { type ServerWatch, serverWatch } from "./watch-server.ts";

/** How long an answer waits for the new tools that it brings. */
const RELOAD_WAIT_MS = 2000;
const RELOADS_MAX = 3;
const START_TIMEOUT_MS = 30_000;
const CALL_TIMEOUT_MS = 600_000;
const TOOLS_MAX = 128;
/** How often a server may have other tools while one prompt is worked on; it could have others all the time. */
const CHANGES_MAX = 50;
const NOTICES_MAX = 50;

export interface OpenedServer {
  readonly name: string;
  readonly source: string;
  /** All that it tells of, as it tells it. */
  readonly tools: readonly ServerTool[];
  /** Those that are not what they were when they were first offered. */
  readonly changed: readonly ServerTool[];
  readonly settings: ServerSettings;
}

/** The servers of a folder: each is started once, when its tools are first wanted, and again where it has ended meanwhile. */
export class Servers {
  readonly #place: RunningServerPlace;
  readonly #programs: SpokenPrograms;
  readonly #abort = new AbortController();
  readonly #open = new Map<string, Promise<ServerConnection>>();
  readonly #offered = new Map<string, readonly Tool[]>();
  readonly #stale = new Set<string>();
  readonly #reloading = new Map<string, Promise<void>>();
  readonly #pins: ToolPins;
  readonly #watched: ServerWatch;
  readonly #changes = new Map<string, number>();
  #run: ServersRun | undefined;
  #notices: string[] = [];
  #names: readonly string[] = [];
  #loading: Promise<unknown> | undefined;
  #first: Promise<FirstWait> | undefined;
  #update: (tools: readonly Tool[]) => void = () => {};

  constructor(place: RunningServerPlace) {
    this.#place = place;
    this.#pins = new ToolPins(place.places.state);
    this.#watched = serverWatch(place);
    this.#programs = createSpokenPrograms({
      root: place.cwd,
      environment: place.settings.ownEnvironment,
      allowedVariables: place.config.commandVariables,
      endedFile: endedFile(lookNotes(place.places.state)),
    });
  }

  /**
   * Starts those that are not started yet, side by side, and waits for their tools, but not for long.
   * @param update  told all tools of servers, now and whenever they change
   * @param begun   answers what servers ask; absent: such questions are refused
   */
  async begin(
    update: (tools: readonly Tool[]) => void,
    signal: AbortSignal,
    begun: BegunPrompt | undefined,
  ): Promise<LoadedPrompt> {
    this.#update = update;
    this.#changes.clear();
    this.#run = begun?.run;
    const notices = await this.#load(signal, begun);
    const { text, written } = begun?.prompt ?? { text: "", written: "" };
    if (!namesServers(written)) return { text, notices };
    const filled = await fillPrompt({ text, written }, (name) => this.opened(name), signal);
    return { text: filled.text, notices: [...notices, ...filled.notices] };
  }

  async #load(signal: AbortSignal, begun: BegunPrompt | undefined): Promise<readonly string[]> {
    this.#loading ??= this.#loadAll();
    const isAttended = begun !== undefined && !nobodyAnswers(this.#place.faces);
    this.#first ??= waitAtFirst({
      ...{ work: this.#loading, signal, isAttended, tell: begun?.tell ?? (() => {}) },
      starting: () => this.#names.filter((name) => !this.#offered.has(name)).join(", "),
    });
    const late = await this.#first;
    if (late.kind === "late") this.#tell(`MCP: still waiting for ${late.names}; the tools come when it answers.`);
    // What was not waited out is waited for by the next prompt; otherwise it has been told.
    this.#first = late.kind === "cancelled" ? undefined : Promise.resolve({ kind: "over" });
    this.#publish();
    await this.#watched.settle((notice) => this.#tell(`MCP: ${notice}`));
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** One server, started to be looked at. @throws {Error} whose text says what it did */
  async look(server: ConfiguredServer): Promise<OpenedServer> {
    if (server.state.kind !== "ready") throw new Error(reasonOf(server) ?? "it is turned off");
    const { name, source } = server;
    const { settings } = server.state;
    const tell = (notice: string): void => this.#tell(`MCP: while ${name} was asked for its tools: ${notice}`);
    const tools = await this.#watched.around({ settings, isAlone: false, tell }, async () =>
      (await this.#connection(name, settings)).tools(),
    );
    return { name, source, tools, changed: this.#pins.changed(name, settings, tools), settings };
  }

  /** What a server gives a person to mention: resources by `@SERVER:URI`, prompts by `/mcp__SERVER__PROMPT`. */
  async offers(name: string): Promise<{ resources: readonly ServerResource[]; prompts: readonly ServerPrompt[] }> {
    const open = await this.opened(name);
    return { resources: await open.resources(), prompts: await open.prompts() };
  }

  /** The connection to a server that is written down. @throws {Error} whose text says what is wrong */
  async opened(name: string): Promise<ServerConnection> {
    const server = (await configuredServers(this.#place)).find((one) => one.name === name);
    if (server === undefined) throw new Error(`there is no server "${name}"`);
    if (server.state.kind !== "ready") throw new Error(reasonOf(server) ?? "it is turned off");
    return this.#connection(name, server.state.settings);
  }

  /** Each that is written down, as it stands now; none is started. */
  async standing(): Promise<readonly ServerStanding[]> {
    const all = (await configuredServers(this.#place)).map((server) => {
      const { name } = server;
      const toolCount = this.#offered.get(name)?.length ?? 0;
      return standingOf({ server, open: this.#open.get(name), toolCount });
    });
    return Promise.all(all);
  }

  /** A person has seen what its tools say now. */
  accept({ name, settings, tools }: OpenedServer): void {
    this.#pins.accept(name, settings, tools);
  }

  async close(): Promise<void> {
    this.#abort.abort(new Error("closed"));
    const connections = await Promise.allSettled(this.#open.values());
    await Promise.all(connections.map((one) => (one.status === "fulfilled" ? one.value.close() : undefined)));
    await this.#programs.close();
  }

  async #loadAll(): Promise<void> {
    const servers = await configuredServers(this.#place);
    this.#names = servers.flatMap(({ name, state }) => (state.kind === "ready" ? [name] : []));
    await Promise.all(servers.map((server) => this.#loadOne(server)));
  }

  async #loadOne(server: ConfiguredServer): Promise<void> {
    if (server.state.kind !== "ready") {
      const reason = reasonOf(server);
      if (reason !== undefined) this.#tell(`MCP: ${server.name} is left out: ${reason}.`);
      return;
    }
    try {
      this.#offer(await this.look(server));
    } catch (error) {
      this.#offered.set(server.name, []);
      if (!this.#abort.signal.aborted) this.#tell(`MCP: ${server.name} is left out: ${whyOf(server.name, error)}.`);
    }
  }

  #offer({ name, settings, tools, changed }: OpenedServer): void {
    const { allow, deny = [] } = settings.tools ?? {};
    const isWanted = ({ name: tool }: ServerTool): boolean =>
      (allow === undefined || allow.includes(tool)) && !deny.includes(tool);
    const wanted = tools.filter((tool) => isWanted(tool) && !changed.includes(tool));
    if (wanted.length > TOOLS_MAX)
      this.#tell(`MCP: of the ${wanted.length} tools of ${name} ${TOOLS_MAX} are offered.`);
    for (const tool of changed.filter(isWanted))
      this.#tell(
        `MCP: ${name} now says something else of its tool ${tool.name}, which is left out until \`waymark mcp accept ${name}\`: ${tool.description.slice(0, 200)}`,
      );
    const call = (request: ServerCall): Promise<ServerAnswer> => this.#call(name, settings, request);
    this.#offered.set(
      name,
      wanted.slice(0, TOOLS_MAX).map((tool) => offerTool(name, tool, call)),
    );
    this.#publish();
  }

  /** In the order in which they are written down, whoever answers first. */
  #publish(): void {
    const tools = this.#names.flatMap((name) => this.#offered.get(name) ?? []);
    this.#update([...new Map(tools.map((tool) => [tool.name, tool])).values()]);
  }

  async #call(name: string, settings: ServerSettings, request: ServerCall): Promise<ServerAnswer> {
    const told: string[] = [];
    const withTold = (text: string): string => [text, ...told].join("\n");
    try {
      const answer = await this.#watched.around(
        { settings, isAlone: true, tell: (notice) => told.push(notice) },
        async () => (await this.#connection(name, settings)).call(request),
      );
      // Its new tools are there with its answer.
      await untilLate(this.#reloading.get(name) ?? Promise.resolve(), request.signal, RELOAD_WAIT_MS);
      return { ...answer, text: withTold(answer.text) };
    } catch (error) {
      request.signal.throwIfAborted();
      const why = `The server ${name} did not do it: ${whyOf(name, error)}. It may have had an effect.`;
      throw new ToolFailure(withTold(why), { cause: error });
    }
  }

  /** The one that is open, or a new one. */
  async #connection(name: string, settings: ServerSettings): Promise<ServerConnection> {
    const known = this.#open.get(name);
    const open = await known?.catch(() => undefined);
    if (open?.isOpen) return open;
    if (this.#open.get(name) === known) {
      void open?.close();
      this.#open.set(name, this.#connect(name, settings));
    }
    return this.#open.get(name) as Promise<ServerConnection>;
  }

  async #connect(name: string, settings: ServerSettings): Promise<ServerConnection> {
    const { startTimeout = START_TIMEOUT_MS, timeout = CALL_TIMEOUT_MS } = settings;
    const options = {
      version: this.#place.version,
      root: this.#place.cwd,
      connectTimeoutMs: startTimeout,
      callTimeoutMs: timeout,
      signal: this.#abort.signal,
      answers: new RunAnswers(name, inquirerOf(this.#place.faces), () => this.#run),
      onToolsChanged: () => this.#reload(name),
    };
    const address = await this.#addressOf(name, settings);
    return connectServer(address, options).catch((error: unknown) => {
      const hint = address.kind === "program" ? (address.hint?.(errorText(error)) ?? "") : "";
      throw hint === "" ? error : new Error(`${errorText(error)}; ${hint}`, { cause: error });
    });
  }

  async #addressOf(name: string, settings: ServerSettings): Promise<ServerAddress & { hint?(said: string): string }> {
    const { type, url = "", headers = {}, oauth: login = {} } = settings;
    if (type === "sdk") {
      const { exchange } = this.#place.faces;
      if (exchange === undefined) throw new Error("it lives in a program that leads a conversation, and none does");
      return { kind: "exchange", exchange: (message, signal) => exchange(name, message, signal) };
    }
    if (settings.command !== undefined) {
      const start = await serverStart(settings, this.#place);
      return {
        kind: "program",
        start: () => this.#programs.start(start),
        hint: (said) => startHint(start, this.#place, said),
      };
    }
    if (this.#place.config.offline && !isLoopback(url)) throw new Error("it is on the network, and `offline` is set");
    const store = loginStore(this.#place.places, { name, url });
    return { kind: type === "sse" ? "sse" : "http", url, headers, login, store };
  }

  /** It has other tools now, and may say so again while it is asked for them. */
  #reload(name: string): void {
    const changes = (this.#changes.get(name) ?? 0) + 1;
    this.#changes.set(name, changes);
    if (changes > CHANGES_MAX) return;
    this.#stale.add(name);
    if (this.#reloading.has(name)) return;
    const reloading = this.#loadAnew(name).finally(() => this.#reloading.delete(name));
    this.#reloading.set(name, reloading);
  }

  async #loadAnew(name: string): Promise<void> {
    for (let round = 0; round < RELOADS_MAX && this.#stale.delete(name); round++) {
      const server = (await configuredServers(this.#place)).find((one) => one.name === name);
      if (server !== undefined && !this.#abort.signal.aborted) await this.#loadOne(server);
    }
  }

  #tell(notice: string): void {
    if (this.#notices.length < NOTICES_MAX) this.#notices.push(notice);
  }
}

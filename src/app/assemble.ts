import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readInstructions } from "../adapters/instructions/instructions.ts";
import { orient } from "../adapters/instructions/orientation.ts";
import { sessionFolder } from "../adapters/sessions/session-catalogue.ts";
import { errorText } from "../base/error-text.ts";
import { EXIT, UserError } from "../base/user-error.ts";
import { SessionContext } from "../core/context/context-keeper.ts";
import type { RunLimits } from "../core/loop/agent-parts.ts";
import type { ModelClient } from "../core/ports/model.ts";
import type { Approver, Asker } from "../core/ports/person.ts";
import { type Orientation, systemPrompt } from "../core/prompts/system-prompt.ts";
import type { RecordedEvent } from "../core/protocol/event.ts";
import type { Strategy } from "../core/strategies/strategy.ts";
import { Agent } from "./agent.ts";
import { contextSettings } from "./context/context-settings.ts";
import { openKnowledge } from "./knowledge/open-knowledge.ts";
import { asBadInput, chooseModel, judgeModel, modelNamed } from "./models/choose-model.ts";
import { lazyModel } from "./models/lazy-model.ts";
import { permissionPolicy } from "./permissions/permission-policy.ts";
import { createRedaction } from "./permissions/redaction.ts";
import { demandSandbox, type SessionSandbox, sessionSandbox } from "./permissions/sandbox-use.ts";
import { keepSnapshots } from "./session/keep-snapshots.ts";
import { chooseSession, newSession, type SessionChoice } from "./session/open-session.ts";
import { lazyPlans } from "./session/plans.ts";
import { recoverAtStart } from "./session/recover-at-start.ts";
import type { LoadedConfig } from "./settings/load.ts";
import { loadConfig } from "./settings/load.ts";
import { type Environment, locations } from "./settings/locations.ts";
import type { Config, ConfigKey } from "./settings/schema.ts";
import { strategyNamed } from "./strategies.ts";
import { createToolbox, fetchesPages } from "./toolbox.ts";
import { isTrusted, trustedPrograms } from "./trust/trust.ts";

export interface AssembleRequest {
  readonly flags: Readonly<Partial<Record<ConfigKey, unknown>>>;
  readonly environment: Environment;
  /** Real, absolute path of the folder to work in. */
  readonly cwd: string;
  readonly version: string;
  /** `last`, or the beginning of an id. */
  readonly resume?: string;
  readonly fork: boolean;
  readonly trust: boolean;
  readonly sessionId?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly approver: Approver;
  readonly asker: Asker | undefined;
  readonly interactive: boolean;
  /** False where nobody looks at what a command writes before its end. */
  readonly showsProgress?: boolean;
  /** Work of another kind than the strategy of the settings. */
  readonly work?: AgentWork;
}

export interface AgentWork {
  readonly name: string;
  readonly strategy: Strategy;
  /** The model is chosen only when it is asked. */
  readonly isModelOptional: boolean;
}

export interface Assembled {
  readonly agent: Agent;
  /** What a person should be told before the first prompt. */
  readonly notices: readonly string[];
  readonly config: LoadedConfig["config"];
  /** This folder's own commands and settings count. */
  readonly trusted: boolean;
}

/** Settings into an agent; the only place that builds adapters. @throws {UserError} when something must be mended first */
export async function assemble(request: AssembleRequest): Promise<Assembled> {
  const { cwd, environment, approver, version } = request;
  const places = locations(environment);
  const trusted = request.trust || isTrusted(cwd, places);
  const loaded = await loadConfig({ flags: request.flags, environment, locations: places, cwd, trusted });
  const { config } = loaded;
  const programs = trusted ? trustedPrograms(cwd, places) : [];
  const { model, notices } = await modelFor(request, loaded);
  const choice = sessionChoice(request, { stateFolder: places.state, isKept: config.sessionPersistence });
  const sandbox = await openSandbox(config, request);
  const recovered = await recoverAtStart(places.state, cwd);
  const session = chooseSession(choice);
  const told = [...notices, ...recovered, ...(await sandboxNotice(request, sandbox)), ...ignoredNotice(loaded)];
  const redaction = createRedaction(loaded, { showsProgress: request.showsProgress ?? true });
  const knowledge = await openKnowledge({
    cwd,
    trusted,
    environment: loaded.environment,
    configFolder: places.config,
    folders: config.skillFolders,
    isRememberingOffered: request.interactive || mayRemember(config),
  });
  const toolbox = createToolbox({
    cwd,
    addDirs: config.addDirs,
    environment: loaded.environment,
    sandbox,
    commandVariables: config.commandVariables,
    stateFolder: places.state,
    outputFolder: join(sessionFolder(places.state, cwd), session.id),
    asker: request.asker,
    ...knowledge,
    deny: config.permissions.deny,
    copyLibraries: config.copyLibraries,
    redaction,
    fetches: fetchesPages(config),
  });
  const instructions = readInstructions(cwd, places.config);
  const orientation = orientationOf(session.history, cwd) ?? orient(cwd, Date.now());
  const agent = new Agent({
    session,
    newSession: () => newSession(withoutId(choice)),
    openSession: (id) => chooseSession({ ...withoutId(choice), fork: false, resume: id }),
    version,
    cwd,
    model,
    modelNamed: (name) => modelNamed(name, loaded),
    judgeFor: (used) => judgeModel(used, loaded),
    strategyName: request.work?.name ?? config.strategy,
    strategy: request.work?.strategy ?? strategyNamed(config.strategy),
    plans: lazyPlans(cwd, redaction),
    orientation,
    system: systemPrompt({
      orientation,
      instructions: await redaction.text(instructions.text),
      ...(config.systemPrompt === undefined ? {} : { replacement: await redaction.text(config.systemPrompt) }),
      addition: await redaction.text(knowledge.prompt(config.appendSystemPrompt)),
    }),
    redaction,
    knowledge: () => knowledge.loaded(instructions.files),
    newContext: () => new SessionContext(contextSettings(config, redaction, (name) => modelNamed(name, loaded))),
    tools: toolbox.tools,
    ports: toolbox.ports,
    approver,
    limits: limitsOf(config),
    permissionMode: config.permissionMode,
    rules: config.permissions,
    policyFor: (mode, rules) =>
      permissionPolicy({
        mode,
        rules,
        cwd,
        home: environment["HOME"],
        addDirs: config.addDirs,
        trustedPrograms: programs,
        opens: sandbox.opens,
      }),
    ...(config.sessionPersistence && {
      snapshotsOf: (id: string) => keepSnapshots({ stateFolder: places.state, cwd, home: environment["HOME"] }, id),
      undoPlace: { stateFolder: places.state, cwd },
    }),
    retryAttemptsMax: config.retryAttempts,
    ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
    ...(config.outputTokens === undefined ? {} : { outputTokensMax: config.outputTokens }),
    close: toolbox.close,
  });
  return { agent, config, trusted, notices: [...told, ...session.notices, ...instructions.warnings] };
}

async function modelFor(
  request: AssembleRequest,
  loaded: LoadedConfig,
): Promise<{ model: ModelClient; notices: readonly string[] }> {
  const neutral = [{ text: request.cwd, as: "{{cwd}}" }];
  if (request.replay !== undefined) {
    const { replayModel } = await import("../adapters/models/recorded/recorder.ts");
    return { model: await replayModel(request.replay, { neutral }).catch(asBadInput), notices: [] };
  }
  const chosen = request.work?.isModelOptional
    ? { model: lazyModel(async () => (await chooseModel(loaded)).model), notices: [] }
    : await chooseModel(loaded);
  if (request.record === undefined) return chosen;
  const { recordModel } = await import("../adapters/models/recorded/recorder.ts");
  const write = recordingFile(request.record);
  return { ...chosen, model: recordModel(chosen.model, write, { neutral }) };
}

/** The file of a recording, empty at first. @throws {UserError} when it cannot be written */
function recordingFile(path: string): (line: string) => void {
  try {
    writeFileSync(path, "");
  } catch (error) {
    throw new UserError(`--record ${path} cannot be written (${errorText(error)}); give another file.`, EXIT.badInput, {
      cause: error,
    });
  }
  return (line) => appendFileSync(path, line);
}

/** A headless run can note something only where no person is needed for it. */
function mayRemember({ permissionMode, permissions }: LoadedConfig["config"]): boolean {
  return permissionMode === "bypassPermissions" || permissions.allow.some((rule) => /^remember\b/.test(rule));
}

function withoutId({ sessionId: _, resume: __, ...choice }: SessionChoice): SessionChoice {
  return choice;
}

function sessionChoice(
  { cwd, fork, resume, sessionId }: AssembleRequest,
  kept: Pick<SessionChoice, "stateFolder" | "isKept">,
): SessionChoice {
  return {
    ...kept,
    cwd,
    fork,
    ...(resume === undefined ? {} : { resume }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

/** What a session that goes on here was told at its start: the request's first bytes stay those that a provider has cached. */
function orientationOf(history: readonly RecordedEvent[], cwd: string): Orientation | undefined {
  const [start] = history;
  return start?.type === "session-start" && start.orientation?.cwd === cwd ? start.orientation : undefined;
}

function limitsOf(config: Config): RunLimits {
  return {
    stepsMax: config.maxTurns,
    wallTimeMs: config.maxWallTime * 1000,
    tokensMax: config.maxTokens,
    costUsdMax: config.maxCost,
  };
}

/** @throws {UserError} when one is demanded that is not there */
async function openSandbox(
  { sandbox: mode, addDirs, networkHosts }: Config,
  { cwd, environment }: AssembleRequest,
): Promise<SessionSandbox> {
  const sandbox = sessionSandbox({ mode, cwd, addDirs, environment, networkHosts });
  await demandSandbox(mode, sandbox);
  return sandbox;
}

/** A person at the screen is told at once that there is none; elsewhere each command's display says how it ran. */
async function sandboxNotice({ interactive }: AssembleRequest, sandbox: SessionSandbox): Promise<readonly string[]> {
  const notice = interactive ? await sandbox.notice() : undefined;
  return notice === undefined ? [] : [notice];
}

function ignoredNotice({ ignored }: LoadedConfig): readonly string[] {
  if (ignored.length === 0) return [];
  return [
    `${ignored.join(", ")} ${ignored.length === 1 ? "is" : "are"} ignored: this folder is not trusted (--trust for once, \`waymark config trust\` for good).`,
  ];
}

import { closeSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readInstructions } from "../../adapters/instructions/instructions.ts";
import { orient } from "../../adapters/instructions/orientation.ts";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import { errorText } from "../../base/error-text.ts";
import { counted, phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { ModelAbilities } from "../../core/ports/model.ts";
import { keptMode } from "../../core/prompts/mode-news.ts";
import { type Orientation, systemPrompt } from "../../core/prompts/system-prompt.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { Agent } from "../agent.ts";
import { notInInstructions } from "../knowledge/folder-instructions.ts";
import { addedIn } from "../marks/session-marks.ts";
import { asBadInput, type ChosenModel, chooseModel, judgeModel, modelNamed } from "../models/choose-model.ts";
import { costLimitNotice } from "../models/known-price.ts";
import { lazyModel } from "../models/lazy-model.ts";
import { nobodyAnswers } from "../permissions/faces.ts";
import { refusesEdits } from "../permissions/permission-policy.ts";
import { pluginNotices } from "../plugins/plugin-list.ts";
import { sessionRemedies } from "../remedies/open-remedies.ts";
import { writtenBySessions } from "../report/written-by-sessions.ts";
import type { Rooms } from "../rooms.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Environment } from "../settings/locations.ts";
import { openOutput } from "../settings/output-path.ts";
import { strategyNamed } from "../strategies.ts";
import { foundAtOpening } from "../trust/finish-looks.ts";
import type { AgentSession, NamedStrategy } from "./agent-session.ts";
import { chooseSession, lastModelOf, newSession, type SessionChoice, sessionOf } from "./choose-session.ts";
import { recoverAtStart } from "./recover-at-start.ts";

/** What is asked of an agent: which session, which model steps, what kind of work. */
export interface AgentChoice extends SessionChoice {
  /** The file that every model step is written to. */
  readonly record?: string;
  /** A recorded run, played without network. */
  readonly replay?: string;
  /** A person goes on with a session, and finds the plan mode that they left it in. */
  readonly keepsMode?: boolean;
  /** Work of another kind than the strategy of the settings. */
  readonly work?: AgentWork;
}

export interface AgentWork extends NamedStrategy {
  /** The model is chosen only when it is asked. */
  readonly isModelOptional: boolean;
}

export interface StartedAgent {
  readonly agent: Agent;
  /** What a person should be told before the first prompt. */
  readonly notices: readonly Words[];
}

/** An agent on a session of this folder. @throws {UserError} when something must be mended first */
export async function startAgent(rooms: Rooms, choice: AgentChoice): Promise<StartedAgent> {
  const { cwd, places, config, settings } = rooms;
  const place = { stateFolder: places.state, cwd, isKept: config.sessionPersistence };
  const { model, notices } = await modelFor(rooms, choice, () => lastModelOf(place, choice));
  const isChosen = choice.work?.isModelOptional !== true;
  const cost = isChosen ? await costLimitNotice(model.id, settings, rooms.faces) : [];
  await rooms.provenSandbox();
  const recovered = await recoverAtStart(places.state, cwd);
  const session = chooseSession(place, choice);
  let agent: Agent | undefined;
  // A start that is refused below leaves nothing open.
  rooms.onClose(() => (agent === undefined ? session.close() : undefined));
  const added = addedIn(session.history, rooms.seal);
  const told = [
    ...foundAtOpening(cwd),
    ...writtenBySessions(rooms),
    ...notices,
    ...cost,
    ...[...added.others, ...rooms.added.useSession(added.own)].map(goneNotice),
    ...recovered,
    ...(await sandboxNotice(rooms)),
    ...pluginNotices(places),
    ...ignoredNotice(settings),
    ...settings.passedOver,
  ];
  const knowledge = await rooms.knowledge();
  const toolbox = await rooms.tools(join(sessionFolder(places.state, cwd), session.id));
  const whyNot = await notInInstructions(cwd, config.permissions);
  const instructions = readInstructions({
    cwd,
    configFolder: places.config,
    sharedFolders: sharedFolders(settings.environment),
    sources: rooms.settingSources,
    whyNot,
  });
  const orientation = orientationOf(session.history, cwd) ?? (await withoutSecrets(rooms, orient(cwd, Date.now())));
  const telemetry = await rooms.telemetry();
  agent = new Agent(rooms, {
    session,
    sessions: {
      create: () => newSession(place),
      copy: (eventsOf) => sessionOf(place, eventsOf),
      open: (id) => chooseSession(place, { resume: id }),
    },
    model,
    models: { named: (name) => modelNamed(name, settings), judgeOf: (used) => judgeModel(used, settings) },
    work: choice.work ?? { name: config.strategy, strategy: strategyNamed(config.strategy) },
    modeOf: choice.keepsMode && !isSaidNow(settings) ? keptMode : () => undefined,
    orientation,
    ...(await systemTexts(rooms, orientation, instructions.text, model.abilities)),
    instructionFiles: instructions.files,
    notInInstructions: whyNot,
    knowledge,
    toolbox,
    agents: await rooms.agents(),
    ...(telemetry === undefined ? {} : { telemetry }),
    ...sessionRemedies(rooms, choice),
  });
  const made = agent;
  rooms.onClose(() => made.close());
  return { agent: made, notices: [...told, ...session.notices, ...instructions.warnings, ...knowledge.warnings()] };
}

/** A flag or a variable is of this start; a file was there before the person chose another mode. */
const isSaidNow = ({ sources: { permissionMode = "" } }: LoadedConfig): boolean =>
  /^(?:flag|environment) /.test(permissionMode);

/** Where a person tells every agent the same. */
function sharedFolders({ HOME, XDG_CONFIG_HOME }: Environment): readonly string[] {
  if (!HOME) return [];
  return [join(HOME, ".agents"), XDG_CONFIG_HOME?.startsWith("/") ? XDG_CONFIG_HOME : join(HOME, ".config")];
}

/** The same, where a name or a branch holds a secret. */
async function withoutSecrets({ redaction }: Rooms, orientation: Orientation): Promise<Orientation> {
  const { entries, branch } = orientation;
  return {
    ...orientation,
    entries: await Promise.all(entries.map(redaction.text)),
    ...(branch === undefined ? {} : { branch: await redaction.text(branch) }),
  };
}

/** What every request begins with, without secrets. */
async function systemTexts(
  rooms: Rooms,
  orientation: Orientation,
  instructionText: string,
  { toolSet }: ModelAbilities,
): Promise<Pick<AgentSession, "system" | "systemParts">> {
  const { config, redaction } = rooms;
  const knowledge = await rooms.knowledge();
  const instructions = await redaction.text(instructionText);
  const told = await redaction.text(knowledge.prompt(config.appendSystemPrompt));
  const addition = [told, ...leaveText(rooms)].filter((text) => text !== "").join("\n\n");
  const system = systemPrompt({
    ...{ orientation, instructions, addition },
    ...(config.systemPrompt === undefined ? {} : { replacement: await redaction.text(config.systemPrompt) }),
    ...(toolSet === undefined ? {} : { toolSet }),
  });
  return {
    system,
    systemParts: [
      { name: "instructions", text: instructions.trim() },
      { name: "skills and notes", text: addition.trim() },
    ],
  };
}

/** Said at once, so that no model tries and fails. */
function leaveText({ config: { permissionMode: mode, permissions: rules }, faces }: Rooms): readonly string[] {
  if (!nobodyAnswers(faces) || !refusesEdits(mode, { isAlone: true, rules })) return [];
  return ["Nobody can be asked here, and no file may be changed: answer, or say what is to be changed."];
}

async function modelFor(rooms: Rooms, request: AgentChoice, usedLast: () => string | undefined): Promise<ChosenModel> {
  const { cwd, settings } = rooms;
  const neutral = [{ text: cwd, as: "{{cwd}}" }];
  if (request.replay !== undefined) {
    const { replayModel } = await import("../../adapters/models/recorded/recorder.ts");
    return { model: await replayModel(request.replay, { neutral }).catch(asBadInput), notices: [] };
  }
  const chosen = request.work?.isModelOptional
    ? { model: lazyModel(async () => (await chooseModel(settings)).model), notices: [] }
    : await chooseModel(settings, { usedLast });
  if (request.record === undefined) return chosen;
  const { recordModel } = await import("../../adapters/models/recorded/recorder.ts");
  const file = recordingFile(request.record, cwd);
  rooms.onClose(() => closeSync(file));
  const write = (line: string): void => writeFileSync(file, line);
  return { ...chosen, model: recordModel(chosen.model, write, { neutral }) };
}

/** The file of a recording, opened anew. @throws {UserError} when it cannot be written */
function recordingFile(path: string, cwd: string): number {
  try {
    return openOutput(path, [resolve("."), cwd]);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      phrase`--record ${path} cannot be written (${errorText(error)}); give another file.`,
      EXIT.badInput,
      {
        cause: error,
      },
    );
  }
}

/** What a session that goes on here was told at its start: the request's first bytes stay those that a provider has cached. */
function orientationOf(history: readonly RecordedEvent[], cwd: string): Orientation | undefined {
  const [start] = history;
  return start?.type === "session-start" && start.orientation?.cwd === cwd ? start.orientation : undefined;
}

/** A person at the screen is told at once that there is none; elsewhere each command's display says how it ran. */
async function sandboxNotice({ faces, sandbox }: Rooms): Promise<readonly Words[]> {
  const notice = faces.isInteractive ? await sandbox.notice() : undefined;
  return notice === undefined ? [] : [notice];
}

const goneNotice = (folder: string): Words =>
  phrase`${folder} was added to this session, and is there no more or was not added by you; \`/add-dir FOLDER\` adds one.`;

function ignoredNotice({ ignored }: Rooms["settings"]): readonly Words[] {
  if (ignored.length === 0) return [];
  return [
    counted(
      ignored.length,
      phrase`${ignored.join(", ")} is ignored: this folder is not trusted (--trust for once, \`waymark config trust\` for good).`,
      phrase`${ignored.join(", ")} are ignored: this folder is not trusted (--trust for once, \`waymark config trust\` for good).`,
    ),
  ];
}

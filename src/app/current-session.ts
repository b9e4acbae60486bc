import { planOf } from "../core/context/compaction-record.ts";
import { SessionContext } from "../core/context/context-keeper.ts";
import { BACKGROUND_TOPIC } from "../core/loop/told-between.ts";
import type { Processes } from "../core/ports/processes.ts";
import type { AgentEvent, RecordedEvent } from "../core/protocol/event.ts";
import { type Recording, record } from "../core/record.ts";
import type { AgentDesk } from "./agents/agent-desk.ts";
import { contextSettings } from "./context/context-settings.ts";
import { lostCommands } from "./live/lost-commands.ts";
import { UndoNews } from "./live/undo-news.ts";
import { SessionMarks } from "./marks/session-marks.ts";
import type { Rooms } from "./rooms.ts";
import type { AgentSession } from "./session/agent-session.ts";
import { type ClosableSnapshots, sessionSnapshots } from "./session/keep-snapshots.ts";
import type { SessionHandle } from "./session/session-handle.ts";
import type { UndoPlace } from "./session/undo.ts";

export interface SessionCommands extends Pick<Processes, "list" | "stop" | "toBackground"> {
  /** Ends those in the background, as the end of the session does, and tells what they did. */
  end(): AsyncGenerator<AgentEvent, void>;
}

/** The session that an agent is in: its log, and what belongs to it alone and is exchanged with it. */
export class CurrentSession {
  readonly handle: SessionHandle;
  /** What a person has settled for it: folders, a goal. */
  readonly marks: SessionMarks;
  readonly context: SessionContext;
  /** Those that were given work in it. */
  readonly desk: AgentDesk;
  readonly #rooms: Rooms;
  readonly #made: AgentSession;
  readonly #undoNews: UndoNews;
  #lost: readonly string[];
  readonly #untold: string[] = [];
  #snapshots: ClosableSnapshots | undefined;

  constructor(rooms: Rooms, made: AgentSession, handle: SessionHandle, desk: AgentDesk) {
    const { added, redaction, config } = rooms;
    const { history } = handle;
    this.#rooms = rooms;
    this.#made = made;
    this.handle = handle;
    this.marks = new SessionMarks(
      {
        history,
        append: async (event) => this.append(await redaction.recorded(event)),
      },
      added,
      rooms.seal,
    );
    this.context = new SessionContext(contextSettings(config, redaction, made.models.named));
    this.desk = desk;
    const { id: sessionId, folder } = handle;
    this.#lost = lostCommands(history, made.toolbox.ports.processes.list());
    this.#undoNews = new UndoNews({ stateFolder: rooms.places.state, cwd: rooms.cwd, sessionId, folder, history });
    // The list of things to do is the session's: a resumed one has its own again.
    made.toolbox.ports.todos.replace(planOf(history));
  }

  get recording(): Recording {
    const { log, history } = this.handle;
    return { log, history, redaction: this.#rooms.redaction };
  }

  /** What calls change is kept there, so that it can be taken back; undefined where nothing is kept. */
  get snapshots(): ClosableSnapshots | undefined {
    this.#snapshots ??= sessionSnapshots(this.#rooms, this.handle.id);
    return this.#snapshots;
  }

  get undoPlace(): UndoPlace {
    const { places, config, cwd } = this.#rooms;
    return { stateFolder: places.state, cwd, session: this.handle.id, isKept: config.sessionPersistence };
  }

  /** What has happened outside to what its model knows, each once. */
  async news(): Promise<readonly string[]> {
    const lost = this.#lost;
    this.#lost = [];
    return [...lost, ...(await this.#undoNews.take())];
  }

  /** What commands of the background did to what starts programs: for the person as well, and for who takes changes back. */
  async notices(): Promise<readonly string[]> {
    const taken = this.#made.toolbox.ports.processes.takeNotices();
    for (const { command, text } of taken) await this.snapshots?.note(`in the background: ${command}`, text);
    return taken.map(({ id, command, text }) => `${id} (${oneLine(command)}): ${text}`);
  }

  get commands(): SessionCommands {
    return { ...this.#made.toolbox.ports.processes, end: () => this.#endCommands() };
  }

  #endCommands(): AsyncGenerator<AgentEvent, void> {
    const told = async function* (session: CurrentSession): AsyncGenerator<AgentEvent, void> {
      await session.#made.toolbox.ports.processes.endBackground();
      for (const text of await session.notices()) yield { type: "note", topic: BACKGROUND_TOPIC, text };
    };
    return record(() => told(this), this.recording);
  }

  /** Writes its first event. */
  async start(): Promise<void> {
    await this.append(this.firstEvent(this.handle));
  }

  /** Of this session, or of another one of the same folder. */
  firstEvent({ id: sessionId, parentId, name }: Pick<SessionHandle, "id" | "parentId" | "name">): RecordedEvent {
    const { cwd, version } = this.#rooms;
    return {
      type: "session-start",
      ...{ sessionId, cwd, version, orientation: this.#made.orientation },
      ...(parentId ? { parentId } : {}),
      ...(name === undefined ? {} : { name }),
    };
  }

  /** What the log says of itself meanwhile goes along with the next events, see {@link takeUntold}. */
  async append(event: RecordedEvent): Promise<void> {
    const notice = await this.handle.log.append(event);
    if (notice !== undefined) this.#untold.push(notice);
    this.handle.history.push(event);
  }

  /** That the log cannot be written, or can again. */
  takeUntold(): readonly AgentEvent[] {
    return this.#untold.splice(0).map((text) => ({ type: "status", text, stays: true }));
  }

  /** A new session that has begun with these events; with none it is yet to begin. @throws {UserError} when it cannot be written */
  copyOf(events: readonly RecordedEvent[]): SessionHandle {
    const { create, copy } = this.#made.sessions;
    const parentId = this.handle.id;
    return events.length === 0
      ? { ...create(), parentId }
      : copy((id) => [this.firstEvent({ id, parentId }), ...events]);
  }

  /** Those that were given work, and the commands in the background; what nobody has asked for is in the log then. */
  async endWork(): Promise<void> {
    await this.desk.close();
    await Array.fromAsync(this.#endCommands());
  }

  /** Its log, its context and its snapshots; those that were given work go on. */
  async close(): Promise<void> {
    const kept = this.#snapshots;
    this.#snapshots = undefined;
    this.context.close();
    // At once: whoever leaves it may come back to it with the next key.
    this.handle.close();
    await kept?.close();
  }
}

const COMMAND_CHARS_MAX = 200;

function oneLine(command: string): string {
  const line = command.replace(/\s+/g, " ").trim();
  return line.length <= COMMAND_CHARS_MAX ? line : `${line.slice(0, COMMAND_CHARS_MAX)} …`;
}

import { planOf } from "../core/context/compaction-record.ts";
import { SessionContext } from "../core/context/context-keeper.ts";
import type { RecordedEvent } from "../core/protocol/event.ts";
import type { Recording } from "../core/record.ts";
import type { AgentDesk } from "./agents/agent-desk.ts";
import { contextSettings } from "./context/context-settings.ts";
import { lostCommands } from "./live/lost-commands.ts";
import { UndoNews } from "./live/undo-news.ts";
import { SessionMarks } from "./marks/session-marks.ts";
import { UnsentTexts } from "./marks/unsent-texts.ts";
import type { Rooms } from "./rooms.ts";
import type { AgentSession } from "./session/agent-session.ts";
import { type ClosableSnapshots, sessionSnapshots } from "./session/keep-snapshots.ts";
import type { SessionHandle } from "./session/session-handle.ts";
import type { UndoPlace } from "./session/undo.ts";

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
        unsent: new UnsentTexts(handle, redaction),
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

  /** Writes its first event. */
  async start(): Promise<void> {
    const { id: sessionId, parentId, name } = this.handle;
    const { cwd, version } = this.#rooms;
    await this.append({
      type: "session-start",
      ...{ sessionId, cwd, version, orientation: this.#made.orientation },
      ...(parentId ? { parentId } : {}),
      ...(name === undefined ? {} : { name }),
    });
  }

  async append(event: RecordedEvent): Promise<void> {
    await this.handle.log.append(event);
    this.handle.history.push(event);
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

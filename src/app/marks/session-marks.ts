import { isObject } from "../../base/is-object.ts";
import { type Goal, goalIn, goalNote, pursuedIn } from "../../core/goal.ts";
import type { PermissionMode } from "../../core/permissions/decide.ts";
import type { Seal } from "../../core/plan/plan-store.ts";
import type { NoteEvent } from "../../core/ports/hooks.ts";
import { modeNote } from "../../core/prompts/mode-news.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { AddedFolders } from "./added-folders.ts";

const FOLDER_TOPIC = "added-folder";

/**
 * The folders that were added to the session of this log: by this person, and by anybody else, whose log came along from elsewhere.
 */
export function addedIn(
  history: readonly RecordedEvent[],
  seal: Seal,
): { readonly own: readonly string[]; readonly others: readonly string[] } {
  const named = history.flatMap((event) =>
    event.type === "note" && event.topic === FOLDER_TOPIC && isObject(event.detail) ? [event.detail] : [],
  );
  const added = named.flatMap(({ folder, seal: given }) =>
    typeof folder === "string" ? [{ folder, isOwn: given === sealOf(folder, seal) }] : [],
  );
  const { own = [], others = [] } = Object.groupBy(added, ({ isOwn }) => (isOwn ? "own" : "others"));
  return { own: own.map(({ folder }) => folder), others: others.map(({ folder }) => folder) };
}

const sealOf = (folder: string, seal: Seal): string => seal(JSON.stringify([FOLDER_TOPIC, folder]));

export interface MarkedSession {
  readonly history: readonly RecordedEvent[];
  append(event: RecordedEvent): Promise<void>;
}

/**
 * What a person has settled for a session beside its prompts: folders that were added, a goal, a mode. Its log keeps them, so that whoever goes
 * on with it has them again; a session that nothing was asked in yet has no log, and gets them with its first prompt.
 */
export class SessionMarks {
  readonly #session: MarkedSession;
  readonly #added: AddedFolders;
  readonly #seal: Seal;
  #waiting: NoteEvent[] = [];
  #goal: string | undefined;
  /** So much of the log was looked through for it. */
  #seenCount = 0;

  constructor(session: MarkedSession, added: AddedFolders, seal: Seal) {
    this.#session = session;
    this.#added = added;
    this.#seal = seal;
  }

  /** Folders that are worked in beside the working folder. */
  get folders(): readonly string[] {
    return this.#added.now;
  }

  /** What the session works towards. */
  get goal(): string | undefined {
    const { history } = this.#session;
    for (const event of [...history.slice(this.#seenCount), ...this.#waiting]) {
      const goal = goalIn(event);
      if (goal !== undefined) this.#goal = pursuedIn(goal);
    }
    this.#seenCount = history.length;
    return this.#goal;
  }

  /** @returns its real path @throws {UserError} when it cannot be worked in */
  async addFolder(typed: string): Promise<string> {
    const folder = this.#added.add(typed);
    await this.#keep({
      type: "note",
      topic: FOLDER_TOPIC,
      text: "",
      detail: { folder, seal: sealOf(folder, this.#seal) },
    });
    return folder;
  }

  /** Undefined drops the one that there is. */
  async setGoal(text: string | undefined): Promise<void> {
    const goal: Goal = text === undefined ? { text: this.goal ?? "", state: "cleared" } : { text, state: "set" };
    await this.#keep(goalNote(goal));
  }

  /** What it goes on in, whatever its model was told of it yet. That the log cannot be written is said with its next event. */
  noteMode(mode: PermissionMode): void {
    this.#keep(modeNote(mode)).catch(() => {});
  }

  /** The session has begun: what waited for it is written. */
  async flush(): Promise<void> {
    for (const note of this.#waiting.splice(0)) await this.#session.append(note);
  }

  async #keep(note: NoteEvent): Promise<void> {
    if (this.#session.history.length === 0) this.#waiting.push(note);
    else await this.#session.append(note);
  }
}

import { keepUnsent, readUnsent } from "../../adapters/sessions/unsent-texts.ts";
import { errorCode } from "../../base/error-text.ts";
import type { Rooms } from "../rooms.ts";
import type { SessionHandle } from "../session/session-handle.ts";

/** What a person typed that nobody has read yet, kept beside the log for when they come back, also after a kill. */
export class UnsentTexts {
  readonly #session: Pick<SessionHandle, "folder" | "history">;
  readonly #redaction: Rooms["redaction"];
  #latest: readonly string[] = [];
  #written: readonly string[] | undefined;
  #writing: Promise<boolean> = Promise.resolve(true);

  constructor(session: Pick<SessionHandle, "folder" | "history">, redaction: Rooms["redaction"]) {
    this.#session = session;
    this.#redaction = redaction;
  }

  /** In place of what was kept before. @returns false where the session itself is not kept, or the disk takes nothing */
  async keep(texts: readonly string[]): Promise<boolean> {
    const { folder, history } = this.#session;
    if (folder === undefined || history.length === 0) return false;
    this.#latest = texts;
    this.#writing = this.#writing.then(() => this.#write(folder));
    return this.#writing;
  }

  /** The oldest first. */
  read(): readonly string[] {
    return this.#session.folder === undefined ? [] : readUnsent(this.#session.folder);
  }

  async #write(folder: string): Promise<boolean> {
    const texts = this.#latest;
    if (texts === this.#written) return true;
    try {
      keepUnsent(folder, await Promise.all(texts.map((text) => this.#redaction.text(text))));
      this.#written = texts;
      return true;
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return false;
    }
  }
}

import { keepUnsent, takeUnsent } from "../../adapters/sessions/unsent-texts.ts";
import type { Rooms } from "../rooms.ts";
import type { SessionHandle } from "../session/session-handle.ts";

/** What a person typed that nobody had read when they left, kept beside the log for when they come back. */
export class UnsentTexts {
  readonly #session: Pick<SessionHandle, "folder" | "history">;
  readonly #redaction: Rooms["redaction"];

  constructor(session: Pick<SessionHandle, "folder" | "history">, redaction: Rooms["redaction"]) {
    this.#session = session;
    this.#redaction = redaction;
  }

  /** @returns false where the session itself is not kept */
  async keep(texts: readonly string[]): Promise<boolean> {
    const { folder, history } = this.#session;
    if (folder === undefined || history.length === 0) return false;
    keepUnsent(folder, await Promise.all(texts.map((text) => this.#redaction.text(text))));
    return true;
  }

  /** The oldest first, and once. */
  take(): readonly string[] {
    return this.#session.folder === undefined ? [] : takeUnsent(this.#session.folder);
  }
}

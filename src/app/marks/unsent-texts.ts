import { keepUnsent, readUnsent } from "../../adapters/sessions/unsent-texts.ts";
import { errorCode } from "../../base/error-text.ts";
import type { Rooms } from "../rooms.ts";
import type { SessionHandle } from "../session/session-handle.ts";

/**
 * What a person typed that nobody has read yet, kept beside a log for when they come back, also after a kill. It goes with them from session to
 * session and lies in one place at a time: beside the log that they are in, and of one that has not begun beside the one before.
 */
export class UnsentTexts {
  readonly #redaction: Rooms["redaction"];
  /** Beside the log of the session that they are in, or were in before one that has not begun. */
  #folder: string | undefined;
  /** Of a session that has not begun. */
  #next: string | undefined;
  /** What lay there, and nobody has taken yet; undefined: nobody has looked. */
  #offered: readonly string[] | undefined;
  #latest: readonly string[] = [];
  #written: readonly string[] = [];
  /** Each text is masked once, however often the others change. */
  #masked: ReadonlyMap<string, string> = new Map();
  #writing: Promise<boolean> = Promise.resolve(true);

  constructor(redaction: Rooms["redaction"]) {
    this.#redaction = redaction;
  }

  /** Another session is gone on with, or one that is to begin. */
  enter({ folder, history }: Pick<SessionHandle, "folder" | "history">): void {
    this.#next = folder;
    if (history.length > 0) this.begin();
  }

  /** It has begun: from now on it is found again. */
  begin(): void {
    const [from, folder] = [this.#folder, this.#next];
    if (folder === undefined || folder === from) return;
    this.#folder = folder;
    this.#offered = undefined;
    if (this.#latest.length === 0 && this.#written.length === 0) return;
    void this.#enqueue(async () => {
      const isKept = await this.#write();
      // In both for a moment rather than in none.
      if (isKept && from !== undefined) keepUnsent(from, []);
      return isKept;
    });
  }

  /** What was kept there when it was left, the oldest first: from now on it is whoever takes it that keeps it. */
  takeOffered(): readonly string[] {
    const offered = this.#whatLies();
    this.#offered = [];
    return offered;
  }

  /** In place of what was kept before. @returns false where no session is kept, none has begun, or the disk takes nothing */
  async keep(texts: readonly string[]): Promise<boolean> {
    this.#latest = texts;
    return this.#enqueue(async () => texts !== this.#latest || this.#write());
  }

  #whatLies(): readonly string[] {
    this.#offered ??= this.#folder === undefined ? [] : readUnsent(this.#folder);
    return this.#offered;
  }

  #enqueue(work: () => Promise<boolean>): Promise<boolean> {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      if (errorCode(error) === undefined) throw error;
      return false;
    });
    return this.#writing;
  }

  async #write(): Promise<boolean> {
    const [folder, texts] = [this.#folder, [...this.#whatLies(), ...this.#latest]];
    if (folder === undefined) return false;
    const masked = new Map<string, string>();
    for (const text of texts) masked.set(text, this.#masked.get(text) ?? (await this.#redaction.text(text)));
    this.#masked = masked;
    keepUnsent(
      folder,
      [...texts].map((text) => masked.get(text) ?? ""),
    );
    this.#written = texts;
    return true;
  }
}

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { realOr } from "../../adapters/inside.ts";
import { makeFolder } from "../../adapters/make-folder.ts";
import type { UndosMade } from "../../adapters/snapshots/undos-made.ts";
import { errorCode } from "../../base/error-text.ts";
import { touchedPaths } from "../../core/permissions/accesses.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { snapshotFolder } from "../session/snapshot-folder.ts";

/** More are not named. */
const PATHS_TOLD_MAX = 50;

export interface UndoNewsPlace {
  readonly stateFolder: string;
  /** Absolute and real. */
  readonly cwd: string;
  readonly sessionId: string;
  /** What belongs to the session beside its log; absent where nothing of it is kept. */
  readonly folder?: string | undefined;
  /** The log of the session, which grows. */
  readonly history: readonly RecordedEvent[];
}

/** Tells a session's model once what undos, by whomever, have made otherwise of what it knows, also while the session was closed. */
export class UndoNews {
  readonly #place: UndoNewsPlace;
  #undos: UndosMade | undefined;
  /** The folder had no snapshots at the first look: whatever is undone there is news. */
  #isFirst = true;

  constructor(place: UndoNewsPlace) {
    this.#place = place;
  }

  /** @returns a text for the model, or none */
  async take(): Promise<readonly string[]> {
    const undos = await this.#open();
    if (undos === undefined) return [];
    const before = undos.knownId;
    const paths = undos.take(() => seenPaths(this.#place));
    if (undos.knownId !== before) this.#note(undos.knownId);
    return paths.length === 0 ? [] : [undoneText(paths)];
  }

  async #open(): Promise<UndosMade | undefined> {
    const { stateFolder, cwd, sessionId, folder } = this.#place;
    if (folder === undefined || this.#undos !== undefined) return this.#undos;
    const snapshots = snapshotFolder(stateFolder, cwd);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!existsSync(snapshots)) return undefined;
    const { UndosMade } = await import("../../adapters/snapshots/undos-made.ts");
    const watch = { folder: snapshots, root: cwd, sessionId, knownId: this.#known() };
    this.#undos = new UndosMade({ ...watch, fromStart: !isFirst });
    return this.#undos;
  }

  #known(): number {
    try {
      return Number.parseInt(readFileSync(this.#file, "utf8"), 10) || 0;
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return 0;
    }
  }

  /** Where it cannot be noted it is told again when the session goes on. */
  #note(id: number): void {
    try {
      makeFolder(dirname(this.#file), { mode: 0o700 });
      writeFileSync(this.#file, `${id}\n`, { mode: 0o600 });
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
    }
  }

  get #file(): string {
    return join(this.#place.folder ?? "", "undo-told");
  }
}

/** What calls of the session have declared to read or write, absolute: as it is written, and where links lead, as checkpoints name it. */
function seenPaths({ history, cwd }: UndoNewsPlace): ReadonlySet<string> {
  const declared = history.flatMap((event) => (event.type === "call-start" ? touchedPaths(event.accesses) : []));
  return new Set(
    declared.flatMap((path) => {
      const absolute = resolve(cwd, path);
      // Of what an undo has taken away the folder alone still leads somewhere.
      return [absolute, realOr(absolute), join(realOr(dirname(absolute)), basename(absolute))];
    }),
  );
}

function undoneText(paths: readonly string[]): string {
  const shown = paths.slice(0, PATHS_TOLD_MAX).join(", ");
  const more = paths.length > PATHS_TOLD_MAX ? ` and ${paths.length - PATHS_TOLD_MAX} more` : "";
  return `The user has undone or redone changes, which has put back these paths: ${shown}${more}. Read them again before you go on with them.`;
}

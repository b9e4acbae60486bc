import type { PlannedFile } from "./edit-plan.ts";
import type { FileEdit, FileState } from "./model.ts";

/** The files as the sections so far have made them. */
export class DraftFiles {
  readonly #states: ReadonlyMap<string, FileState>;
  readonly #drafts = new Map<string, Uint8Array | null>();
  readonly #flags = new Map<string, Pick<PlannedFile, "executable" | "movedFrom">>();
  /** Paths that a section moves away, so that another may take their name. */
  readonly vacated: ReadonlySet<string>;
  /** The sections are about files of more than one name. */
  readonly nameSeveral: boolean;

  constructor(states: ReadonlyMap<string, FileState>, sections: readonly FileEdit[], vacated: ReadonlySet<string>) {
    this.#states = states;
    this.vacated = vacated;
    this.nameSeveral = new Set(sections.map((section) => section.names[0])).size > 1;
  }

  state(path: string): FileState {
    const draft = this.#drafts.get(path);
    if (draft === undefined) return this.original(path);
    return draft === null ? { kind: "missing" } : { kind: "file", bytes: draft };
  }

  original(path: string): FileState {
    return this.#states.get(path) ?? { kind: "missing" };
  }

  isDrafted(path: string): boolean {
    return this.#drafts.has(path);
  }

  /** @param flags  of a file that comes to be here; absent: those that a section before gave it */
  set(path: string, bytes: Uint8Array | null, flags?: Pick<PlannedFile, "executable" | "movedFrom">): void {
    this.#drafts.set(path, bytes);
    if (bytes === null) this.#flags.delete(path);
    else if (flags !== undefined) this.#flags.set(path, flags);
  }

  planned(): PlannedFile[] {
    const files: PlannedFile[] = [];
    for (const [path, after] of this.#drafts) {
      const original = this.original(path);
      const before = original.kind === "file" ? original.bytes : null;
      if (before === after || (before !== null && after !== null && areEqual(before, after))) continue;
      files.push({ path, before, after, ...this.#flags.get(path) });
    }
    return files;
  }
}

export const areEqual = (first: Uint8Array, second: Uint8Array): boolean =>
  first.length === second.length && first.every((byte, at) => byte === second[at]);

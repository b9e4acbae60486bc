import fc from "fast-check";
import { expect, test } from "vitest";
import { type Checkpoint, type FileState, lastCalls, lastUndo, planUndo } from "./undo.ts";

const state = (hash: string): FileState => ({ kind: "file", mode: 0o644, hash, sizeBytes: 1 });

/** Files and what was done to them, as a session keeps it. */
class Folder {
  readonly files = new Map<string, FileState | null>();
  readonly log: Checkpoint[] = [];

  write(path: string): void {
    const after = state(`call ${this.log.length + 1}`);
    this.#add({ title: `write ${path}`, changes: [{ path, before: this.files.get(path) ?? null, after }] });
  }

  /** @returns whether there was something to take back */
  takeBack(chosen: readonly Checkpoint[]): boolean {
    const { steps, conflicts } = planUndo(chosen, this.files, { force: false });
    expect(conflicts).toEqual([]);
    if (chosen.length === 0) return false;
    const changes = steps.map(({ path, from, to }) => ({ path, before: from, after: to }));
    this.#add({ title: "undo", changes, undoes: chosen.map(({ id }) => id) });
    return true;
  }

  #add(checkpoint: Omit<Checkpoint, "id" | "at">): void {
    for (const { path, after } of checkpoint.changes) this.files.set(path, after);
    this.log.push({ ...checkpoint, id: this.log.length + 1, at: "" });
  }

  get seen(): string {
    return JSON.stringify([...this.files].filter(([, file]) => file !== null).sort());
  }
}

test("each redo brings the state back that the undo before it took, whatever was undone and redone in between", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("write" as const), path: fc.constantFrom("a", "b", "c") }),
    fc.record({ kind: fc.constant("undo" as const), steps: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant("redo" as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const folder = new Folder();
      let undone: string[] = [];
      for (const one of steps) {
        const before = folder.seen;
        if (one.kind === "write") {
          folder.write(one.path);
          undone = [];
        }
        if (one.kind === "undo" && folder.takeBack(lastCalls(folder.log, one.steps))) undone.push(before);
        if (one.kind === "redo" && undone.length > 0) {
          const undo = lastUndo(folder.log);
          folder.takeBack(undo ? [undo] : []);
          expect(folder.seen).toBe(undone.pop());
        }
      }
    }),
  );
});

import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileChange, FileStat, Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { bytesIfThere, isSha256, readIfThere, writeInto } from "./write-safely.ts";

/** One file of a commit: its SHA-256 before and after; null means that there is none. */
interface FileNote {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * A workspace that notes each commit, with the bytes it replaces, before it is made. Where notes are there already, the
 * tool is shown the files as they were then, so that it makes the same changes again; those that are on disk are left
 * as they are, the others are made now.
 * @param undecide  called when files are neither as before nor as after
 */
export function recordedWorkspace(
  inner: Workspace,
  folder: string,
  undecide: (why: string) => ToolFailure,
  progress: { commits: number } = { commits: 0 },
): Workspace {
  const notes = new CommitNotes(inner, folder, undecide);
  const earlier = (path: string) => notes.earlier(path, progress.commits);
  return {
    ...inner,
    allowing: (...call) => recordedWorkspace(inner.allowing(...call), folder, undecide, progress),
    async stat(path): Promise<FileStat | undefined> {
      const known = earlier(path);
      if (known === undefined) return inner.stat(path);
      return known.bytes === null ? undefined : { kind: "file", sizeBytes: known.bytes.length, modifiedMs: 0 };
    },
    async readBytes(path, range) {
      const known = earlier(path);
      if (known === undefined) return inner.readBytes(path, range);
      if (known.bytes === null) throw new ToolFailure(`${inner.show(path)} does not exist.`);
      return range === undefined ? known.bytes : known.bytes.subarray(range.offset, range.offset + range.length);
    },
    async commit(changes, signal) {
      const index = progress.commits++;
      const noted = notes.of(index);
      if (noted === undefined) await notes.write(changes, index);
      // Lets the commit itself mend what it left half done, before anything is compared.
      else await inner.commit([]);
      const left = noted === undefined ? changes : await notes.missing(changes, noted);
      if (left.length > 0) await inner.commit(left, signal);
    },
  };
}

/** What is noted of the commits of one call, in its folder. */
class CommitNotes {
  readonly #inner: Workspace;
  readonly #folder: string;
  readonly #undecide: (why: string) => ToolFailure;

  constructor(inner: Workspace, folder: string, undecide: (why: string) => ToolFailure) {
    this.#inner = inner;
    this.#folder = folder;
    this.#undecide = undecide;
  }

  of(index: number): readonly FileNote[] | undefined {
    const text = readIfThere(this.#file(index));
    return text === undefined ? undefined : (JSON.parse(text) as readonly FileNote[]);
  }

  /** How the file was before the next noted commit, from an index on, that has it; undefined when none has. */
  earlier(path: string, from: number): { readonly bytes: Uint8Array | null } | undefined {
    if (!existsSync(this.#folder)) return undefined;
    const shown = this.#inner.show(path);
    for (let index = from; ; index++) {
      const notes = this.of(index);
      if (notes === undefined) return undefined;
      const note = notes.find((one) => one.path === shown);
      if (note) return { bytes: note.before === null ? null : this.#before(note.before) };
    }
  }

  /** @throws {ToolFailure} where it is not there as it was noted */
  #before(sha256: string): Uint8Array {
    const bytes = isSha256(sha256) ? bytesIfThere(this.#blob(sha256)) : undefined;
    if (bytes === undefined) throw this.#undecide("what it had begun to change was not kept");
    return bytes;
  }

  async write(changes: readonly FileChange[], index: number): Promise<void> {
    const notes: FileNote[] = [];
    for (const { path, after } of afterStates(changes, this.#inner)) {
      const stat = await this.#inner.stat(path);
      const bytes = stat?.kind === "file" ? await this.#inner.readBytes(path) : undefined;
      const before = bytes === undefined ? null : hash("sha256", bytes);
      if (bytes !== undefined && before !== null) writeInto(this.#blob(before), bytes);
      notes.push({ path, before, after: after === null ? null : hash("sha256", after) });
    }
    writeInto(this.#file(index), JSON.stringify(notes));
  }

  /** The changes of a noted commit that are not on disk yet. */
  async missing(changes: readonly FileChange[], notes: readonly FileNote[]): Promise<readonly FileChange[]> {
    const wanted = afterStates(changes, this.#inner);
    if (!areNoted(wanted, notes)) throw this.#undecide("what it would change now is not what it had begun to change");
    const left: FileNote[] = [];
    for (const one of notes) {
      const current = await this.#currentHash(one.path);
      if (current === one.after) continue;
      if (current !== one.before) throw this.#undecide(`${one.path} has been changed by someone else since`);
      left.push(one);
    }
    if (left.length === notes.length) return changes;
    return left.flatMap(({ path, before }): FileChange[] => {
      const after = wanted.find((one) => one.path === path)?.after;
      if (after) return [{ kind: "write", path, bytes: after, expected: before }];
      return before === null ? [] : [{ kind: "delete", path, expected: before }];
    });
  }

  async #currentHash(path: string): Promise<string | null> {
    const stat = await this.#inner.stat(path);
    return stat?.kind === "file" ? hash("sha256", await this.#inner.readBytes(path)) : null;
  }

  #file(index: number): string {
    return join(this.#folder, `commit-${index}.json`);
  }

  #blob(hash: string): string {
    return join(this.#folder, `bytes-${hash}`);
  }
}

function areNoted(wanted: ReturnType<typeof afterStates>, notes: readonly FileNote[]): boolean {
  if (wanted.length !== notes.length) return false;
  return wanted.every(({ path, after }, index) => {
    const known = notes[index];
    return known?.path === path && known.after === (after === null ? null : hash("sha256", after));
  });
}

interface AfterState {
  readonly path: string;
  readonly after: Uint8Array | null;
}

/** How each file of a change is to be; a move is two of them. */
function afterStates(changes: readonly FileChange[], workspace: Workspace): readonly AfterState[] {
  return changes.flatMap((change) => afterStatesOf(change, workspace));
}

function afterStatesOf(change: FileChange, { show }: Workspace): readonly AfterState[] {
  switch (change.kind) {
    case "write":
      return [{ path: show(change.path), after: change.bytes }];
    case "delete":
      return [{ path: show(change.path), after: null }];
    case "move":
      return [
        { path: show(change.to), after: change.bytes },
        { path: show(change.from), after: null },
      ];
  }
}

import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, errorText } from "../../base/error-text.ts";
import { type Access, writtenPaths } from "../../core/permissions/accesses.ts";
import type { Snapshots } from "../../core/ports/session.ts";
import { type FileState, isSameState, type PathChange } from "../../core/undo.ts";
import { checkedOut } from "../git-folder.ts";
import { makeFolder } from "../make-folder.ts";
import { keepFresh, thisProcess } from "../process-identity.ts";
import { type AddedMoment, AddedTrees } from "./added-trees.ts";
import { BlobStore } from "./blob-store.ts";
import { appendBegin, appendCheckpoint, type CheckpointBegin, checkpointFile, userFile } from "./checkpoint-log.ts";
import { CheckpointNumbers } from "./checkpoint-numbers.ts";
import { collectGarbage, KEEP_LIMITS } from "./collect-garbage.ts";
import { momentNow } from "./moment.ts";
import { checkpointPath, stateAt, touchedPaths } from "./path-state.ts";
import { SCAN_LIMITS, type ScanLimits, scanTree } from "./scan-tree.ts";
import { Tree } from "./tree.ts";

export interface SnapshotsRequest {
  /** Absolute and real. */
  readonly root: string;
  /** Where contents and checkpoints of this working folder are kept. */
  readonly folder: string;
  readonly sessionId: string;
  /** Absolute paths a snapshot never enters: Waymark's own state. */
  readonly excluded: readonly string[];
  /** Folders that are worked in besides; the list may change. */
  readonly added?: readonly string[];
  /** The same as `excluded` in one of them. */
  readonly excludedIn?: (folder: string) => readonly string[];
  /** Whether a command is known to change nothing, so that it needs no snapshot. */
  readonly isHarmless?: (command: string) => Promise<boolean>;
  readonly limits?: ScanLimits;
  /** Takes values out of a title that nobody may read; titles are kept and listed. */
  redact?(text: string): string;
}

/** A call under way. */
type Running =
  | {
      readonly kind: "tree";
      readonly id: number;
      readonly title: string;
      readonly before: Tree;
      readonly added: AddedMoment;
      /** The branch, or the commit, that git has checked out. */
      readonly head: string | undefined;
    }
  | {
      readonly kind: "files";
      readonly id: number;
      readonly title: string;
      readonly before: ReadonlyMap<string, FileState | null>;
    }
  | { readonly kind: "blind"; readonly title: string; readonly why: string };

const TITLE_CHARS_MAX = 200;
/** All of them. */
const HASH_DIGITS = 64;

const whyNot = (reasons: readonly string[]): { readonly notCovered?: string } =>
  reasons.length === 0 ? {} : { notCovered: reasons.join(" ") };

/** Keeps the state around calls that write or run, so that it can be put back; see docs/guide/undo.md for the limits. */
export class ProjectSnapshots implements Snapshots {
  readonly #request: SnapshotsRequest;
  readonly #store: BlobStore;
  readonly #file: string;
  readonly #numbers: CheckpointNumbers;
  readonly #running = new Map<string, Running>();
  readonly #told = new Set<string>();
  #tree: Tree | undefined;
  readonly #added: AddedTrees;
  /** The tree that the file on disk holds. */
  #savedId: string | undefined;
  #blind: string | undefined;
  #leave: (() => void) | undefined;

  constructor(request: SnapshotsRequest) {
    this.#request = request;
    this.#store = new BlobStore(join(request.folder, "contents"));
    this.#added = new AddedTrees(request.root, (root, last, besides) => {
      const excluded = [...request.excluded, ...(request.excludedIn?.(root) ?? []), ...besides];
      return scanTree({ root, excluded, last, store: this.#store, limits: request.limits ?? SCAN_LIMITS });
    });
    this.#file = checkpointFile(request.folder, request.sessionId);
    this.#numbers = new CheckpointNumbers(request.folder, request.sessionId);
  }

  async before(callId: string, accesses: readonly Access[]): Promise<string | undefined> {
    try {
      const commands = accesses.flatMap((access) => (access.kind === "run" ? [access.command] : []));
      const written = writtenPaths(accesses);
      if (await this.#isHarmless(commands, written)) return undefined;
      this.#announce();
      const title = titleOf(commands, written, this.#request.redact);
      const running = commands.length > 0 ? await this.#beginTree(title) : this.#beginFiles(title, written);
      this.#running.set(callId, running);
      const missed = running.kind === "tree" ? running.added.notCovered : undefined;
      return running.kind === "blind" ? this.#tell(running.why) : missed && this.#tell(missed);
    } catch (error) {
      return this.#give(error);
    }
  }

  async after(callId: string, { isRefused } = { isRefused: false }): Promise<string | undefined> {
    const running = this.#running.get(callId);
    if (running === undefined) return undefined;
    this.#running.delete(callId);
    try {
      const { title } = running;
      const { changes, notCovered } =
        isRefused && running.kind === "files" ? { changes: [] } : await this.#changesOf(running);
      this.#store.flush();
      const what = { title, changes, ...(notCovered === undefined ? {} : { notCovered }) };
      const end = (id: number): void => appendCheckpoint(this.#file, { id, ...momentNow(), ...what });
      if (running.kind === "blind") this.#numbers.drawn(end);
      else end(running.id);
      return undefined;
    } catch (error) {
      return this.#give(error);
    }
  }

  async note(title: string, why: string): Promise<void> {
    const { redact } = this.#request;
    try {
      const noted = { title: titleOf([title], [], redact), changes: [], notCovered: redact?.(why) ?? why };
      this.#numbers.drawn((id) => appendCheckpoint(this.#file, { id, ...momentNow(), ...noted }));
    } catch (error) {
      // It is told elsewhere, too.
      if (errorCode(error) === undefined) throw error;
    }
  }

  /** Forgets old sessions and what nobody refers to any more, where the limits are passed. */
  close(): void {
    this.#store.close();
    if (this.#leave === undefined) return;
    const { folder, sessionId } = this.#request;
    try {
      this.#leave();
      this.#leave = undefined;
      collectGarbage(folder, { keep: sessionId, limits: KEEP_LIMITS });
    } catch (error) {
      // A tidying that fails leaves too much, never too little; the next one tries again.
      if (errorCode(error) === undefined) throw error;
    }
  }

  async #isHarmless(commands: readonly string[], written: readonly string[]): Promise<boolean> {
    const { isHarmless } = this.#request;
    if (written.length > 0 || isHarmless === undefined) return false;
    for (const command of commands) if (!(await isHarmless(command))) return false;
    return true;
  }

  async #beginTree(title: string): Promise<Running> {
    if (this.#blind !== undefined) return { kind: "blind", title, why: this.#blind };
    // What others change while the tree is read may be in it or not.
    const moment = momentNow();
    const { folder } = this.#request;
    const treeFile = join(folder, "tree");
    const last = this.#tree ?? this.#loadTree(treeFile);
    const scan = await this.#scan(last);
    if (scan.kind === "too-much") {
      this.#store.discard();
      this.#blind = `What commands change here cannot be undone: ${scan.why}.`;
      return { kind: "blind", title, why: this.#blind };
    }
    const added = await this.#added.begin(this.#request.added ?? []);
    this.#store.flush();
    const before = last !== undefined && scan.isSame ? last : scan.tree;
    if (before.id !== this.#savedId) before.save(treeFile);
    this.#savedId = before.id;
    this.#tree = before;
    const elsewhere = added.trees.size === 0 ? {} : { added: [...added.trees.keys()] };
    const id = this.#begin({ ...moment, title, treeId: before.id, ...elsewhere });
    return { kind: "tree", id, title, before, added, head: checkedOut(this.#request.root, HASH_DIGITS) };
  }

  #begin(begin: Omit<CheckpointBegin, "id" | "type" | "owner">): number {
    return this.#numbers.drawn((id) => {
      appendBegin(this.#file, { id, ...begin });
      return id;
    });
  }

  #beginFiles(title: string, written: readonly string[]): Running {
    const { root } = this.#request;
    const before = new Map<string, FileState | null>();
    for (const absolute of touchedPaths(root, written)) {
      const path = checkpointPath(root, absolute);
      before.set(path, stateAt(root, path, this.#store));
    }
    this.#store.flush();
    const states = [...before].map(([path, state]) => ({ path, before: state }));
    const id = this.#begin({ ...momentNow(), title, before: states });
    return { kind: "files", id, title, before };
  }

  async #changesOf(running: Running): Promise<{ changes: readonly PathChange[]; notCovered?: string }> {
    switch (running.kind) {
      case "blind":
        return { changes: [], notCovered: running.why };
      case "files":
        return { changes: this.#fileChanges(running.before) };
      case "tree": {
        const scan = await this.#scan(running.before);
        if (scan.kind !== "tree") {
          this.#store.discard();
          return { changes: [], notCovered: `What this command changed is not known: ${scan.why}.` };
        }
        this.#tree = scan.tree;
        const elsewhere = await this.#added.changesSince(running.added);
        return {
          changes: [...scan.changes, ...elsewhere.changes],
          ...whyNot([...elsewhere.notCovered, ...this.#switchedFrom(running.head)]),
        };
      }
    }
  }

  /** Files alone are put back: on another branch they are changes of that one. */
  #switchedFrom(head: string | undefined): readonly string[] {
    const now = checkedOut(this.#request.root, HASH_DIGITS);
    return head === undefined || now === undefined || now === head
      ? []
      : [
          `git went from ${head} to ${now} and stays there: to go back, take this undo back and run git switch ${head}.`,
        ];
  }

  /** The paths named before, and what has come to be below those that are folders now. */
  #fileChanges(before: ReadonlyMap<string, FileState | null>): readonly PathChange[] {
    const { root } = this.#request;
    const paths = new Set(before.keys());
    for (const path of before.keys())
      for (const absolute of touchedPaths(root, [path]))
        if (before.get(path) !== null) paths.add(checkpointPath(root, absolute));
    const changes: PathChange[] = [];
    for (const path of paths) {
      const was = before.get(path) ?? null;
      const after = stateAt(root, path, this.#store);
      if (!isSameState(was, after)) changes.push({ path, before: was, after });
    }
    return changes;
  }

  #loadTree(file: string): Tree | undefined {
    const tree = Tree.load(file);
    this.#savedId = tree?.id;
    return tree;
  }

  #scan(last: Tree | undefined): ReturnType<typeof scanTree> {
    const { root, excluded, limits = SCAN_LIMITS } = this.#request;
    return scanTree({ root, excluded, last, store: this.#store, limits });
  }

  /** Tells other processes that the store is in use, so that they do not tidy it up. */
  #announce(): void {
    if (this.#leave !== undefined) return;
    const self = thisProcess();
    const text = JSON.stringify(self);
    const file = userFile(this.#request.folder, self, this.#request.sessionId);
    makeFolder(dirname(file), { mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
    const end = keepFresh(file, text);
    this.#leave = () => {
      end();
      rmSync(file, { force: true });
    };
  }

  /** A snapshot that cannot be made must not stop the work: the person is told instead. */
  #give(error: unknown): string | undefined {
    this.#store.discard();
    return this.#tell(`What is changed now cannot be undone: ${errorText(error)}.`);
  }

  #tell(notice: string): string | undefined {
    if (this.#told.has(notice)) return undefined;
    this.#told.add(notice);
    return notice;
  }
}

function titleOf(
  commands: readonly string[],
  written: readonly string[],
  redact: (text: string) => string = (text) => text,
): string {
  const text = commands.length > 0 ? commands.join("; ") : `write ${written.join(", ")}`;
  return redact(text).replace(/\s+/g, " ").trim().slice(0, TITLE_CHARS_MAX);
}

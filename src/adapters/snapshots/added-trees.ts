import type { PathChange } from "../../core/undo.ts";
import { isBelowAnother, isInside, realIfThere } from "../inside.ts";
import type { Scan } from "./scan-tree.ts";
import type { Tree } from "./tree.ts";

/** Looks at the tree of a folder. @param besides  absolute paths in it that belong to another tree */
export type ScanFolder = (root: string, last: Tree | undefined, besides: readonly string[]) => Promise<Scan>;

export interface AddedMoment {
  readonly trees: ReadonlyMap<string, Tree>;
  /** What is not kept of them, one sentence. */
  readonly notCovered?: string;
}

/** The trees of folders that are worked in beside the working folder; known as long as the session is open. */
export class AddedTrees {
  readonly #root: string;
  readonly #scan: ScanFolder;
  readonly #last = new Map<string, Tree>();
  /** Folders that are too large to be kept, and why. */
  readonly #blind = new Map<string, string>();

  constructor(root: string, scan: ScanFolder) {
    this.#root = root;
    this.#scan = scan;
  }

  /** The folders as they are before a command. */
  async begin(added: readonly string[]): Promise<AddedMoment> {
    const folders = this.#ownRoots(added);
    const trees = new Map<string, Tree>();
    for (const folder of folders) {
      if (this.#blind.has(folder)) continue;
      const scan = await this.#scan(folder, this.#last.get(folder), this.#besides(folder));
      if (scan.kind === "too-much") {
        this.#blind.set(folder, scan.why);
        continue;
      }
      this.#last.set(folder, scan.tree);
      trees.set(folder, scan.tree);
    }
    const blind = folders.flatMap((folder) => {
      const why = this.#blind.get(folder);
      return why === undefined ? [] : [`in ${folder}, as ${why}`];
    });
    return blind.length === 0
      ? { trees }
      : { trees, notCovered: `What commands change cannot be undone ${blind.join("; ")}.` };
  }

  /** What has changed in them since, by absolute paths. */
  async changesSince({ trees, notCovered }: AddedMoment): Promise<{
    readonly changes: readonly PathChange[];
    readonly notCovered: readonly string[];
  }> {
    const changes: PathChange[] = [];
    const missed = notCovered === undefined ? [] : [notCovered];
    for (const [folder, before] of trees) {
      const scan = realIfThere(folder) === folder ? await this.#scan(folder, before, this.#besides(folder)) : undefined;
      if (scan?.kind !== "tree") {
        missed.push(`What this command changed in ${folder} is not known: ${scan?.why ?? "it is gone"}.`);
        continue;
      }
      this.#last.set(folder, scan.tree);
      changes.push(...scan.changes.map((change) => ({ ...change, path: `${folder}/${change.path}` })));
    }
    return { changes, notCovered: missed };
  }

  /** Real ones, without those that lie in the working folder or in another of them, and so are looked at there. */
  #ownRoots(added: readonly string[]): readonly string[] {
    const real = new Set(added.flatMap((folder) => realIfThere(folder) ?? []));
    return [...real].filter((folder) => !isInside(folder, this.#root) && !isBelowAnother(folder, real));
  }

  /** The working folder may lie in an added one. */
  #besides(folder: string): readonly string[] {
    return isInside(this.#root, folder) ? [this.#root] : [];
  }
}

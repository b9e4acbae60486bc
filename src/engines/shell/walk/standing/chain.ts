import type { PipelineNode } from "unbash";
import type { Folders } from "../../places.ts";
import { namesFilledBy } from "./tested-names.ts";
import { union } from "./where-it-stands.ts";

/** A list of `&&` and `||`: where each command of it may stand, and what is known there. */
export class Chain {
  folders: Folders;
  /** Names that hold something, by the tests that were passed just before. */
  filled: readonly string[] = [];
  private done: Folders = [];
  private failed: Folders = [];
  private last: PipelineNode | undefined;
  private isElse = false;

  constructor(folders: Folders) {
    this.folders = folders;
  }

  goOn(operator: string | undefined): void {
    if (operator === undefined) return;
    this.isElse = operator === "||";
    this.folders = this.isElse ? this.failed : this.done;
    this.filled = this.isElse ? [] : [...this.filled, ...namesFilledBy(this.last)];
  }

  /** @param after  where the command leaves the line if all of it is done */
  end(command: PipelineNode, after: Folders): void {
    const either = union(this.folders, after);
    const isNegated = command.type === "Pipeline" && command.prefixes?.some(({ type }) => type === "Negation");
    this.done = union(this.isElse ? this.done : [], isNegated ? either : after);
    this.failed = union(this.failed, either);
    this.last = command;
  }

  allFolders(): Folders {
    return union(this.failed, this.done);
  }
}

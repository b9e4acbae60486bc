import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { errorCode, errorText } from "../../../base/error-text.ts";
import { lookAt } from "../../folder-entries.ts";
import type { Kept } from "../kept.ts";
import { isBelowAside } from "./put-back.ts";

/** A look in which no error says that there is nothing, and none ends it: somebody may have made it so that it fails. */
export abstract class DoubtingLook {
  readonly entries = new Map<string, Kept>();
  /** Of what is there and cannot be looked at: why. */
  readonly unknown = new Map<string, string>();

  abstract isBelowRoots(path: string): boolean;

  /** False where there was no look before. */
  protected abstract isNew(path: string): boolean;

  attempt(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.doubt(path, errorCode(error) ?? errorText(error));
    }
  }

  /** What is new and cannot be looked at goes as a whole, with the outermost new folder around it. */
  doubt(path: string, why: string): void {
    // What was taken away counts no more, however deep it is.
    if (isBelowAside(path)) return;
    this.unknown.set(path, why);
    if (!this.isNew(path)) return;
    let outermost = path;
    while (this.isBelowRoots(dirname(outermost)) && this.isNew(dirname(outermost))) outermost = dirname(outermost);
    this.entries.set(outermost, { kind: "other", mode: 0, stamp: why });
  }

  stat(path: string): Stats | undefined {
    const look = lookAt(path);
    if (look.kind === "unknown") this.doubt(path, look.why);
    return look.kind === "something" ? look.stat : undefined;
  }
}

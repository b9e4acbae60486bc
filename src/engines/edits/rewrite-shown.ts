import { shownDiff } from "../secrets/shown-diff.ts";
import type { FileDiff } from "../text/unified-diff.ts";
import { placeholderIn } from "./placeholder.ts";

/** A text that takes the place of a file's; `before` undefined means that there is none. */
export interface Rewrite {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface ShownRewrite {
  readonly diff: FileDiff;
  readonly placeholder: ReturnType<typeof placeholderIn>;
}

/** How it is shown, and which of its lines stands for others. */
export const rewriteShown = ({ path, before, after }: Rewrite): ShownRewrite => ({
  diff: shownDiff(path, before, after),
  placeholder: before === undefined ? undefined : placeholderIn(before, after),
});

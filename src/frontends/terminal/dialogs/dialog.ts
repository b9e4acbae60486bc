import type { BlockContext } from "../blocks/block-context.ts";
import type { KeyInput } from "../screen/key-decoder.ts";
import type { Theme } from "../theme.ts";

/** A question that takes the place of the prompt until it is answered. */
export interface Dialog {
  render(space: DialogSpace): DialogView;
  onInput(input: KeyInput): void;
  /** The question is no longer asked: the run was cancelled, or the session ends. */
  cancel(): void;
}

export interface DialogSpace {
  readonly width: number;
  readonly rowsMax: number;
  readonly theme: Theme;
  readonly changedWords: BlockContext["changedWords"];
}

export interface DialogView {
  readonly rows: readonly string[];
  readonly cursor?: { readonly row: number; readonly column: number };
}

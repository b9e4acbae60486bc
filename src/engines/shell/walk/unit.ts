import type { Danger } from "../dangers/danger.ts";
import type { Part } from "../part.ts";
import type { CommandClass } from "../policy-types.ts";
import type { ShellWord } from "../words.ts";

/** One thing that runs: a simple command of the line, or what a wrapper or a script in its words starts. */
export interface Unit {
  readonly part: Part;
  readonly words: readonly ShellWord[];
  /** Started by another unit, whose words come before it on the line. */
  readonly isInner: boolean;
  /** Adds nothing of its own: its verdict is that of what it starts. */
  readonly isTransparent: boolean;
  readonly startsOthers: boolean;
  /** Those of its words that its program may start, as nobody knows that it takes them for something else; absent: none. */
  readonly startable?: readonly ShellWord[];
  readonly danger: Danger | undefined;
  /** Why it is not proven to only read; undefined when it is. */
  readonly unproven: string | undefined;
  readonly class: CommandClass;
}

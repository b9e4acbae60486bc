import type { EdgeKind, NodeKind } from "../../model.ts";

/** One name that an SQL statement uses. */
export interface SqlUse {
  readonly kind: EdgeKind;
  /** As written, qualifiers included (`BANK.ACCOUNT`); quoted names without their quotes. */
  readonly name: string;
  readonly targets: readonly NodeKind[];
  /** UTF-16 offset in the text that was given. */
  readonly offset: number;
  /** Lines below the first line of that text: 0 is the first line. */
  readonly line: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

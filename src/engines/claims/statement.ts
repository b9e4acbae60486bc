import type { Place } from "../citadel/model.ts";
import type { Verb } from "./verbs.ts";

/** Something of the estate as a sentence names it. */
export interface Named {
  readonly name: string;
  /** `program`, `file` … where the sentence says so; singular. */
  readonly noun?: string;
  /** What it is said to be a part of. */
  readonly owner?: Named;
}

/** Where a sentence says that something is done. */
export interface Where {
  readonly inside?: Named;
  readonly file?: string;
  readonly lines?: readonly number[];
}

/** One thing that a sentence claims, which facts prove or do not. */
export type Statement =
  | { readonly kind: "does"; readonly from: Named; readonly verb: Verb; readonly to: Named; readonly where: Where }
  /** How many things of a kind it does that with, or have it done by. */
  | {
      readonly kind: "does-count";
      readonly of: Named;
      readonly verb: Verb;
      readonly direction: "to" | "by";
      readonly noun: string;
      readonly value: number;
    }
  | { readonly kind: "has-count"; readonly of: Named; readonly noun: string; readonly value: number }
  | { readonly kind: "exists"; readonly of: Named }
  | { readonly kind: "trait"; readonly of: Named; readonly trait: string }
  | {
      readonly kind: "lies";
      readonly of: Named;
      readonly file?: string;
      readonly start?: number;
      readonly end?: number;
    }
  | { readonly kind: "part"; readonly of: Named; readonly owner: Named }
  | { readonly kind: "says"; readonly of: Named; readonly quote: string };

/** What a text claims; `places` are those that it names itself. */
export interface Reading {
  readonly statements: readonly Statement[];
  readonly places: readonly Place[];
}

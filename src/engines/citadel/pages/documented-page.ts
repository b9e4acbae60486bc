import type { Place } from "../model.ts";
import type { EstatePage } from "./page.ts";

/** A sentence that a model wrote, and what became of it. */
export type Sentence =
  | { readonly kind: "verified"; readonly text: string; readonly cites: readonly Place[] }
  | { readonly kind: "unverified"; readonly text: string; readonly cites: readonly Place[]; readonly why: string };

/** A page as it is written. */
export interface DocumentedPage {
  readonly page: EstatePage;
  /** Of the facts that it was made of. */
  readonly factsSha256: string;
  /** Empty where no model was asked. */
  readonly sentences: readonly Sentence[];
  /** Why there are none though a model was asked. */
  readonly trouble?: string;
}

/** What heads the sentences that nothing proves. */
export const UNVERIFIED_TITLE = "Not verified";
export const UNVERIFIED_NOTE =
  "A model wrote these sentences and no fact of the estate proves them. They may be wrong.";

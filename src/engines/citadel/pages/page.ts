import type { Place } from "../model.ts";

/** Lies beside written pages: which they are, and of which facts each was made. A folder that has it holds no sources. */
export const SITE_MANIFEST = ".waymark-document.json";

/** Something that is named: `page` is the path of the page about it, `place` the line that shows it. */
export interface Reference {
  readonly text: string;
  readonly page?: string;
  readonly place?: Place;
}

/** One value of a row; places are lines that prove it. */
export type PageCell = string | number | Reference | { readonly places: readonly Place[] };

export interface PageSection {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly PageCell[])[];
  /** What is approximate, or how it is to be read. */
  readonly note: string;
  /** In Mermaid. */
  readonly diagram?: string;
}

/** What is known of one thing, or of all; the same graph gives the same page. */
export interface EstatePage {
  /** Unique, without an extension: `programs/feepost`. */
  readonly path: string;
  /** `program`, `screen`, `overview` … */
  readonly kind: string;
  readonly title: string;
  /** Id of the node that it is about; absent of an overview. */
  readonly subject?: string;
  readonly lead: readonly (readonly [label: string, value: PageCell])[];
  readonly sections: readonly PageSection[];
}

/** A name as part of a path: small letters, digits and hyphens. */
export function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "unnamed"
  );
}

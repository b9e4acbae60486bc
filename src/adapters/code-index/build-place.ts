import type { Encoding } from "../../engines/text/encoding.ts";
import type { DigestPlace } from "./digests/make-digests.ts";

/** Where a build reads and writes; plain data, so that workers can be sent it. */
export interface BuildPlace {
  readonly root: string;
  /** Where packs go. */
  readonly folder: string;
  /** Every file of the root, for looking up members. */
  readonly paths: readonly string[];
  readonly extensions: readonly string[];
  /** Files that are copybooks because programs copy them, whatever they are called. */
  readonly copied: readonly string[];
  readonly libraries: readonly string[];
  readonly encoding: Encoding | undefined;
}

/** What a worker is started with: it parses files into a pack, or makes digests of their facts. */
export type WorkerStart =
  | {
      readonly kind: "build";
      readonly place: BuildPlace;
      /** Name of the pack that it writes. */
      readonly pack: string;
      /** Memory that the syntax trees of its parser may take. */
      readonly treeMb: number;
    }
  | { readonly kind: "digest"; readonly place: DigestPlace };

/** Whatever of a parser it is that grows: why its file is not read. */
export const OUT_OF_MEMORY = "it takes more memory than a parser may";

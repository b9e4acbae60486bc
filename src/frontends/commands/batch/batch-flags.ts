import type { PlaceFlags } from "../in-house.ts";

/** Flags of `waymark batch` as commander gives them. */
export interface BatchFlags extends PlaceFlags {
  readonly queue?: string;
  readonly json?: boolean;
  readonly sample?: string;
  readonly waitSample?: boolean;
  readonly renew?: boolean;
  readonly providerBatch?: boolean;
  readonly state?: string;
  readonly output?: string;
  readonly branch?: string;
  readonly protected?: boolean;
}

import type { Place } from "../citadel/model.ts";

/** What a model says of an estate, in one or more sentences, with the lines that are to prove it. */
export interface Claim {
  readonly text: string;
  readonly cites: readonly Place[];
  /** The same as data: what it says that one does with another. */
  readonly relations?: readonly ClaimedRelation[];
  /** The same as data: how many of what it says that something has. */
  readonly numbers?: readonly ClaimedNumber[];
}

export interface ClaimedRelation {
  readonly from: string;
  /** As in a sentence: `calls`, `reads` … */
  readonly verb: string;
  readonly to: string;
}

export interface ClaimedNumber {
  readonly value: number;
  /** `lines`, `paragraphs`, `callers` … */
  readonly unit: string;
  readonly of: string;
}

/** Every part of the claim follows from facts, or why not: each reason is for whoever wrote it. */
export type Verdict =
  | { readonly kind: "verified" }
  | { readonly kind: "unproven"; readonly reasons: readonly string[] };

export const CLAIMS_MAX = 12;
const CITES_MAX = 20;
const TEXT_MAX = 600;

/** JSON Schema of what a model answers with for one page. */
export const CLAIMS_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["claims"],
  properties: {
    claims: {
      type: "array",
      maxItems: CLAIMS_MAX,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["text", "cites"],
        properties: {
          text: { type: "string", minLength: 1, maxLength: TEXT_MAX },
          cites: {
            type: "array",
            minItems: 1,
            maxItems: CITES_MAX,
            items: {
              type: "object",
              additionalProperties: false,
              required: ["file", "line"],
              properties: { file: { type: "string" }, line: { type: "integer", minimum: 1 } },
            },
          },
          relations: {
            type: "array",
            maxItems: CITES_MAX,
            items: {
              type: "object",
              additionalProperties: false,
              required: ["from", "verb", "to"],
              properties: { from: { type: "string" }, verb: { type: "string" }, to: { type: "string" } },
            },
          },
          numbers: {
            type: "array",
            maxItems: CITES_MAX,
            items: {
              type: "object",
              additionalProperties: false,
              required: ["value", "unit", "of"],
              properties: { value: { type: "integer" }, unit: { type: "string" }, of: { type: "string" } },
            },
          },
        },
      },
    },
  },
} as const;

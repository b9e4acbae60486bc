import { validate } from "@cfworker/json-schema";
import { isObject } from "../../base/is-object.ts";
import { JSON_DEPTH_MAX, nestsTooDeep } from "../../base/json-depth.ts";
import { type CoerceOptions, type Coercion, coerce } from "./coerce.ts";
import { type PreparedSchema, prepareSchema } from "./prepare-schema.ts";
import { heldTwice, mixedForms, type Problem, problemsOf } from "./problems.ts";

export type { Coercion } from "./coerce.ts";
export type { Problem } from "./problems.ts";

export type Judgement =
  /** `value` has its slips put right and its defaults filled in. */
  | { readonly kind: "valid"; readonly value: unknown; readonly coercions: readonly Coercion[] }
  /** The value as it was given: nothing is put right in what is refused. At least one problem. */
  | { readonly kind: "invalid"; readonly value: unknown; readonly problems: readonly Problem[] };

export interface JudgeOptions {
  /** Fill in the defaults of the schema; yes by default. */
  readonly fillsDefaults?: boolean;
  /** As tools and settings of ours are written: an object that lists its properties takes no others unless it says so. */
  readonly isClosed?: boolean;
  /** Leave out what the schema forbids to be there, in place of refusing the value for it. */
  readonly dropsUnlisted?: boolean;
  /** No for a schema that somebody else wrote, where nobody ends what takes too long. */
  readonly triesPatterns?: boolean;
}

/**
 * The one verdict on a value that came from outside, by a JSON Schema (2020-12; what other dialects say is read as that).
 * Judging the value of a judgement again gives the same verdict and changes nothing. The input is never changed.
 *
 * @param schema  must not change between uses: what follows from it is remembered
 * @throws        never
 */
export function judge(
  schema: unknown,
  value: unknown,
  { fillsDefaults = true, isClosed = false, dropsUnlisted = false, triesPatterns = true }: JudgeOptions = {},
): Judgement {
  if (nestsTooDeep(value)) return refused(value, `The input nests deeper than ${JSON_DEPTH_MAX} levels; send it flat.`);
  const foreign = foreignIn(value);
  if (foreign !== undefined) return refused(value, foreign);
  try {
    return judged(prepareSchema(schema, { isClosed, triesPatterns }), withoutUndefined(value), {
      fillsDefaults,
      dropsUnlisted,
    });
  } catch (error) {
    // A schema that refers to itself and to nothing else: it says nothing.
    if (error instanceof URIError) return refused(value, "The input has a name that is no text; rename it.");
    if (error instanceof RangeError) return { kind: "valid", value, coercions: [] };
    throw error;
  }
}

function judged(prepared: PreparedSchema, given: unknown, options: CoerceOptions): Judgement {
  const { value, coercions, mixed, repeated } = coerce(given, prepared, options);
  const { valid, errors } = validate(value, prepared.root, "2020-12", prepared.lookup, false);
  if (valid && repeated.length === 0) return { kind: "valid", value, coercions };
  return {
    kind: "invalid",
    value: given,
    problems: [...mixed.map(mixedForms), ...problemsOf(errors, value, prepared), ...repeated.map(heldTwice)],
  };
}

function refused(value: unknown, message: string): Judgement {
  return { kind: "invalid", value, problems: [{ path: "", kind: "value", message }] };
}

/** Why a value cannot be taken as it was written: `1e999` is JSON and reads as infinity, `"\ud800"` would be written as another character. */
function foreignIn(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value))
    return "The input holds a number that is too large; send a smaller one.";
  if (typeof value === "string" && !value.isWellFormed())
    return "The input holds half of a character (a lone surrogate), of which there are no bytes; send it whole.";
  if (typeof value !== "object" || value === null) return undefined;
  for (const member of Object.values(value)) {
    const foreign = foreignIn(member);
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

/** Values of ours may have members that are undefined; JSON has none. */
function withoutUndefined(value: unknown): unknown {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutUndefined(member)]));
}

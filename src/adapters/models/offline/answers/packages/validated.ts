import { cited, listedInOrder } from "../answer.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { unitAt } from "../facts/units.ts";
import { type Declared, declaredUnits } from "../outlines/declared-units.ts";
import { holderOf, lineAt, ownCode, quotedByFunction, type Spot, spotsOf } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";
import { quotedLines } from "./quoted-lines.ts";

const ASKS =
  /\b(?:params?|parameters|inputs?|arguments|payloads?|data|requests?|messages?|respons\w+|body|bodies|schemas?)\b.*\b(?:validat\w+|checked against|verified|schema[- ]checked)|\b(?:validat\w+|verif(?:y|ies|ied))\b.*\b(?:params?|parameters|inputs?|arguments|payloads?|data|requests?|messages?|respons\w+|body|schemas?)\b/;
/** Of one named thing, of files or tokens, another answer tells. */
const OF_OTHER =
  /\b(?:tokens?|signatures?|certificates?|ssl|tls|sessions?|permissions?|emails?|passwords?|versions?)\b/;
const CHECKS =
  /\.(?:parse|safeParse|parseAsync|safeParseAsync)\(|\bvalidate\w*\(|\.model_validate\w*\(|\bTypeAdapter\(|\bjsonschema\.\w+\(|\bajv\.\w+\(|\["~standard"\]\.validate\(|\['~standard'\]\.validate\(|\.validate\w*\(/;
const BY_SCHEMA = /schema|zod|\.z[A-Z]|\bz\.|pydantic|model_validate|validate_python|TypeAdapter|\bajv|~standard/i;
const REFUSED =
  /\b(?:instanceof|except|isinstance|catch)\b.*\b\w*(?:Zod|Validation|Schema|Invalid)\w*(?:Error|Exception|Issue)?\b|\bthrow new \w*(?:Validation|Schema)\w*\(|\braise \w*(?:Validation|Schema)\w*\(/;
const ROWS_MAX = 4;
const BLOCKS_MAX = 3;
const BEHIND_LINES = 4;

/** "How are params validated, and what comes back": the calls that check, what becomes of a refusal, and the code that it is answered with. */
export const VALIDATED: Dossier = {
  asks: (said) => ASKS.test(said) && !OF_OTHER.test(said),
  tells:
    /\b(?:back|wrong|fails?|failed|failure|invalid|errors?|codes?|thrown?|raised?|get|sent|returned|happens|sender|caller)\b/,
  *answer(_said, _own, { folder, before }) {
    const files = yield* ownCode(folder);
    const checks = spotsOf(files, CHECKS).filter(
      (spot) =>
        BY_SCHEMA.test(lineAt(spot).text) && !/^\s*(?:async )?(?:def|function)\b|JSON\.parse/.test(lineAt(spot).text),
    );
    const refused = spotsOf(files, REFUSED);
    if (checks.length === 0 || refused.length === 0) return undefined;
    const makers = yield* makersIn(refused, yield* declaredUnits(folder));
    const places = [...new Set(checks.map(holderOf))].filter((name) => name !== "");
    return packageAnswer(before, [
      listedInOrder(
        `Calls that check against a schema, in ${places.slice(0, ROWS_MAX).join(", ")}`,
        checks.map((spot) => cited(lineAt(spot))),
        checks.length,
        ROWS_MAX,
      ),
      "What becomes of what is refused:",
      ...quotedByFunction(refused.flatMap(withBehind), 0).slice(0, BLOCKS_MAX),
      ...makers,
    ]);
  },
};

/** A line with those under it. */
function withBehind({ file, at }: Spot): readonly Spot[] {
  const unit = unitAt(file.units, at);
  const end = Math.min(unit?.end ?? at, at + BEHIND_LINES);
  return Array.from({ length: Math.max(0, end - at) + 1 }, (_, index) => ({ file, at: at + index })).filter(
    (spot) => !file.isSaid(spot.at),
  );
}

/** What makes the error that a refusal is answered with, as it is declared. */
function* makersIn(refused: readonly Spot[], units: readonly Declared[]) {
  yield [];
  const called = new Set(
    refused
      .flatMap(withBehind)
      .flatMap((spot) =>
        [...lineAt(spot).text.matchAll(/\b([A-Z]\w*)\.(\w+)\(/g)].map(([, owner, name]) => `${owner}.${name}`),
      ),
  );
  const makers = units.filter(({ owner, name, kind }) => kind === "function" && called.has(`${owner}.${name}`));
  return makers.slice(0, 1).map(({ lines, owner, name }) => quotedLines(lines, `${owner}.${name}`));
}

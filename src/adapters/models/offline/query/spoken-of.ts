import { escapeRegExp } from "../../../../base/glob.ts";
import type { Looking } from "../looking.ts";
import { asEnglish } from "../portuguese/as-english.ts";
import { isPortuguese, plain } from "../reading/tokens.ts";
import type { Context } from "./draft.ts";
import { runQuery } from "./run-query.ts";
import type { Clause, Kind, Noun, Query, Row } from "./shape.ts";
import { meaningsOf } from "./words.ts";

/** So many can still be asked of by their names. */
const NAMED_MAX = 2;
const POINTING =
  /\b(?:its|their|that|this|those|these|the same|seus?|suas?|ess[ea]s?|este|esta|aquel[ea]|dess[ea]) (\p{L}+)|\b(?:the|which|what) (\p{L}+) (?:is |are )?(?:behind|of|for) (?:it|that|them)\b/giu;

/** "What does its program read": the words that point at something by what was spoken of before, as the names of that. */
function* withNames(part: string, context: Context): Looking<string> {
  let named = part;
  for (const match of part.matchAll(POINTING)) {
    const noun = match[1] ?? match[2] ?? "";
    const names = yield* namesOf(plain(noun), context);
    const words = match[0];
    if (names.length > 0) named = named.replace(new RegExp(escapeRegExp(words)), names.join(" and "));
  }
  return named;
}

/** What of that kind was spoken of, or belongs to what was; none where it is too many to be named. */
function* namesOf(noun: string, context: Context): Looking<readonly string[]> {
  const kinds = meaningsOf(noun).flatMap((meaning) => (meaning.is === "noun" ? meaning.kinds : []));
  const [kind] = kinds;
  const [first] = context.before;
  if (kind === undefined || first === undefined || !NAMED.has(kind) || first.rows.length > NAMED_MAX) return [];
  const own = context.before.find((group) => group.kind === kind);
  const rows = own ? own.rows : yield* belonging(kind, context);
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.length <= NAMED_MAX ? names : [];
}

const NAMED: ReadonlySet<Kind> = new Set<Kind>([
  "program",
  "job",
  "transaction",
  "copybook",
  "screen",
  "class",
  "function",
]);

/** What stands in a relation to what was spoken of: the program that the job runs, the job that runs the program. */
function* belonging(kind: Kind, context: Context): Looking<readonly Row[]> {
  for (const role of ["suffers", "acts"] as const) {
    const found = yield* runQuery(usedWith(kind, role), context);
    if (found && found.rows.length > 0 && found.rows.length < found.total)
      return found.rows.filter(({ path }) => path !== "");
  }
  return [];
}

function usedWith(kind: Kind, role: Clause["role"]): Query {
  const bare: Noun = { kinds: [], qualities: [], words: [], names: [], quantity: "some", text: "" };
  const other: Noun = { ...bare, stands: "for-before", text: "it" };
  const clause: Clause = { relation: "use", role, other, isNegated: false, said: "use it" };
  return {
    asks: new Set(["list"]),
    head: { ...bare, kinds: [kind], text: kind },
    clauses: [clause],
    scopes: [],
    spans: [],
  };
}

/** How a part may be read: in the words of English where it is Portuguese and all of them are known, then as it is. */
export function* wordingsOf(own: string, context: Context): Looking<readonly string[]> {
  const part = yield* withNames(own, context);
  if (!isPortuguese(own)) return [part];
  const { text, isWhole } = asEnglish(part);
  return isWhole ? [yield* withNames(text, context), part] : [part];
}

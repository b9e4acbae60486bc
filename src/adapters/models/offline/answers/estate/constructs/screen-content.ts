import { isScreenFile, stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { isComment } from "../../../result-text.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import type { Dossier } from "../operations/dossier.ts";
import { labelOf, type MapPlace, mapPlaces } from "./map-text.ts";
import { programMeant, screenWords } from "./program-meant.ts";
import { told } from "./told.ts";

const SCREEN = "(?:screens?|panels?|maps?|3270)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`^\W*(?:what|which (?:\w+ )*?(?:fields?|data|things?|texts?|information|columns?|values?|infos?))\b.*\b(?:shown|displayed|shows?|displays?|stands?|appears?|on it|see|visible|there|has|have|contain\w*|entered|typed|filled|type|enter|fill)\b.*\b${SCREEN}\b`,
  ),
  new RegExp(
    String.raw`^\W*(?:what|which (?:\w+ )*?(?:fields?|data|things?|texts?|information|columns?|values?|infos?))\b.*\b${SCREEN}\b.*\b(?:shown?|displayed|shows?|displays?|stands?|contain\w*|fields?|look like|have|has|lists?)(?: (?:for|of|about|to) (?:[a-z-]+ ?){1,3})?\W*$`,
  ),
  new RegExp(
    String.raw`^\W*(?:what|which)(?: are|'s| is)? (?:the |all )*(?:input |entry |output )?(?:fields?|texts?|contents?)(?: are| is)?(?: there)? (?:on|of|in)\b.*\b${SCREEN}\b`,
  ),
  new RegExp(
    String.raw`^\W*(?:what|which)(?:'s| is| are| stands?)(?: there)? on (?:the |an? )?(?:[a-z]+ ){0,4}${SCREEN}\W*$`,
  ),
];
/** What happens, and what is so only in a case, no map tells. */
const OF_OTHER =
  /\b(?:when|if|after|until|happens?|message|error|keys?|pf\d+|f\d+|which screens?|which programs?|sends?|how many|program shows|exist|stored|passed?|come from|operator sees?|user sees?)\b/;
const TYPED_MAX = 16;
const SHOWN_MAX = 14;
const TEXTS_MAX = 10;

/** "What is shown on the payment screen": what its map says, texts and fields with what they are called there. */
export const SCREEN_CONTENT: Dossier = {
  asks: (said) => ASKS.some((form) => form.test(said)) && !OF_OTHER.test(said),
  tells: /\b(?:typed|enter\w*|input|editable|read-?only|fields?)\b/,
  *answer(said, own, context) {
    const maps = context.folder.paths.filter(isScreenFile);
    const meant = yield* mapMeant(said, own, maps, context);
    if (!meant) return undefined;
    const places = mapPlaces(yield* fileLines(meant.path));
    if (places.length === 0) return undefined;
    return told(context, [meant.taken, ...contentTexts(meant.path, places)]);
  },
};

interface MeantMap {
  readonly path: string;
  readonly taken: string;
}

/** The one map there is, the one that is named, or the one that the program shows which is meant. */
function* mapMeant(
  said: string,
  own: string,
  maps: readonly string[],
  context: Context,
): Looking<MeantMap | undefined> {
  const named = maps.filter((path) => new RegExp(`(?<![\\w-])${stemOf(path)}(?![\\w-])`, "i").test(own));
  const [only] = named.length > 0 ? named : maps;
  const words = screenWords(said);
  if (only !== undefined && (named.length === 1 || maps.length === 1))
    return { path: only, taken: named.length === 1 ? "" : `The one screen that is defined here is ${only}.` };
  const program = yield* programMeant(own, { words, does: "\\bMAPSET\\b|\\bSEND +MAP\\b" }, context);
  const [path, ...others] = program?.paths ?? [];
  if (!program || path === undefined || others.length > 0) return undefined;
  const { lines } = yield* linesOf([{ pattern: "\\bMAPSET *\\( *['\"]?[\\w-]+|['\"][A-Z][A-Z0-9]{3,6} *['\"]", path }]);
  const texts = lines.filter((line) => !isComment(line.path, line.text)).map(({ text }) => text.toUpperCase());
  const sent = maps.filter((map) =>
    texts.some((text) => new RegExp(`['"]${stemOf(map).toUpperCase()} *['"]`).test(text)),
  );
  // Names of other maps stand there for where it goes; its own is called as it is.
  const nearest = sent.toSorted((one, other) => alike(other, path) - alike(one, path));
  const [map] = nearest;
  return map === undefined ? undefined : { path: map, taken: program.taken };
}

function alike(one: string, other: string): number {
  const [first, second] = [stemOf(one).toUpperCase(), stemOf(other).toUpperCase()];
  let at = 0;
  while (at < first.length && first[at] === second[at]) at++;
  return at;
}

function contentTexts(path: string, places: readonly MapPlace[]): readonly string[] {
  const fields = places.filter(({ name }) => name !== "");
  const rows = (own: readonly MapPlace[]): readonly string[] =>
    inOneRow(own, places).map(({ said, line }) => `${said} — ${path}:${line}`);
  const labels = new Set(fields.map((field) => labelOf(field, places)));
  const texts = places.filter(
    ({ name, text }) => name === "" && /\w/.test(text) && !labels.has(text.replace(/\s*[:.]*\s*$/, "")),
  );
  const typed = fields.filter(({ isTyped }) => isTyped);
  return [
    whole(
      "Texts that always stand there",
      texts.map(({ text, row, line }) => `'${text}' (row ${row}) — ${path}:${line}`),
      TEXTS_MAX,
    ),
    typed.length === 0
      ? "By its map no field can be typed in: all are protected."
      : whole("Fields that can be typed in, by its map", rows(typed), TYPED_MAX),
    whole("Fields that are only shown", rows(fields.filter(({ isTyped }) => !isTyped)), SHOWN_MAX),
  ];
}

/** Fields that are the same in each row of a list stand in one row. */
function inOneRow(
  fields: readonly MapPlace[],
  places: readonly MapPlace[],
): readonly { readonly said: string; readonly line: number }[] {
  const groups = Map.groupBy(fields, ({ name, length }) => `${name.replace(/\d+/g, "#")} ${length}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const last = own.at(-1);
    const label = labelOf(first, places);
    const many = own.length > 1 && last ? ` to ${last.name}, ${own.length} of them` : "";
    const size = `${first.length} character${first.length === 1 ? "" : "s"}`;
    return [{ said: `${first.name}${many}: ${size}${label === "" ? "" : `, behind '${label}'`}`, line: first.line }];
  });
}

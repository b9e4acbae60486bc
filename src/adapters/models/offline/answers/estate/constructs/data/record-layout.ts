import type { Looking } from "../../../../looking.ts";
import { readNames } from "../../../../names.ts";
import type { Context } from "../../../../query/draft.ts";
import { placeOfRow, wholeReport } from "../../../../query/rows/found.ts";
import { readTokens } from "../../../../reading/tokens.ts";
import { cited } from "../../../answer.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { type MeantRecord, recordsMeant } from "../record-meant.ts";
import { told } from "../told.ts";

const OF = "((?:[a-z]+[ -]){1,3}?)";
const RECORD = "(?:records?|copy ?books?|layouts?|row)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`\bhow (?:big|long|large|wide|many bytes) (?:is|are|does|do|has)(?: the| an?| one| each| our)* ${OF}${RECORD}\b`,
  ),
  new RegExp(
    String.raw`\b(?:what|which)(?: [a-z]+)?(?: data)? (?:fields?|columns?|data|information) (?:are|is|does|do|has|have|make up|stand|stands)(?: there)?(?: in| on| of| up)?(?: the| an?| one| each| our)* ${OF}${RECORD}\b`,
  ),
  new RegExp(
    String.raw`\b(?:size|length|layout|structure|fields|format|contents?|composition)(?: and (?:the )?(?:fields|size|length|layout))? of(?: the| an?| one| each| our)* ${OF}${RECORD}\b`,
  ),
  new RegExp(
    String.raw`\b(?:what|how) (?:does|do)(?: the| an?| one| our)* ${OF}${RECORD} (?:look|contain|hold|consist|have|include)`,
  ),
  new RegExp(
    String.raw`\bwhat(?: is|'s| are) (?:stored |kept |held )?in(?: the| an?| one| each| our)* ${OF}${RECORD}\b`,
  ),
  new RegExp(String.raw`\b${OF}record (?:layout|structure|size|length|fields|format)\b`),
];
const NOT_LAYOUT = /\b(?:if|change|changed|add|longer|programs?|who|uses?|copy|copied|deleted?|reject\w*)\b/;
const SAYS_NOTHING = /^(?:record|data|master|size|length|layout|fields?|show|field|and|whole)$/;
const ROWS_MAX = 40;

/** "How big is an account record, and what fields are in it": its bytes and each field with its offset, bytes and picture, as the parser lays it out. */
export const RECORD_LAYOUT: Dossier = {
  asks: (said) => wordsIn(said).length > 0 && !NOT_LAYOUT.test(said),
  tells: /\b(?:how (?:big|long|large)|fields?|sizes?|length|each|layout|look|bytes|columns?)\b/,
  *answer(said, own, context) {
    const { things } = yield* readNames(readTokens(own), context.folder, { alsoWords: false, isHowTo: false });
    // What is named is looked up by its name.
    if (things.some(({ written, name }) => written === name)) return undefined;
    const words = wordsIn(said);
    const { taken, others } = yield* recordsMeant(words, context);
    const texts: string[] = [];
    for (const record of taken) texts.push(...(yield* layoutOf(record, words, context)));
    if (texts.length === 0) return undefined;
    const also = others.map(({ name, path, shown }) => `${name} (${path}:${shown.line})`).slice(0, OTHERS_MAX);
    return told(context, [...texts, also.length === 0 ? "" : `Others of a like name: ${also.join(", ")}.`]);
  },
};

const OTHERS_MAX = 4;

function wordsIn(said: string): readonly string[] {
  const found = ASKS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined);
  return found === undefined ? [] : askedWords(found, SAYS_NOTHING);
}

/** What a record and the parts below it take, by the parser. */
function* layoutOf(
  { name, path, shown }: MeantRecord,
  words: readonly string[],
  { folder }: Context,
): Looking<readonly string[]> {
  const report = yield* wholeReport("citadel_fields", { path }, folder);
  const rows = (report?.sections ?? []).flatMap((section) => section.rows).map((row) => row.replace(/^\s*-\s*/, ""));
  const from = rows.findIndex((row) => new RegExp(`^${name}(?: at|:)`, "i").test(row));
  if (from < 0) return [];
  const end = rows.findIndex((row, index) => index > from && !/; of /.test(row));
  const [own = "", ...below] = rows.slice(from, end < 0 ? undefined : end);
  const bytes = /, (\d+) bytes/.exec(own)?.[1];
  const line = placeOfRow(own)?.line ?? shown.line;
  return [
    `I took "${words.join(" ")}" as ${name} (${cited(shown)}).`,
    bytes === undefined ? "" : `${name} is ${bytes} bytes long (${path}:${line}).`,
    whole(
      "Its fields, each with its offset and length in bytes (what has no name, FILLER, is left out)",
      below.map(fieldText),
      ROWS_MAX,
    ),
  ];
}

/** Without who uses it, and what it is a part of. */
const fieldText = (row: string): string =>
  row
    .replace(/; (?:not used|read \d+, written \d+ times in \d+ programs)(?= — )/, "")
    .replace(/; of [\w-]+(?=[;:]| — )/, "");

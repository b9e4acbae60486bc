import { escapeRegExp } from "../../../../../base/glob.ts";
import { stemOf } from "../../file-names.ts";
import type { Folder } from "../../folder.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { callouts } from "../../query/relations.ts";
import { linesOf } from "../../query/rows/found.ts";
import { readBoundQuestion } from "../../reading/bound-question.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { answered, cited } from "../answer.ts";
import { type Case, caseOf, caseText } from "../estate/dossiers/case-rows.ts";
import { whole } from "../estate/dossiers/whole-rows.ts";
import { wordingsOf } from "../estate/dossiers/wordings.ts";
import { ranked } from "../estate/outcomes.ts";
import { withOtherNames } from "../quoting/search-passages.ts";
import {
  type CandidateField,
  type FieldCandidates,
  fieldCandidates,
  fieldLists,
  mapFieldsText,
} from "./field-candidates.ts";
import { valuesBelow } from "./field-values.ts";
import { rangeText, widthOf } from "./field-width.ts";

const FIELDS_MAX = 20;
const LINES_BELOW = 14;
const PICTURE = /\bPIC(?:TURE)?\s+(?:IS\s+)?([-\w()+.,/*$]*[\w)])/i;
const NUMERIC = /^[S9V()\d]*$/i;
const COMPARED = /(?:[<>]|\b(?:GREATER|LESS)\b)/i;

/** "Is there a limit on how much a fee can be", "which status values are allowed": what the fields of that name hold, and what programs ask of them. */
export function* answerFieldBounds(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const asked = readBoundQuestion(inEnglish(part));
  if (!asked || !folder.tools.has("citadel_rules")) return undefined;
  const all: Bounds[] = [];
  for (const words of wordingsOf(asked.what, asked.besides)) {
    const found = yield* fieldCandidates(words, folder);
    if (!found || found.dropped.length > 0) continue;
    const meant = asked.isQuantity ? ofNumbers(found) : found;
    if (meant.shared.length + meant.own.length > 0) all.push({ words, found, meant });
    // What programs share is what is stored.
    if (meant.shared.length > 0) break;
  }
  const best = all.find(({ meant }) => meant.shared.length > 0) ?? all[0];
  if (!best) return undefined;
  const answer = answered(...(yield* boundsOf(best, folder)));
  return { answer: { ...answer, obeyed: "all" }, groups: before };
}

interface Bounds {
  readonly words: readonly string[];
  readonly found: FieldCandidates;
  /** Those of them that can hold what is asked for. */
  readonly meant: FieldCandidates;
}

/** Fields that hold a number; with decimals where some do: how much it is. */
function ofNumbers(found: FieldCandidates): FieldCandidates {
  const all = [...found.shared, ...found.own];
  const isNumber = (one: CandidateField): boolean => NUMERIC.test(pictureOf(one) || "X");
  const isAmount = (one: CandidateField): boolean => isNumber(one) && /V/i.test(pictureOf(one));
  const is = all.some(isAmount) ? isAmount : isNumber;
  return { ...found, shared: found.shared.filter(is), own: found.own.filter(is) };
}

const pictureOf = ({ text }: CitedLine): string => PICTURE.exec(text)?.[1] ?? "";
/** What only says that something was found good, or how a file answered, holds nothing of its own. */
const OF_PROGRAM =
  /(?<![A-Z0-9])(?:FLG|FLAG|FLAGS|SW|SWITCH|EOF|END-OF|FILE|STAT\d)(?![A-Z])|FILE|(?:-EOF|-OK|-ISVALID|-BLANK)(?![\w-])/i;

function* boundsOf({ words, found, meant }: Bounds, folder: Folder): Looking<readonly string[]> {
  const called = words.join(" ");
  const every = [...found.shared, ...found.own].slice(0, FIELDS_MAX);
  const [best] = yield* mostCopied(meant, words, folder);
  if (!best) return [];
  const mayHold = new Set([...meant.shared, ...meant.own]);
  const values = (yield* namedValues(every)).filter(({ text, field }) => !OF_PROGRAM.test(`${field} ${text}`));
  const checks = yield* conditionsOn(
    [...every.filter((one) => pictureOf(one) === "" || mayHold.has(one)), ...values],
    found,
    folder,
  );
  const said = yield* messagesOf(words);
  const picture = pictureOf(best);
  const holds = picture === "" ? "" : `, which holds ${widthOf(picture)} characters${rangeText(picture)}`;
  const isLimited = checks.some(({ text }) => COMPARED.test(text)) || values.length > 0 || said.length > 0;
  return [
    `I took "${called}" as ${best.name}${holds}: ${cited(best)}`,
    whole("Values that are named below such fields (level 88)", values.map(cited), VALUES_MAX),
    whole("Messages that speak of it, behind what leads there", said.map(caseText), MESSAGES_MAX),
    whole("Conditions that name such fields", checks.map(cited), CHECKS_MAX),
    isLimited || !NUMERIC.test(picture || "X")
      ? ""
      : "No line that names one of these fields compares it with a higher or lower number, so that only its picture limits it there.",
    ...(yield* fieldLists(meant, folder)),
    mapFieldsText(found),
  ];
}

/** The field that most programs share first; of several the one that is called just so. */
export function* mostCopied(
  { shared, own }: FieldCandidates,
  words: readonly string[],
  folder: Folder,
): Looking<readonly CandidateField[]> {
  const copies = (yield* callouts(["copies", "includes"], folder))?.edges ?? [];
  const countOf = ({ path }: CandidateField): number =>
    copies.filter(({ to }) => to.toUpperCase() === stemOf(path).toUpperCase()).length;
  const partsOf = ({ name }: CandidateField): number => name.split("-").length - words.length;
  const ranked = shared.map((field) => ({ field, rank: countOf(field) / (1 + Math.max(0, partsOf(field))) }));
  return [...ranked.toSorted((one, other) => other.rank - one.rank).map(({ field }) => field), ...own];
}

/** Messages that hold all the words, or whose conditions do. */
function* messagesOf(words: readonly string[]): Looking<readonly Case[]> {
  const found = yield* ranked("message", NOWHERE, { query: withOtherNames(words.join(" ")), limit: MESSAGES_RANKED });
  return found
    .map(caseOf)
    .filter(
      ({ when, says, isKept }) =>
        when !== "" && isKept && words.every((word) => says.some((one) => holdsWord(one, word))),
    );
}

const NOWHERE = { names: [], paths: [], steps: [] };
const MESSAGES_RANKED = 12;
const MESSAGES_MAX = 4;
const VALUES_MAX = 10;
const CHECKS_MAX = 8;

interface NamedValue extends CitedLine {
  /** Below which it stands. */
  readonly field: string;
}

function* namedValues(fields: readonly CandidateField[]): Looking<readonly NamedValue[]> {
  const read = yield* lookAll(
    fields.map(({ path, line }) => ({ name: "read_file", input: { path, offset: line + 1, limit: LINES_BELOW } })),
  );
  return fields.flatMap(({ path, name }, index) => {
    const rows: NamedValue[] = [];
    for (const { line, text } of valuesBelow(readNumbered(read[index]?.text ?? "", path))) {
      const code = text.slice(0, LAST_COLUMN);
      const last = rows.pop();
      if (/^.{6} +88\b/.test(code)) rows.push(...(last ? [last] : []), { path, line, text: code, field: name });
      // What goes on on the next line belongs to it.
      else if (last) rows.push({ ...last, text: `${last.text.trimEnd()} ${code.slice(6).trim()}` });
    }
    return rows;
  });
}

const LAST_COLUMN = 72;

/** Conditions that name the fields, the values below them, or what is typed into a field of a map that is called so. */
function* conditionsOn(
  fields: readonly CitedLine[],
  { onMaps }: FieldCandidates,
  folder: Folder,
): Looking<readonly CitedLine[]> {
  const names = fields.flatMap(({ text }) => /^.{6} +\d\d +([A-Z][\w-]*)/i.exec(text)?.[1] ?? []);
  const typed = onMaps.map(({ name }) => `${name}I`);
  const all = [
    ...new Set([...names.filter((name) => !OF_PROGRAM.test(name)), ...typed].map((name) => name.toUpperCase())),
  ];
  if (all.length === 0) return [];
  const pattern = `^.{6}[^*].*\\b(?:IF|WHEN|AND|OR|UNTIL|NOT)\\b.*[ (](?:${all.map(escapeRegExp).join("|")})(?:[ .()]|$)`;
  const { lines } = yield* linesOf([{ pattern, glob: "*.{cbl,cob,cobol,cpy,CBL,COB,CPY}" }]);
  const asking = lines.filter(({ path, text }) => !isComment(path, text) && (folder.keeps?.(path) ?? true));
  // A bound comes before whether it is given at all.
  const rankOf = ({ text }: CitedLine): number =>
    COMPARED.test(text)
      ? 0
      : /\b(?:NUMERIC|ALPHABETIC|VALID|RANGE)/i.test(text)
        ? 1
        : /\b(?:SPACES|LOW-VALUES|ZEROS?)\b/i.test(text)
          ? 2
          : 3;
  return asking.toSorted((one, other) => rankOf(one) - rankOf(other));
}

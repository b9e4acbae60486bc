import { type Answer, answered, cited } from "../answers/answer.ts";
import { impact } from "../answers/estate/impact.ts";
import { asWideAs } from "../answers/fields/as-wide.ts";
import {
  candidatesText,
  fieldCandidates,
  fieldLists,
  mapFieldsText,
  onlyShared,
} from "../answers/fields/field-candidates.ts";
import { firstNames } from "../cut-lists.ts";
import { describedFieldIn, describedFieldOf, describedThing } from "../described.ts";
import { stemOf } from "../file-names.ts";
import type { Folder, Thing } from "../folder.ts";
import { led } from "../honest-answer.ts";
import type { Looking } from "../looking.ts";
import { supposesChange } from "../reading/question-form.ts";
import { asWhatIf, type Growth, grownPicture, growthIn, ofDeclaredKind } from "../reading/supposed-change.ts";
import { conceptsOf } from "../reading/tokens.ts";
import type { QueryAnswer } from "./answer-query.ts";
import type { Context } from "./draft.ts";
import { groupsOf } from "./groups.ts";
import { type Item, readItems } from "./items.ts";

/** A change that a part supposes of something that it describes. */
interface WhatIf {
  readonly words: readonly string[];
  /** What it is said to be; any where nothing is said. */
  readonly kinds: readonly string[];
  /** The picture that it would have. */
  readonly picture?: string;
}

/** "What breaks if I make the berth id ten digits long": what a change of the thing that the words describe reaches. */
export function* answerWhatIf(asked: string, { folder }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.tools.has("citadel_impact")) return undefined;
  const part = asWhatIf(asked);
  const supposed =
    (yield* fieldOfRecord(part)) ?? (yield* fieldOfNamed(part, folder)) ?? (yield* thingThatChanges(part, folder));
  if (!supposed) return yield* fieldsThatMayChange(part, folder);
  return yield* changeOf(supposed, growthIn(part) !== undefined || supposed.picture !== undefined, folder);
}

/** What a change reaches; of its width, with what else is as wide. */
export function* changeOf(supposed: Supposed, isOfWidth: boolean, folder: Folder): Looking<QueryAnswer> {
  const answer = yield* impactOf(supposed, folder);
  const beside = isOfWidth ? yield* asWideAs(supposed, folder) : [];
  const [lead = "", ...rest] = answer.text.split("\n");
  return { answer: { ...answer, text: [lead, ...beside, ...rest].join("\n") }, groups: groupsOf([supposed.thing]) };
}

/** "What breaks if I make the holder name 40 characters long", where no one field is called so: those that may be meant. */
function* fieldsThatMayChange(part: string, folder: Folder): Looking<QueryAnswer | undefined> {
  const asked = readWhatIf(readItems(part));
  const growth = growthIn(part);
  const isOfWidth = growth !== undefined || asked?.picture !== undefined;
  const found = asked?.kinds.includes("field") && isOfWidth ? yield* fieldCandidates(asked.words, folder) : undefined;
  if (!asked || !found) return undefined;
  const thing = onlyShared(found, asked.words.join(" "));
  const cut = found.isWhole ? "" : "A look-up was cut: there may be more than it gave.";
  if (!thing) {
    const texts = [candidatesText(found), ...(yield* fieldLists(found, folder)), mapFieldsText(found), cut];
    return { answer: { ...answered(...texts), obeyed: "all" }, groups: [] };
  }
  const answer = yield* impactOf({ thing, words: asked.words, picture: pictureOf(thing, asked, growth) }, folder);
  const text = [answer.text, mapFieldsText(found), cut].filter((one) => one !== "").join("\n");
  return { answer: { ...answer, text }, groups: groupsOf([thing]) };
}

/** A change with the thing that it was found to be of. */
interface Supposed {
  readonly thing: Thing;
  readonly words: readonly string[];
  readonly picture?: string | undefined;
}

function* thingThatChanges(part: string, folder: Folder): Looking<Supposed | undefined> {
  const asked = readWhatIf(readItems(part));
  const thing = asked && (yield* describedThing(asked.words, asked.kinds, folder));
  return thing && { thing, words: asked.words, picture: pictureOf(thing, asked, growthIn(part)) };
}

/** The picture that it would have: "two longer" is no width, and the present one tells which it becomes. */
function pictureOf({ places: [place] }: Thing, { picture }: WhatIf, growth: Growth | undefined): string | undefined {
  const declared = place?.text ?? "";
  if (growth) return grownPicture(declared, growth);
  return picture && ofDeclaredKind(declared, picture);
}

/** "If the amount in the daily transaction record gets two digits more". */
const OF_RECORD =
  /(?<=\b(?:if|when|suppose|of|making|change|to) )(?:(?:i|we|you) (?:make|change) )?(?:the |an? )?([\p{L}]+(?: [\p{L}]+)?) (?:in|of|on|inside) (?:the |an? )?((?:[\p{L}]+ ){1,3})(?:record|copybook|layout)\b/iu;

function* fieldOfRecord(part: string): Looking<Supposed | undefined> {
  const [, field, record] = supposesChange(part) || GROWS.test(part) ? (OF_RECORD.exec(part) ?? []) : [];
  if (field === undefined || record === undefined) return undefined;
  const words = field
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "the");
  const called = record.trim();
  const thing = yield* describedFieldOf(words, called.toLowerCase().split(" "));
  return (
    thing && {
      thing: { ...thing, written: `${field} of the ${called} record` },
      words: [...words, ...called.split(" ")],
    }
  );
}

/** "If I make the account number in BERTHREC two digits longer". */
const OF_NAMED = /(?:the|an?|our) ([\p{L}]+(?: [\p{L}]+)?) (?:in|of|on) ([A-Z][A-Z0-9$#@-]{3,})(?![\w-])/u;

function* fieldOfNamed(part: string, folder: Folder): Looking<Supposed | undefined> {
  const [, field = "", file = ""] = supposesChange(part) || GROWS.test(part) ? (OF_NAMED.exec(part) ?? []) : [];
  const path = folder.paths.find((one) => /\.(?:cpy|copy|cbl|cob)$/i.test(one) && stemOf(one).toUpperCase() === file);
  if (path === undefined) return undefined;
  const words = field.toLowerCase().split(" ");
  const thing = yield* describedFieldIn(words, path);
  const declared = thing?.places[0]?.text ?? "";
  const growth = growthIn(part);
  const picture = growth ? grownPicture(declared, growth) : undefined;
  return thing && { thing: { ...thing, written: `${field} in ${file}` }, words: [...words, "in", file], picture };
}

const GROWS =
  /\b(?:gets?|becomes?|grows?|is|were|made) .*\b(?:digits?|characters?|bytes?|longer|wider|bigger|shorter)\b/i;

function* impactOf({ thing, words, picture }: Supposed, folder: Folder): Looking<Answer> {
  const part = picture === undefined ? words.join(" ") : `${words.join(" ")} PIC ${picture}`;
  const answer = yield* impact({
    part,
    things: [thing],
    topic: [],
    subject: [],
    restricting: [],
    concepts: new Set(),
    folder,
  });
  const [place] = thing.places;
  const others = thing.others ?? [];
  const more = others.length === 0 ? "" : `; others that it may mean: ${firstNames(others, OTHERS_MAX)}`;
  const width = picture === undefined ? "" : `, and the change as one to PIC ${picture}`;
  return {
    ...led(
      `I took "${words.join(" ")}" as ${thing.name}${place ? ` (${cited({ ...place, text: "" })})` : ""}${width}${more}.`,
      answer,
    ),
    obeyed: "all",
  };
}

const OTHERS_MAX = 5;

/** What something that changes is a part of: "the layout of the record". */
const PARTS = /^(?:layout|length|size|format|definition|structure|type|width|tamanho|formato)$/i;
const RESIZES = /^(?:longer|shorter|bigger|wider|larger|smaller|long|wide|maior|menor)$/i;
const UNITS = /^(?:digits?|characters?|chars?|letters?|bytes?|digitos|caracteres)$/i;
const CHANGES = /^(?:make|made|set|delete|remove[sd]?|drop|rename[sd]?|change[sd]?|mudar|alterar|remover)$/i;
const KINDS: readonly (readonly [words: RegExp, kinds: readonly string[]])[] = [
  [/^(?:fields?|campos?|variables?|columns?)$/i, ["field"]],
  [/^(?:records?|registr?os?)$/i, ["record", "copybook"]],
];

const isOf = ({ text }: Item, concept: string): boolean =>
  text.split(" ").some((word) => conceptsOf(word.toLowerCase()).includes(concept));

function readWhatIf(items: readonly Item[]): WhatIf | undefined {
  const asks = items.findIndex((item) => isOf(item, "effect"));
  const changes = items.findIndex((item, index) => index > asks && (CHANGES.test(item.text) || isOf(item, "change")));
  if (asks < 0 || changes < 0) return undefined;
  const told = items.slice(changes + 1).filter(({ is }) => !/^(?:the|in|break|empty|be|by)$/.test(is));
  // A name is asked of by itself.
  if (told.some(({ is }) => is === "name" || is === "stands" || is === "project")) return undefined;
  const count = told.find(({ is }, index) => is === "number" && UNITS.test(told[index + 1]?.text ?? ""));
  const unit = told.find(({ text }) => UNITS.test(text))?.text ?? "";
  const nouns = told.filter(
    ({ text, is }) => is !== "number" && !PARTS.test(text) && !RESIZES.test(text) && !UNITS.test(text),
  );
  const [, kinds = ["field", "record"]] = KINDS.find(([form]) => nouns.some(({ text }) => form.test(text))) ?? [];
  const texts = nouns.map(({ text }) => text.replace(/^(?:the|an?|our) /i, ""));
  const words = texts.filter((text) => !KINDS.some(([form]) => form.test(text)));
  if (words.length === 0 || words.length > WORDS_MAX) return undefined;
  const picture = count?.is === "number" ? `${/^(?:digit|digito)/i.test(unit) ? "9" : "X"}(${count.count})` : undefined;
  return { words, kinds, ...(picture === undefined ? {} : { picture }) };
}

const WORDS_MAX = 4;

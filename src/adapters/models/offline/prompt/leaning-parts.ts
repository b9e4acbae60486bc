import { withFacts } from "../answers/facts/answer-facts.ts";
import { passages } from "../answers/passages.ts";
import type { Folder } from "../folder.ts";
import type { Looking } from "../looking.ts";
import { CERTAIN, type Reading } from "../prefer-intent.ts";
import { asksPartsOfIt, leansOnBefore } from "../reading/leaning.ts";
import { plain } from "../reading/tokens.ts";
import type { AnsweredPart } from "./joined-answers.ts";
import { saysEnough } from "./told-parts.ts";

/**
 * The part before, where one names nothing of its own. Behind facts a part may be a question of the whole, "where does it start", which is
 * told by how well a kind of question fits; behind what is only near it asks more of that.
 */
export function leantOn(
  before: AnsweredPart | undefined,
  said: string,
  { isNaming, fit }: { readonly isNaming: boolean; readonly fit: number } = { isNaming: false, fit: 0 },
): AnsweredPart | undefined {
  if (before === undefined || isNaming || !leansOnBefore(said, before.part)) return undefined;
  return fit >= CERTAIN && before.answer.isOfPassages !== true && !asksPartsOfIt(said) ? undefined : before;
}

/** How well a kind of question fits that needs no subject of its own: what is about something, a part that names nothing cannot ask. */
export const fitOfWhole = ({ choices: [best] }: Reading): number =>
  best === undefined || best.intent.needs === "topic" ? 0 : best.fit;

/**
 * The answer to a part, and to one that leans on it: both are looked for together. What the first found for certain stays as it is, and only
 * what it does not show is put behind it.
 */
export function* withLeaning(
  before: AnsweredPart,
  said: string,
  { about: _, ...folder }: Folder,
): Looking<readonly AnsweredPart[]> {
  if (FORM_ALONE.test(plain(said))) return [before];
  const part = `${before.part.replace(/[\s?.!,;:]+$/, "")}, ${said.replace(/^\W*(?:and|e) /i, "")}`;
  // Of what is nowhere here nothing more is told, but what else is done where it would be.
  const isOfPassages = before.answer.isOfPassages === true;
  const doesMore = before.answer.isAbsence === true && DOES_MORE.test(plain(said));
  if (before.answer.isAbsence === true && !isOfPassages && !doesMore) return [{ ...before, part }];
  const found = yield* passages(part, folder);
  if (isOfPassages && !doesMore) {
    const told = yield* withFacts(found, before.part, folder, "");
    return [{ part, answer: saysEnough(told.text, before.part) ? told : found }];
  }
  if (!doesMore && isShownIn(before.answer.text, found.text)) return [{ ...before, part }];
  return [before, { part: said, answer: found }];
}

/** What is done to the same thing, and not how, where or why it is as the part before asks. */
const DOES_MORE =
  /\b(?:change|update|edit|modify|delete|remove|add|create|read|see|view|write|send|alterar|apagar|criar|ler)\b/;

/** "Yes or no" asks for nothing more. */
const FORM_ALONE = /^\W*(?:(?:just |a |simple )*yes (?:or|and) no|sim ou nao)\b/;
const PLACE = /^\S+:\d+-\d+(?=,|:| )/gm;

/** Whether each place that a text quotes stands in another. */
function isShownIn(shown: string, text: string): boolean {
  const places = text.match(PLACE) ?? [];
  return places.every((place) => shown.includes(place));
}

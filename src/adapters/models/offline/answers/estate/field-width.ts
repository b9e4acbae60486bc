import { describedThing, isIn } from "../../described.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { groupsOf } from "../../query/groups.ts";
import { readWidthQuestion } from "../../reading/width-question.ts";
import { answered, cited } from "../answer.ts";
import { candidatesText, fieldCandidates, fieldLists, mapFieldsText } from "./field-candidates.ts";

/** "How long is a berth id": the declaration of the field that the words describe, and of all others that are called so. */
export function* answerFieldWidth(part: string, { folder }: Context): Looking<QueryAnswer | undefined> {
  const words = readWidthQuestion(part);
  const found = words && (yield* fieldCandidates(words, folder));
  if (!words || !found || found.dropped.length > 0) return undefined;
  const thing = yield* describedThing(words, ["field"], folder);
  // A name that says more is one of several: a customer's name is neither the first nor the last.
  const isJust = thing?.name.split(/[-_]/).every((one) => words.some((word) => isIn(word, one))) ?? false;
  const place = isJust ? thing?.places.find(({ text }) => PICTURE.test(text)) : undefined;
  const width = place && widthOf(PICTURE.exec(place.text)?.[1] ?? "");
  const lead =
    thing && place && width
      ? `I took "${words.join(" ")}" as ${thing.name}: ${width} characters, by its picture in ${cited(place)}`
      : undefined;
  const lists = yield* fieldLists(found, folder);
  const answer = answered(lead, candidatesText(found), ...lists, mapFieldsText(found));
  return { answer: { ...answer, obeyed: "all" }, groups: thing ? groupsOf([thing]) : [] };
}

const PICTURE = /\bPIC(?:TURE)?\s+(?:IS\s+)?([-\w()+.,/*$]*[\w)])/i;

/** How many characters a picture holds as it is displayed; a sign and an implied point take none. */
export function widthOf(picture: string): number {
  const long = picture
    .toUpperCase()
    .replace(/(.)\((\d+)\)/g, (_all, one: string, count: string) => one.repeat(Number(count)));
  return long.replace(/[SV]/g, "").length;
}

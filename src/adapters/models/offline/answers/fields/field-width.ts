import { describedThing, isIn } from "../../described.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { groupsOf } from "../../query/groups.ts";
import { readWidthQuestion } from "../../reading/width-question.ts";
import { answered, cited } from "../answer.ts";
import { candidatesText, fieldCandidates, fieldLists, mapFieldsText, onlyShared } from "./field-candidates.ts";

/** "How long is a berth id": the declaration of the field that the words describe, and of all others that are called so. */
export function* answerFieldWidth(part: string, { folder }: Context): Looking<QueryAnswer | undefined> {
  const words = readWidthQuestion(part);
  const found = words && (yield* fieldCandidates(words, folder));
  if (!words || !found) return undefined;
  // "The holder name" of HOLDER: the only field that is called so is meant.
  const only = onlyShared(found, words.join(" "));
  if (found.dropped.length > 0 && !only) return undefined;
  const thing = only ?? (yield* describedThing(words, ["field"], folder));
  // A name that says more is one of several: a customer's name is neither the first nor the last.
  const isJust = thing?.name.split(/[-_]/).every((one) => words.some((word) => isIn(word, one))) ?? false;
  const place = isJust || only ? thing?.places.find(({ text }) => PICTURE.test(text)) : undefined;
  const picture = (place && PICTURE.exec(place.text)?.[1]) ?? "";
  const width = widthOf(picture);
  const lead =
    thing && place && width
      ? `I took "${words.join(" ")}" as ${thing.name}: ${width} characters${rangeText(picture)}, by its picture in ${cited(place)}`
      : undefined;
  const lists = yield* fieldLists(found, folder);
  const answer = answered(lead, candidatesText(found), ...lists, mapFieldsText(found));
  return { answer: { ...answer, obeyed: "all" }, groups: thing ? groupsOf([thing]) : [] };
}

const PICTURE = /\bPIC(?:TURE)?\s+(?:IS\s+)?([-\w()+.,/*$]*[\w)])/i;

/** What numbers a picture has room for; nothing for one of letters, or of digits that are edited. */
export function rangeText(picture: string): string {
  const [, sign = "", whole = "", decimals = ""] = /^(S?)(9*)(?:V(9*))?$/.exec(spelled(picture)) ?? [];
  if (whole + decimals === "") return "";
  const most = `${whole === "" ? "0" : whole.replace(/\B(?=(?:9{3})+$)/g, ",")}${decimals === "" ? "" : `.${decimals}`}`;
  return `, from ${sign === "" ? "0" : `-${most}`} to ${most}`;
}

/** Each character as often as it stands there. */
const spelled = (picture: string): string =>
  picture.toUpperCase().replace(/(.)\((\d+)\)/g, (_all, one: string, count: string) => one.repeat(Number(count)));

/** How many characters a picture holds as it is displayed; a sign and an implied point take none. */
export const widthOf = (picture: string): number => spelled(picture).replace(/[SV]/g, "").length;

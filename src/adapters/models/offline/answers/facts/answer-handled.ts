import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { answered } from "../answer.ts";
import { passages } from "../passages.ts";
import { factsText } from "./answer-facts.ts";
import { readAskedFacts } from "./asked-facts.ts";

/** "What happens if my callback throws": what the code does where that fails, before what is nearest. */
export function* answerHandled(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (readAskedFacts(part)?.kind !== "handler") return undefined;
  const text = yield* factsText(part, folder);
  if (text === undefined) return undefined;
  const more = yield* passages(part, folder);
  return { answer: { ...answered(text, more.isAnswer ? more.text : ""), obeyed: "all" }, groups: before };
}

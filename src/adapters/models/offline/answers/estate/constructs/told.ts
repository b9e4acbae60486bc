import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { answered } from "../../answer.ts";

/** What structure shows is of all that was asked: no word of the question narrows it further. */
export const told = ({ before }: Context, texts: readonly (string | undefined)[]): QueryAnswer => ({
  answer: { ...answered(...texts), obeyed: "all", isOfForm: true },
  groups: before,
});

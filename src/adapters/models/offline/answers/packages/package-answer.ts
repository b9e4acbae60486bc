import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Group } from "../../query/shape.ts";
import { answered } from "../answer.ts";

/** What the code of a package tells for certain: the whole form of the question was read. */
export const packageAnswer = (groups: readonly Group[], texts: readonly string[]): QueryAnswer | undefined =>
  texts.length === 0 ? undefined : { answer: { ...answered(...texts), obeyed: "all", isOfForm: true }, groups };

import type { Looking } from "../../../looking.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";

/** A kind of question about how a mainframe application is run, which may span several sentences. */
export interface Dossier {
  /** Whether plain words of English ask it. */
  readonly asks: (said: string) => boolean;
  /** True: what is asked may stand behind what was told of it, in another sentence. */
  readonly isOfStory?: boolean;
  /** What a further part of the same prompt may ask that the answer tells as well. */
  readonly tells: RegExp;
  /** @param said  the question in plain words of English; `own` as it was said */
  answer(said: string, own: string, context: Context): Looking<QueryAnswer | undefined>;
}

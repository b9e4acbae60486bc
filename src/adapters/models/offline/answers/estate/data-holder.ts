import { firstNames } from "../../cut-lists.ts";
import { describedThing } from "../../described.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { groupsOf } from "../../query/groups.ts";
import { answered } from "../answer.ts";
import { definitionOf } from "./keys.ts";

const FORM =
  /^\W*(?:in )?(?:which|what) (?:vsam |data )?(?:files?|data ?sets?|tables?) (?:holds?|contains?|stores?|keeps?|has|have|(?:are|is) (?=.* (?:in|held|kept|stored)\W*$)) ?(?:the |our |all )*([a-z ]+?)(?: (?:data|records?|master|information|details))?(?: (?:in|held|kept|stored)(?: in)?)?\W*$/iu;
const WORDS_MAX = 3;
const OTHERS_MAX = 5;

/** "Which file holds the customers": the data whose name or DD name says so, with what its definition says. */
export function* answerDataHolder(part: string, { folder }: Context): Looking<QueryAnswer | undefined> {
  const said = FORM.exec(part)?.[1];
  const words = said?.split(" ").map((word) => word.replace(/(?<=[^su])s$/, "")) ?? [];
  if (said === undefined || words.length > WORDS_MAX || !folder.tools.has("citadel_crud")) return undefined;
  const thing = yield* describedThing(words, ["dataset"], folder);
  const [place] = thing?.places ?? [];
  if (!thing || !place) return undefined;
  const others = thing.others ?? [];
  const more = others.length === 0 ? "" : `; others that are called so: ${firstNames(others, OTHERS_MAX)}`;
  const lead = `By its name, what holds "${said}" is ${thing.name} (${place.path}:${place.line})${more}.`;
  const answer = answered(lead, yield* definitionOf(thing));
  return { answer: { ...answer, obeyed: "all" }, groups: groupsOf([thing]) };
}

import { shortLists } from "../cut-lists.ts";
import { type Looking, settled } from "../looking.ts";
import { type Answer, type Asked, answered, type Intent, isEstate, unanswered } from "./answer.ts";

/** What may be read as a sign that something is risky or odd, by the kind of question that counts it; of each list so many rows. */
const SIGNS = ["hotspots", "longest", "todo", "missing", "dead"];
const OF_ESTATE: ReadonlySet<string> = new Set(["missing", "dead"]);
const ROWS_MAX = 3;

/** A judgement that no file makes, and what can be counted for it. @param counting  the kinds of questions that count such signs */
export const signIntents = (counting: readonly Intent[]): readonly Intent[] => [
  {
    id: "signs",
    means: "what may be risky or odd here",
    needs: "nothing",
    forms: "riskhere | riskhere project",
    *answer(asked): Looking<Answer> {
      const signs: string[] = [];
      for (const id of SIGNS) {
        if (OF_ESTATE.has(id) && !isEstate(asked.folder)) continue;
        const answer = yield* counted(counting, id, asked);
        if (answer?.isAnswer === true) signs.push(shortLists(answer.text, ROWS_MAX));
      }
      if (signs.length === 0)
        return unanswered("No file says what is risky or odd, and no sign of it can be counted here.");
      return {
        ...answered("No file says what is risky or odd; these signs of it can be counted:", ...signs),
        obeyed: "all",
      };
    },
  },
];

const counted = (counting: readonly Intent[], id: string, asked: Asked): Looking<Answer | undefined> =>
  counting.find((intent) => intent.id === id)?.answer({ ...asked, things: [], restricting: [] }) ?? settled(undefined);

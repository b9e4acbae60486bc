import { shortLists } from "../cut-lists.ts";
import { type Looking, settled } from "../looking.ts";
import { type Answer, type Asked, answered, type Intent, isEstate, unanswered } from "./answer.ts";
import { ESTATE_INTENTS } from "./estate/estate.ts";
import { GIT_INTENTS } from "./history/git.ts";
import { LARGEST_INTENTS } from "./largest.ts";
import { TEXT_INTENTS } from "./text.ts";

/** What may be read as a sign that something is risky or odd, by the kind of question that counts it; of each list so many rows. */
const SIGNS = ["hotspots", "longest", "todo", "missing", "dead"];
const OF_ESTATE: ReadonlySet<string> = new Set(["missing", "dead"]);
const ROWS_MAX = 3;

const COUNTING: readonly Intent[] = [...GIT_INTENTS, ...LARGEST_INTENTS, ...TEXT_INTENTS, ...ESTATE_INTENTS];

/** A judgement that no file makes, and what can be counted for it. */
export const SIGN_INTENTS: readonly Intent[] = [
  {
    id: "signs",
    means: "what may be risky or odd here",
    needs: "nothing",
    forms: "riskhere | riskhere project",
    *answer(asked): Looking<Answer> {
      const signs: string[] = [];
      for (const id of SIGNS) {
        if (OF_ESTATE.has(id) && !isEstate(asked.folder)) continue;
        const answer = yield* counted(id, asked);
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

const counted = (id: string, asked: Asked): Looking<Answer | undefined> =>
  COUNTING.find((intent) => intent.id === id)?.answer({ ...asked, things: [], restricting: [] }) ?? settled(undefined);

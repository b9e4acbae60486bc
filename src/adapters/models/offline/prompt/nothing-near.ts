import { readQuestion } from "../../../../engines/passages/question.ts";
import type { Answer } from "../answers/answer.ts";
import { examples } from "../answers/meta.ts";
import { listFolder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import type { Looking } from "../looking.ts";
import { inPortuguese } from "../portuguese/in-portuguese.ts";
import { isPortuguese, plain } from "../reading/tokens.ts";

/** Behind an answer that shows nothing: the words that were looked for, and what can be asked of this folder. */
export function* withWhatToAsk(answer: Answer, asked: string, tools: ReadonlySet<string>): Looking<Answer> {
  const frames = framesFor(asked);
  if (answer.isAnswer || !answer.text.includes(frames.nothing) || PLACE.test(answer.text)) return answer;
  // What a word was put into English as was not said.
  const words = readQuestion(asked).terms.flatMap(({ said }) => (plain(asked).includes(plain(said)) ? [said] : []));
  const lookedFor = words.length === 0 ? [] : [frames.lookedFor(words)];
  const shown = yield* examples(yield* listFolder(tools));
  return {
    ...answer,
    text: [answer.text, ...lookedFor, isPortuguese(asked) ? inPortuguese(shown) : shown].join("\n"),
  };
}

const PLACE = /:\d+/;

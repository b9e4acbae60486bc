import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import type { Answer } from "../../answer.ts";
import { passages } from "../../passages.ts";
import { answerActor } from "./answer-actor.ts";

/** Below so few lines of a program there is room for what is near elsewhere. */
const FEW_LINES = 16;

/** What answers a part where no kind of question does: lines of the program that does what it speaks of, and the passages that say most of it. */
export function* nearest(part: string, folder: Folder): Looking<Answer> {
  const actor = yield* answerActor(part, folder);
  if (actor && actor.text.split("\n").length > FEW_LINES) return actor;
  const spoken = yield* passages(part, folder);
  return actor === undefined ? spoken : { ...actor, text: `${actor.text}\n${spoken.text}` };
}

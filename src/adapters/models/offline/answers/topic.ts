import type { Looking } from "../looking.ts";
import { wordPattern } from "../named-thing.ts";
import { asksBehaviour, asksHowTo } from "../reading/question-form.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  type Lines,
  listed,
  search,
} from "./answer.ts";
import { nearest } from "./estate/actors/nearest.ts";
import { passages } from "./passages.ts";

/** Questions about a subject in plain words. */
export const TOPIC_INTENTS: readonly Intent[] = [
  {
    id: "search",
    // What one has to do so that something "shows up" somewhere, no list of lines tells.
    isAskedBy: (part) => !asksHowTo(part) && !/^\W*how (?:does|do|is|are)\b/i.test(part),
    isOfTwo: true,
    means: "lines that hold a text",
    needs: "topic",
    forms:
      "search for X | search X | find X | grep X | look for X | which files contain X | where does X appear | which files mention X | procure X | busque X | onde aparece X | lines with X | find all occurrences of X | search for T | grep T | which files contain T | find T | find all T | where is T mentioned | search the word T",
    *answer({ things, topic, part, folder, restricting }) {
      // Words that mean something else as well are a part of what is looked for.
      if (things.length === 0 && restricting.some((word) => !topic.includes(word))) return yield* nearest(part, folder);
      // What happens is no list of lines that spell a name.
      if (asksBehaviour(part)) return yield* nearest(part, folder);
      const wanted =
        things.find(({ kind }) => kind !== "folder")?.written ??
        /["'`]([^"'`]+)["'`]/.exec(part)?.[1] ??
        topic.join(" ");
      const path = things.length > 1 ? things.find(({ kind }) => kind === "folder")?.name : undefined;
      return yield* linesWith(wanted, path === undefined ? {} : { path }, { part, folder });
    },
  },
  {
    id: "topic",
    isOfBareName: true,
    isOfTwo: true,
    means: "what the files say of that subject",
    needs: "topic",
    forms:
      "how does T work | where is T done | how is T handled | what about T | where is T | where is T implemented | which function does T | show me the function that T | what is T | explain T | how are T processed | which programs handle T | como funciona T | onde esta T | where is T calculated | which code does T | tell me about T | event T | why T | which program does T | what does T do | show me the code that handles T | where does T happen | which file is responsible for T | is there T | how do i T | how can i T | how do i use T | what is the T | how is T implemented | which job does T | which screen does T | how does the code handle T | who handles T | where is T validated | how is T calculated | which programs are responsible for T | what validates T | qual programa trata de T | which class does T | where is the T logic | which function handles T | which module does T | what does the T job do | what does the T program do | where is T checked | where is T defined | como faco T | where is T set | where is T updated",
    answer: ({ part, folder }) => nearest(part, folder),
  },
];

const IS_WORD = /^[\p{L}\p{N}_-]+$/u;

/** The lines with a text; of a word those that hold it as one, and how many more have its letters within longer words. */
function* linesWith(
  wanted: string,
  place: { readonly path?: string },
  { part, folder }: Pick<Asked, "part" | "folder">,
): Looking<Answer> {
  const letters = yield* search(wanted, { literal: true, ...place });
  if (letters.lines.length === 0) return yield* passages(part, folder, `No line contains "${wanted}" as it is.`);
  const whole = IS_WORD.test(wanted) ? yield* search(wordPattern(wanted), place) : letters;
  if (whole.lines.length === 0)
    return linesText(`No line contains "${wanted}" as a word. Lines with its letters within longer words`, letters);
  const more = Number(letters.total) - Number(whole.total);
  const answer = linesText(`Lines that contain "${wanted}"`, whole);
  if (!(more > 0)) return answer;
  return {
    ...answer,
    text: `${answer.text}\n${counted(more, "more line")} ${more === 1 ? "has" : "have"} it within longer words.`,
  };
}

function linesText(title: string, { lines, total, isWhole }: Lines): Answer {
  const files = counted(new Set(lines.map((line) => line.path)).size, "file");
  return answered(listed(`${title}, in ${isWhole ? files : `${files} or more`}`, lines.map(cited), total, 30));
}

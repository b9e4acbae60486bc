import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { asksHowTo } from "../../reading/question-form.ts";
import { plain } from "../../reading/tokens.ts";
import { type Answer, isEstate, isOpen } from "../answer.ts";
import { wordsAsked } from "../facts/asked-facts.ts";
import { quotedLines } from "../packages/quoted-lines.ts";
import { passages } from "../passages.ts";
import { optionsNamed, optionsText, settingOf } from "./options.ts";
import { bestShown, type RankedCode } from "./rank-shown.ts";
import { type ShownCode, shownCode } from "./shown-code.ts";

const SHORTEST =
  /\b(?:shortest|simplest|easiest|quickest|minimal|smallest|basic|hello world|get(?:ting)? started|in a nutshell)\b/;
const EXAMPLE = /\b(?:examples?|samples?|snippets?|code for)\b/;
const WHICH_OPTION = /\b(?:which|what) (?:options?|settings?|parameters?)\b/;
/** What is done with the project itself, and not with what it offers. */
const OF_PROJECT =
  /\b(?:how (?:do|can|to|should|would) (?:(?:i|we|you|one) )?(?:run|build|test|lint|format|debug|release|publish|deploy|contribute|compile|install|clone|upgrade|benchmark)|tests?|add (?:an? )?new|would i add)\b/;
/** What is said of any code, and here is what is asked for. */
const OF_CODE = /\b(?:environment|env|errors?|exceptions?)\b/g;
const ASKING =
  /^(?:shortest|simplest|easiest|quickest|minimal|smallest|basic|simple|hello|world|started|nutshell|examples?|samples?|snippets?|back|look|looks|like|please|short|quick|brief|whole|complete|full|working|written|typical|correct|right|proper|properly)$/;

/**
 * An answer behind the code that shows how what is asked is done: who asks how to do something wants to see it done
 * before the lines that it is done by.
 */
export function* behindUsage(
  { prompt, answers, joint }: { readonly prompt: string; readonly answers: readonly Answer[]; readonly joint: Answer },
  folder: Folder,
): Looking<Answer> {
  const said = plain(inEnglish(prompt));
  const isShortest = SHORTEST.test(said);
  const isAsked =
    isShortest || EXAMPLE.test(said) || WHICH_OPTION.test(said) || asksHowTo(prompt) || asksHowTo(inEnglish(prompt));
  if (!isAsked) return joint;
  if (OF_PROJECT.test(said) || isEstate(folder) || !answers.some(isOpen)) return joint;
  if (!folder.paths.some((path) => isOfCode(path) && !isAside(path))) return joint;
  const words = [...wordsAsked(prompt), ...(said.match(OF_CODE) ?? [])].filter((word) => !ASKING.test(word));
  const code = yield* shownCode(folder);
  const text =
    (SETS.test(said) ? yield* settingText(words, code) : "") || shownText(bestShown(words, code, isShortest));
  if (text === "") return joint;
  const below = answers.every(({ isOfPassages }) => isOfPassages === true)
    ? yield* passages(prompt, { ...folder, isAskedMore: true })
    : joint;
  const isQuoted = text.split("\n").every((line) => !/^ {2}/.test(line) || below.text.includes(line.trim()));
  return isQuoted ? { ...below, isAnswer: true } : { ...below, text: `${text}\n\n${below.text}`, isAnswer: true };
}

/** What says that something is to be set. */
const SETS =
  /\b(?:configure|set|pass|specify|enable|disable|turn|switch|limit|cap|restrict|override|change|choose|give|provide|use|options?|settings?|parameters?|config|configur\w*|defin\w*|pass\w*|limit\w*|escolh\w*|ativ\w*|desativ\w*)\b/;

/** The options that a question names, with one place that sets them. */
function* settingText(words: readonly string[], code: readonly ShownCode[]): Looking<string> {
  const options = yield* optionsNamed(words);
  if (options.length === 0) return "";
  const setting = settingOf(options, code);
  return [optionsText(options), ...(setting ? ["How it is set:", quotedLines(setting.lines, setting.title)] : [])].join(
    "\n",
  );
}

function shownText(best: RankedCode | undefined): string {
  if (!best) return "";
  const words = best.held.map((word) => `"${word}"`).join(", ");
  return [`How that is written, by the words ${words}:`, quotedLines(best.lines, best.code.title)].join("\n");
}

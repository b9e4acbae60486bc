import { escapeRegExp } from "../../../base/glob.ts";
import { type Answer, type Asked, cited, type Intent, search } from "./answers/answer.ts";
import { visiblePart } from "./cut-lists.ts";
import { stemOf } from "./file-names.ts";
import type { Looking } from "./looking.ts";
import { wordPattern } from "./named-thing.ts";
import { asksYesOrNo, negationIn } from "./reading/question-form.ts";
import { plain, readTokens } from "./reading/tokens.ts";
import { meaningsOf } from "./subject-tokens.ts";

/** What restricts the question and was not obeyed is said, so that a list of all is not taken for what was asked. */
export function withUnread(answer: Answer, intent: Intent, { restricting, part, things }: Asked): Answer {
  if (!answer.isAnswer || answer.obeyed === "all" || intent.needs === "topic" || intent.needs === "names")
    return answer;
  const obeyed = new Set(answer.obeyed);
  const negation = negationIn(part);
  const isLeftOut =
    negation !== undefined &&
    !obeyed.has(negation) &&
    !(
      (intent.needs !== "name" || asksYesOrNo(part)) &&
      /\b(?:unused|missing|uncommitted)\b/.test([...meaningsOf(intent)].join(" "))
    );
  const isOfWhole = intent.needs === "nothing" && intent.usesThings !== true;
  const unread = [
    ...(isOfWhole ? things.map(({ written }) => written) : []),
    ...restricting.filter((word) => !obeyed.has(word) && !things.some(({ written }) => isBeside(word, written, part))),
    ...(isLeftOut ? [negation] : []),
  ];
  if (unread.length === 0) return answer;
  const said = unread.map((word) => `"${word}"`).join(", ");
  return led(`I could not narrow this to ${said}: what follows is ${intent.means}, without regard to that.`, {
    ...answer,
    isUnnarrowed: true,
    unread,
  });
}

/** "The account copybook X.cpy": what stands before what only names are written as says again what is called so. */
export const isBeside = (word: string, written: string, part: string): boolean =>
  /[^a-z]/.test(written) &&
  new RegExp(`(?<![\\w-])${escapeRegExp(plain(word))} (?:${KIND} )?${escapeRegExp(plain(written))}(?![\\w-])`).test(
    plain(part),
  );

const KIND =
  "(?:file|copybook|member|program|job|step|proc|script|module|class|function|table|dataset|screen|map|field|workflow)";

/** What an answer begins with that settles whether something is so. */
export const VERDICTS = { yes: "Yes, as the lines below show.", no: "No, as far as the files here show." } as const;

/** To a question that wants yes or no: which, or that it is not certain. */
export function withVerdict(answer: Answer, part: string): Answer {
  if (!asksYesOrNo(part) || !answer.isAnswer || SAYS_SO.test(answer.text)) return answer;
  if (answer.verdict !== undefined && !answer.isUnnarrowed && !COMPARES.test(plain(part)))
    return led(VERDICTS[answer.verdict], answer);
  return led("Neither yes nor no is certain from what I can look up; this is what there is.", answer);
}

/** Two things held against each other, of which what is found tells one at most. */
const COMPARES =
  /\b(?:match(?:es)?|agrees?|corresponds?|(?:consistent|in line|in sync|up to date) with|batem?|conferem?|corresponde[m]?|de acordo com)\b/;

const SAYS_SO = /^(?:Yes|No|Nothing|None|Not|Probably|Neither|I am)\b/;

/** An answer that does not claim to be one. */
export const NEAREST =
  /^(?:.*\bNearest in this folder|.*\b[Tt]he nearest branch|.*O mais próximo nesta pasta|I could not narrow this|Waymark's documentation|That is not in this folder:)/m;
/** Of a path its end, of a pattern what it has besides signs. */
export const lastOf = (name: string): string => name.replace(/\/$/, "").replace(/^.*\//, "").replace(/\(\)$/, "");

/** What parsers find none of, stands in no line that they read: of what is only named in a text they say nothing. */
const PARSERS_FOUND_NONE =
  /^(?:No: )?(?:[Nn]o (?:program|job|step(?! of \S+ has COND)|screen|transaction|map|table|copybook|dataset|file|field|rule|class|function|method|caller|manifest|workflow)s? |Nothing (?:here )?(?:is shown|calls|uses|reads|writes|runs|starts|names|copies|includes)|None of )/m;
const NAME_CHARS_MIN = 4;
const TEXTS_MAX = 3;

/** Below an answer that says for sure that there is none of what a name stands in: lines of files that it does not cite and that hold the name. */
export function* withTextsThatName(answer: Answer, part: string): Looking<Answer> {
  const text = visiblePart(answer.text);
  if (!answer.isAnswer || NEAREST.test(text) || !PARSERS_FOUND_NONE.test(text)) return answer;
  const said = readTokens(part).flatMap(({ kind, text: name }) => (kind === "name" ? [lastOf(name)] : []));
  const names = [...new Set(said)].filter((name) => name.length >= NAME_CHARS_MIN);
  if (names.length === 0) return answer;
  const { lines } = yield* search(names.map(wordPattern).join("|"));
  // What a name stands in as its own file says nothing of others.
  const own = new Set(names.map((name) => name.toLowerCase()));
  const uncited = lines.filter(({ path }) => !text.includes(path) && !own.has(stemOf(path).toLowerCase()));
  // Of each file the first line says that it names it.
  const first = [...new Map(uncited.toReversed().map((line) => [line.path, line])).values()].toReversed();
  if (first.length === 0) return answer;
  const rows = first.slice(0, TEXTS_MAX).map((line) => `- ${cited(line)}`);
  return { ...answer, text: [answer.text, "The parsers found none; by its text it is named in:", ...rows].join("\n") };
}

/** An answer with something said before it. */
export const led = (lead: string, answer: Answer): Answer => ({ ...answer, text: `${lead}\n${answer.text}` });

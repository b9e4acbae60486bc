import { type Answer, notNarrowed } from "../answers/answer.ts";

/** What was asked in a part, and its answer. */
export interface AnsweredPart {
  readonly part: string;
  readonly answer: Answer;
}

/** All answers as one, below what none of them regarded. */
export function joined(answers: readonly AnsweredPart[], unread: readonly string[]): Answer {
  const [only] = answers;
  if (!only) return { text: "Ask something about this folder.", isAnswer: false };
  const scope = unread.map((said) => said.replace(/[\s:,;.]+$/, ""));
  const open = answers.filter(({ answer }) => !answer.isAnswer || answer.isNearestOnly === true);
  const isMixed = open.length > 0 && open.length < answers.length;
  const lead = [
    ...(isMixed ? [`Not answered for certain: ${open.map(({ part }) => `"${titleOf(part)}"`).join(", ")}.`] : []),
    ...(scope.length > 0 ? [notNarrowed(scope)] : []),
  ]
    .map((line) => `${line}\n`)
    .join("");
  // Several that one text answers stand above it together; what answers all needs no title.
  const byText = Map.groupBy(answers, ({ answer }) => answer.text);
  if (byText.size === 1) return { ...only.answer, text: `${lead}${only.answer.text}` };
  const titles = (text: string): string =>
    (byText.get(text) ?? []).map(({ part }) => `**${titleOf(part)}**`).join("\n");
  const texts = [...byText.keys()].map((text) => `${titles(text)}\n${text}`);
  return {
    text: lead + texts.join("\n\n"),
    isAnswer: answers.some(({ answer }) => answer.isAnswer),
    isOfKeptFiles: answers.every(({ answer }) => answer.isOfKeptFiles),
  };
}

const titleOf = (part: string): string => part.replace(/[.?!]+$/, "");

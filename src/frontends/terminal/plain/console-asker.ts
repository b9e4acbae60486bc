import { say } from "../../../app/report/standard-streams.ts";
import type { Asker, Question } from "../../../core/ports/person.ts";
import { words } from "../words/words.ts";
import type { PromptInput } from "./prompt-input.ts";

/** The model's questions; an option may be answered by its number. */
export function consoleAsker(input: PromptInput): Asker {
  return { isThere: true, ask: (question, signal) => askPlainly(input, question, signal) };
}

export async function askPlainly(
  input: PromptInput,
  { question, options }: Question,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const list = options.map((option, index) => `  ${index + 1}. ${option}\n`).join("");
  say(`\n${question}\n${list}`);
  const answer = await input.ask(words("plain.answer"), signal);
  return options[Number(answer?.trim()) - 1] ?? answer;
}

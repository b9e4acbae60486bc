import { say } from "../../../app/report/standard-streams.ts";
import type { Asker } from "../../../core/ports/person.ts";
import type { PromptInput } from "./prompt-input.ts";

/** The model's questions; an option may be answered by its number. */
export function consoleAsker(input: PromptInput): Asker {
  return {
    async ask({ question, options }, signal) {
      const list = options.map((option, index) => `  ${index + 1}. ${option}\n`).join("");
      say(`\n${question}\n${list}`);
      const answer = await input.ask("Your answer: ", signal);
      const choice = options[Number(answer?.trim()) - 1];
      return choice ?? answer;
    },
  };
}

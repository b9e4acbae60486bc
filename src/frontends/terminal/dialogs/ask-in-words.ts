import type { Question } from "../../../core/ports/person.ts";
import { cleanText } from "../clean-event.ts";
import type { AskOptions, DialogStack } from "./dialog-stack.ts";
import { createPicker } from "./picker.ts";

/** A question with answers to choose from, or in words of one's own; undefined when it was left. */
export function askInWords(
  dialogs: DialogStack,
  { question, options }: Question,
  how: AskOptions,
): Promise<string | undefined> {
  // Who called for the question knows it: the only proposal is what Enter takes, as in any list.
  const isCurrent = how.isWanted === true && options.length === 1;
  const items = options.map((option) => ({ label: cleanText(option), option, isCurrent }));
  return dialogs.ask<string | undefined>(
    (resolve) =>
      createPicker({
        title: cleanText(question),
        items,
        takesText: true,
        onChoice: (choice) => resolve(typeof choice === "string" ? choice : choice?.option),
      }),
    how,
  );
}

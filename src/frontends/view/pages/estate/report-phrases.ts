import { Phrase } from "../../../../base/phrase.ts";

/** A title, the head of a column or a note of a report as its sentences, each by its words with the numbers taken out. */
export function reportPhrases(text: string): readonly Phrase[] {
  return text.split(/(?<=\.) /).map((sentence) => {
    const numbers: string[] = [];
    const pattern = sentence.replace(/\d+/g, (number) => `{${numbers.push(number) - 1}}`);
    return new Phrase(pattern, numbers);
  });
}

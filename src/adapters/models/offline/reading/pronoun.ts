import { holdsWord } from "./word-forms.ts";

/** What stands for what the question before was about. */
export const IT = / (?:it|they|them|that(?= \w+ed\b))\b/i;

/** A part with what was spoken of where "it" stands; who speaks of that by its name means another: "how does it know who is an admin". */
export function withSubject(said: string, subject: string): string {
  const isNamed = subject.split(" ").some((word) => word === "" || holdsWord(said, word));
  return isNamed ? said : said.replace(IT, ` the ${subject}`);
}

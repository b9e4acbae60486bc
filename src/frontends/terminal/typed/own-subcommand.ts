import { partedWords } from "../../../base/parted-words.ts";

const OWN = /^waymark\s+((?:doctor|version|status|config|models|provider|sessions|skills|stats)\b[\s\S]*)$/;

/** The words of a `waymark …` line: what is typed as in a shell is meant as there, not for the model. */
export function ownSubcommand(text: string): readonly string[] | undefined {
  const command = OWN.exec(text)?.[1];
  if (!command) return undefined;
  return partedWords(command === "version" ? "--version" : command);
}

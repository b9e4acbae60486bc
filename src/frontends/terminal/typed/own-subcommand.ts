import { partedWords } from "../../../base/parted-words.ts";

/** Those that our messages name, and that ask nothing. */
const OWN =
  /^waymark\s+((?:agents|config|doctor|hooks|logout|mcp|models|plugin|provider|remedies|sessions|skills|stats|status|version)(?!\S)[\s\S]*)$/;

/** The words of a `waymark …` line: what is typed as in a shell is meant as there, not for the model. */
export function ownSubcommand(text: string): readonly string[] | undefined {
  const command = OWN.exec(text)?.[1];
  if (!command) return undefined;
  return partedWords(command === "version" ? "--version" : command);
}

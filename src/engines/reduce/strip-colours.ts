// Colours of terminals carry no facts and cost tokens.
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is removed.
const COLOUR = /\u001b\[[0-9;]*m/g;

export function stripColours(text: string): string {
  return text.replace(COLOUR, "");
}

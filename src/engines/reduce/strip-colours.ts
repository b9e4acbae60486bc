// Colours of terminals carry no facts and cost tokens.
const COLOUR = /\u001b\[[0-9;]*m/g;

export function stripColours(text: string): string {
  return text.replace(COLOUR, "");
}

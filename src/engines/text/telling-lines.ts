/**
 * Of what a program wrote before it ended the lines that say why, in their order: the last of those that tell of a failure, or where none does the last of all.
 * @returns trimmed lines, none of them empty
 */
export function tellingLines(text: string, linesMax: number): readonly string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !FRAME.test(line));
  const telling = lines.filter((line) => !WARNING.test(line) && TELLS.test(line.replace(HEAD, "")));
  return (telling.length > 0 ? telling : lines).slice(-linesMax);
}

/** Where in a program it happened. */
const FRAME = /^(?:at .*[:)]|File ".*", line \d+.*|\^+|throw err;|Node\.js v[\d.]+)$/;
const WARNING = /^\S*\s?warn(?:ing)?\b|\bnotice\b/i;
/** `npm error` stands before each line of it, whatever that says. */
const HEAD = /^\S+ (?:error|ERR!)\s*/;
const TELLS =
  /\b(?:\w*Error|\w*Exception|errors?|fatal|panic|cannot|can't|could not|couldn't|unable|not found|no such|no module|not recognized|denied|refused|failed|missing|required|invalid|unknown|unsupported|unexpected)\b/i;

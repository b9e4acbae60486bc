const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/** The text for a POSIX shell that starts exactly this program with exactly these arguments. */
export function commandText(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

/** Arguments as they are typed: parted by blanks, held together by quotes and backslashes; nothing is expanded.
 *  @returns undefined when a quote is not closed */
export function splitArguments(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if (quote !== "" && character === quote) quote = "";
    else if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (character === "\\" && quote !== "'" && index + 1 < text.length) word = (word ?? "") + text[++index];
    else word = (word ?? "") + character;
  }
  if (quote !== "") return undefined;
  return word === undefined ? words : [...words, word];
}

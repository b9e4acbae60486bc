const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/** The text for a POSIX shell that starts exactly this program with exactly these arguments. */
export function commandText(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

const WORD = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/g;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|\\([\s\S])/g;

/** Arguments as they are typed: parted by blanks, held together by quotes and backslashes; nothing is expanded.
 *  @returns undefined when a quote is not closed */
export function splitArguments(text: string): readonly string[] | undefined {
  if (text.replace(WORD, "").trim() !== "") return undefined;
  return (text.match(WORD) ?? []).map((word) =>
    word.replace(
      QUOTED,
      (_quoted, double?: string, single?: string, escaped?: string) =>
        double?.replace(/\\([\s\S])/g, "$1") ?? single ?? escaped ?? "",
    ),
  );
}

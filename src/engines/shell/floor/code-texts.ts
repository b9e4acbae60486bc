/** Texts of folded code, in any language: which of them say something, and which only serve to look at others. */

const TEXT = String.raw`(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`;
const METHODS = String.raw`(?:r?split|r?index|r?find|(?:last)?index_?of|starts?_?with|ends?_?with|includes|count|r?partition|[lr]?strip|remove(?:prefix|suffix))`;
/** Methods that look for a text in another; some languages search folders, or rename, by the same words. */
const LOOKS = String.raw`(?<!\b(?:os|Find|sh|shell|shelljs|\$))\.[ \t]*${METHODS}\??(?:[ \t]*\(|[ \t]|\?)[ \t]*`;
const REPLACES = String.raw`(?<!\bos)\.[ \t]*(?:replace(?:All)?|g?sub)[ \t]*\([ \t]*`;
// Within a line: what stands at the end of another may be a comment.
const EQUALS = String.raw`(?:===?|!==?)[ \t]*|\b(?:eq|ne)[ \t]+`;
/** A text that another is compared with, split at or looked for in. */
const COMPARED: readonly RegExp[] = [
  `(?<=${LOOKS})${TEXT}(?!\\s*[+.%*])`,
  `(?<=${REPLACES})${TEXT}(?=\\s*,)`,
  `(?<=${EQUALS})${TEXT}`,
  `${TEXT}(?=[ \\t]*(?:===?|!==?|\\b(?:eq|ne)\\b))`,
].map((source) => new RegExp(source, "gi"));

const IN = new RegExp(`${TEXT}(?=[ \\t]*\\b(?:not[ \\t]+)?in\\b)`, "g");
/** A name of these that the code gives something of its own. */
const OWN_METHOD = new RegExp(
  String.raw`\b(?:def|sub|function)\s+${METHODS}\b|\b${METHODS}\s*[:=](?!=)\s*[\w.$:]*(?:rm|remove|unlink|delete|del_|move|rename|trunc|rmtree|system|exec|spawn|popen|lambda|=>)`,
  "i",
);

/** Code without the texts that it only compares others with: they name nothing that it touches. @param program  what runs it */
export function withoutCompared(code: string, program: string): string {
  if (OWN_METHOD.test(code)) return code;
  // Elsewhere `in` gives a text to a name.
  const patterns = /^(?:python|pypy|node|bun|deno)/.test(program) ? [...COMPARED, IN] : COMPARED;
  return patterns.reduce((text, pattern) => text.replace(pattern, '""'), code);
}

/** One word may name a method, and braces may hold code. */
const MAY_CALL = /^.\w*.$|\{/;

/** Code without what its texts say: a word there calls nothing, as long as the code runs no texts. @param runs  what is said in a command */
export const withoutTexts = (code: string, runs: RegExp): string =>
  code.replace(new RegExp(TEXT, "g"), (text) => (MAY_CALL.test(text) || runs.test(text) ? text : '""'));

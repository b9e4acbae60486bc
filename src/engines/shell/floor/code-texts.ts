/** Texts of folded code, in any language: which of them say something, and which only serve to look at others. */

const TEXT = String.raw`(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`;
/** Methods that look for a text in another; some languages search folders, or rename, by the same words. */
const LOOKS = String.raw`(?<!\b(?:os|Find|sh|shell|shelljs|\$))\.\s*(?:r?split|r?index|r?find|(?:last)?index_?of|starts?_?with\??|ends?_?with\??|includes|count|r?partition|[lr]?strip|remove(?:prefix|suffix))(?:\s*\(|\s|\?)\s*`;
const REPLACES = String.raw`(?<!\bos)\.\s*(?:replace(?:All)?|g?sub)\s*\(\s*`;
const EQUALS = String.raw`(?:===?|!==?)\s*|\b(?:eq|ne)\s+`;
/** A text that another is compared with, split at or looked for in. */
const COMPARED: readonly RegExp[] = [
  `(?<=${LOOKS})${TEXT}(?!\\s*[+.%*])`,
  `(?<=${REPLACES})${TEXT}(?=\\s*,)`,
  `(?<=${EQUALS})${TEXT}`,
  `${TEXT}(?=\\s*(?:===?|!==?|\\b(?:eq|ne|(?:not\\s+)?in)\\b))`,
].map((source) => new RegExp(source, "gi"));

/** Code without the texts that it only compares others with: they name nothing that it touches. */
export const withoutCompared = (code: string): string =>
  COMPARED.reduce((text, pattern) => text.replace(pattern, '""'), code);

/** One word may name a method, and braces may hold code. */
const MAY_CALL = /^.\w*.$|\{/;

/** Code without what its texts say: a word there calls nothing, as long as the code runs no texts. */
export const withoutTexts = (code: string): string =>
  code.replace(new RegExp(TEXT, "g"), (text) => (MAY_CALL.test(text) ? text : '""'));

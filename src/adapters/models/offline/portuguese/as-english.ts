import { isPortuguese, plain } from "../reading/tokens.ts";
import { PORTUGUESE_NOUNS, PORTUGUESE_PHRASES, PORTUGUESE_WORDS } from "./words.ts";

/** A question of Portuguese in the words of English. */
export interface AsEnglish {
  readonly text: string;
  /** True: no word was left as it is, but for names. */
  readonly isWhole: boolean;
}

const NOUNS = wordsOf(PORTUGUESE_NOUNS);
const WORDS = wordsOf(PORTUGUESE_WORDS);
const PHRASES = PORTUGUESE_PHRASES.map(([portuguese, english]) => ({
  form: new RegExp(`(?<![\\p{L}-])(?:${portuguese})(?![\\p{L}-])`, "gu"),
  english,
}));

function wordsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([english, words]) => words.split(" ").map((word) => [word, english] as const)),
  );
}

/** Names, quoted texts and numbers stay as they are; marked so that no phrase touches them. */
const KEPT =
  /"[^"]*"|`[^`]*`|'[^']*'|[\p{L}\p{N}$#@_./-]*(?:[\p{L}\p{N}][A-Z]|[\d_/]|\.[a-z])[\p{L}\p{N}$#@_./-]*|(?<=[\p{L},] )[A-Z][\p{L}\p{N}-]*|(?<=\b(?:pasta|ficheiro|arquivo|módulo|modulo|comando|script) )(?!(?:d[aeo]s?|não|nao|que|e|é|com|em|n[ao]s?|para|mais|principal|maior|tem|têm)(?!\p{L}))[a-z][\w-]*(?!\p{L})/gu;
const WORD = /([\p{L}]+(?:-[\p{L}]+)*)/u;

/** A question of Portuguese in the words of English as far as they are known; any other as it is. */
export const inEnglish = (question: string): string => (isPortuguese(question) ? asEnglish(question).text : question);

/** The words of a question in English, in English order: "o ficheiro de contas" is "the account file", "que ficheiros lê o X" "which files does X read". */
export function asEnglish(question: string): AsEnglish {
  const kept: string[] = [];
  const marked = question.replace(KEPT, (name) => `\u0001${kept.push(name) - 1}\u0002`);
  let text = plain(
    marked
      .replace(/(?<=\p{L}) [ée] que(?= )/giu, "")
      .replace(/(?<![\p{L}])(?:é|está)(?![\p{L}])/giu, "\u0003is\u0004")
      .replace(/(?<![\p{L}])têm(?=\s*\W*$)/giu, "\u0003do they have\u0004"),
  );
  for (const { form, english } of PHRASES) text = text.replace(form, english === "" ? "" : `\u0003${english}\u0004`);
  let isWhole = true;
  const english = withCompounds(text)
    .split(/(\u0001\d+\u0002|\u0003[^\u0004]*\u0004)/u)
    .map((piece) => {
      if (piece.startsWith("\u0001")) return kept[Number(piece.slice(1, -1))] ?? "";
      if (piece.startsWith("\u0003")) return piece.slice(1, -1);
      return piece.replace(new RegExp(WORD, "gu"), (word) => {
        const known = WORDS.get(word) ?? NOUNS.get(word);
        isWhole &&= known !== undefined;
        if (known === undefined) return word;
        return isOfSeveral(word, known) ? `${known}${OF_SEVERAL}` : pluralOf(word, known);
      });
    })
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  return { text: inOrder(english).replaceAll(OF_SEVERAL, ""), isWhole };
}

/** Marks a verb of several, behind which nobody who acts can stand. */
const OF_SEVERAL = "\u0005";
const isOfSeveral = (word: string, english: string): boolean =>
  /m$/.test(word) && new RegExp(`^(?:${VERB})$`).test(english);

/** A noun in the plural stays one. */
function pluralOf(word: string, english: string): string {
  if (!NOUNS.has(word) || WORDS.has(word) || !/s$/.test(word) || /^(?:mes|cais|dados|pessoas|juros)$/.test(word))
    return english;
  return english
    .replace(/(?<=[^aeiou])y$/, "ie")
    .replace(/(?<=ss)$/, "e")
    .concat("s");
}

const JOINED = /^(.*(?<!\p{L}))(\p{L}+) (?:de|do|da|dos|das) (\p{L}+)(?!\p{L})(.*)$/u;
const MORE_MAX = 4;

/** "Ficheiro de contas" is an account file, the last in a row first; what is of something with a name stays "of" it. */
function withCompounds(text: string, more = MORE_MAX): string {
  const [, before = "", one = "", other = "", rest = ""] = JOINED.exec(text) ?? [];
  if (one === "" || more === 0) return text;
  const [first, second] = [NOUNS.get(one), NOUNS.get(other)];
  const isNamed = /^ ?\u0001/.test(rest);
  if (first === undefined || second === undefined || isNamed)
    return `${withCompounds(`${before}${one}`, more - 1)} \u0003of the\u0004 ${other}${rest}`;
  return withCompounds(`${before}\u0003${second} ${pluralOf(one, first)}\u0004${rest}`, more - 1);
}

const VERB =
  "call|use|read|write|update|delete|create|change|run|start|end|show|send|check|validate|calculate|have|do|cover|throw";
const INVERTED = new RegExp(
  `^((?:with |in |of |to |at )?(?:what|which|where|when|how)(?: (?!(?:${VERB})\\b)[\\p{L}]+){0,3}) (${VERB}) (?:the )?((?:job |program |transaction |menu |screen )?[\\w$#@./-]*[A-Z\\d_][\\w$#@./-]*)(.*)$`,
  "u",
);
const PLURAL = /s$/;
/** "Onde é definido o X": what is done stands before what it is done to. */
const DONE_TO = /^(\W*(?:where|when|how)) (is|are|was|were) (\w+ed|thrown|made|read|written) (.+?)(\W*)$/u;
/** "Como corro os testes" asks what one has to do. */
const DOING = /^(\W*)how (run|install|build|start|use|change|create|write|open|delete)\b/u;
/** "Quem o chama": the object before its verb. */
const OBJECT = new RegExp(`(?<=\\b(?:who|what|which \\w+|and) )(?:the|they|to the) (${VERB})(?=\\W*$)`, "u");

/** Portuguese lets the one who acts follow the verb; the verb of one behind several says that it is so. */
function inOrder(translated: string): string {
  const english = translated
    .replace(/(?<=^\W*(?:which|what)) the /, " ")
    .replace(/(?<=[a-z]) what (?=\w)/g, " that ")
    .replace(OBJECT, "$1 it")
    .replace(DONE_TO, "$1 $2 $4 $3$5")
    .replace(DOING, "$1how do i $2")
    .replace(/^(\W*how many \w+) have(?=\W*$)/, "$1 does it have");
  const [, asks = "", verb = "", name = "", rest = ""] = INVERTED.exec(english) ?? [];
  if (asks === "") return english;
  const noun = asks.split(" ").at(-1) ?? "";
  const isOfOther = /^(?:with|in|of|to|at) /.test(asks) || /^(?:what|where|when|how)$/.test(noun) || PLURAL.test(noun);
  return isOfOther ? `${asks} does ${name} ${verb}${rest}` : english;
}

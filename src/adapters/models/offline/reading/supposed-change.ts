/** By how much something becomes longer, or shorter. */
export interface Growth {
  readonly by: number;
}

const UNIT = "(?:digits?|characters?|chars?|letters?|bytes?|positions?|d[ií]gitos?|caracteres?)";
const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  sixteen: 16,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  um: 1,
  dois: 2,
  três: 3,
  tres: 3,
  quatro: 4,
  cinco: 5,
};
const COUNT = String.raw`(\d+|${Object.keys(NUMBERS).join("|")})`;
const GROWS = new RegExp(
  String.raw`\b${COUNT} (?:more |extra |additional )?${UNIT} ?(longer|wider|bigger|larger|more|extra|shorter|smaller|fewer|less|mais|menos)?`,
  "iu",
);
/** "Longer by two characters". */
const BY = new RegExp(String.raw`\b(longer|wider|bigger|larger|shorter|smaller) by ${COUNT} (?:more )?${UNIT}`, "iu");
const MORE = /\b(?:more|extra|additional) /i;
const LESS = /^(?:shorter|smaller|fewer|less|menos)$/i;

/** "Two characters longer", which is no width of its own; undefined where a width is said. */
export function growthIn(part: string): Growth | undefined {
  const [, resized = "", amount = ""] = BY.exec(part) ?? [];
  if (amount !== "") return { by: LESS.test(resized) ? -countOf(amount) : countOf(amount) };
  const [said = "", count = "", way] = GROWS.exec(part) ?? [];
  if (way === undefined && !MORE.test(said)) return undefined;
  const by = countOf(count);
  return { by: LESS.test(way ?? "") ? -by : by };
}

/** A number as it is said or written. */
const countOf = (said: string): number => NUMBERS[said.toLowerCase()] ?? Number(said);

const DECLARED = /\bPIC(?:TURE)?\s+(?:IS\s+)?([X9])\((\d+)\)(?![\w(])/i;

/** The picture of a field that grew; undefined where its own is none of one kind of character. */
export function grownPicture(declared: string, { by }: Growth): string | undefined {
  const [, kind, width] = DECLARED.exec(declared) ?? [];
  const grown = Number(width) + by;
  return kind === undefined || grown < 1 ? undefined : `${kind.toUpperCase()}(${grown})`;
}

/** A picture of the width that is said, of the kind of characters that a field has now. */
export function ofDeclaredKind(declared: string, picture: string): string {
  const [, kind] = DECLARED.exec(declared) ?? [];
  return kind === undefined ? picture : picture.replace(/^[X9]/, kind.toUpperCase());
}

const WHO = "(?:i|we|you|they|one)";
const TOUCHES = "(?:touch|change|adapt|update|adjust|edit|modify)";
/** What happens then is asked of a case of the program, not of a change of it. */
const AFFECTED =
  "(?:what|which \\w+)(?: else| all)? (?:would |will |could |might |does |do |is |are |gets? )?(?:be |get |have to be )?(?:breaks?|broken|affected|impacted|changed?|changes|touched|stops? working)";
/** "We need to make X longer, what else do I have to touch?" */
const MADE_FIRST = new RegExp(
  String.raw`^\W*(?:(?:if|suppose|say) )?${WHO}(?:'d| would)? (?:(?:need|want|have|like|plan|are going) to )?make (.+?)[,;:.?]+ *(?:and |then )?(?:what|which|where)\b.*\b(?:${TOUCHES}(?:d|ed)?|break|breaks|affected|else)\W*$`,
  "iu",
);
/** "What would I have to change if card numbers grew from 16 to 19 digits?", "what breaks if account ids get one more digit?" */
const GROWN_BEHIND = new RegExp(
  String.raw`^\W*(?:(?:what|which \w+|where) (?:else )?(?:would|do|must|should|will) ${WHO} (?:have to |need to )?${TOUCHES}|${AFFECTED}),? (?:if|when|once) (?:our |an? )?(.+?) (?:grew|grows?|becomes?|became|went|goes|were|was|is|are|gets?|got|ha[ds]|have) (?:up )?(?:from \d+ )?(?:to )?${COUNT} (?:more |extra |additional )?${UNIT}( more| longer| wider| shorter)?(?: long)?\W*$`,
  "iu",
);
/** "What would break if card numbers got longer than 16 digits?" */
const LONGER_THAN = new RegExp(
  String.raw`^\W*(?:(?:what|which \w+|where) (?:else )?(?:would|do|must|should|will) ${WHO} (?:have to |need to )?${TOUCHES}|${AFFECTED}),? (?:if|when|once) (?:the |our |an? )?(.+?) (?:grew|grows?|becomes?|became|were|was|is|are|gets?|got) (?:longer|wider|bigger|larger) than ${COUNT} ${UNIT}(?: long)?\W*$`,
  "iu",
);
/** "We'd like passwords of twelve characters, what would have to change?" */
const WISHED_FIRST = new RegExp(
  String.raw`^\W*(?:(?:if|suppose|say) )?${WHO}(?:'d| would)? (?:like|want|need|prefer|have|had)(?: to (?:have|use|allow|support|store))? (?:the |our )?(.+?) (?:of|with|that (?:have|are)|to (?:have|be|hold|take)) (?:up to )?${COUNT} ${UNIT}(?: long)?[,;:.?]+ *(?:and |then )?(?:what|which|where)\b.*\b(?:${TOUCHES}(?:d|ed)?|(?:changes|breaks?)|affected|else)\W*$`,
  "iu",
);
const SORT =
  "(?:alpha-?numeric|alphabetic|alpha|text|letters|strings?|numeric|numbers?|packed(?: decimal)?|comp(?:-\\d)?|binary|decimal|signed|unsigned|display|longer|shorter|wider|bigger|larger|smaller)";
const BECAME =
  "(?:(?:became|becomes?|turned into|were|was|is|gets?|got|had to be|has to be|were to be) (?:made |changed (?:in)?to |switched to |turned into |stored as )?(?:an? )?|(?:changed|changes|switched|switches|went|goes) (?:from [\\w-]+ )?to (?:an? )?)";
/** "If the customer's id became alphanumeric, what would break?", "what breaks if the balance is made packed decimal?" */
const TURNED_FIRST = new RegExp(
  String.raw`^\W*(?:if|when|suppose|say|once) (?:our |the |an? )?(.+?) ${BECAME}${SORT}\b[^,;]*[,;:.?]+ *(?:and |then )?(?:what|which|where)\b.*\b(?:${TOUCHES}(?:d|ed)?|breaks?|broken|affected|impacted|recompiled?|else|changes)\W*$`,
  "iu",
);
const TURNED_BEHIND = new RegExp(
  String.raw`^\W*(?:(?:what|which \w+|where) (?:else )?(?:would|do|must|should|will) ${WHO} (?:have to |need to )?(?:${TOUCHES}|recompile)|${AFFECTED}),? (?:if|when|once) (?:our |the |an? )?(.+?) ${BECAME}${SORT}\W*$`,
  "iu",
);
const LONGER = new RegExp(String.raw`\b(?:longer|wider|bigger|larger|shorter|smaller|${UNIT})\b`, "iu");
const PLURAL = /\b(number|code|id|amount|name|balance|date|field|limit|rate)s\b/giu;

/** A part that supposes that something becomes longer, in the words in which that is asked first. */
export function asWhatIf(part: string): string {
  const [, made] = MADE_FIRST.exec(part) ?? [];
  if (made !== undefined && LONGER.test(made)) return `what breaks if I make ${made}?`;
  const turned = (TURNED_FIRST.exec(part) ?? TURNED_BEHIND.exec(part))?.[1];
  if (turned !== undefined) return `what breaks if I change the ${asWords(turned)}?`;
  const [, longer] = LONGER_THAN.exec(part) ?? [];
  if (longer !== undefined) return `what breaks if I make the ${longer.replace(PLURAL, "$1")} one character longer?`;
  const [, what, count, way = ""] = GROWN_BEHIND.exec(part) ?? [];
  if (what === undefined || count === undefined) return part;
  const said = part.slice(part.toLowerCase().lastIndexOf(` ${count.toLowerCase()} `));
  const unit = new RegExp(UNIT, "iu").exec(said)?.[0] ?? "digits";
  const isMore = way === "" && MORE.test(said);
  return `what breaks if I make ${what.replace(PLURAL, "$1")} ${count} ${unit}${isMore ? " longer" : way === "" ? " long" : way}?`;
}

/** "Customer's SSN" describes one field by two words; alone such a word may be its name. */
function asWords(said: string): string {
  const words = said.replace(/['’]s\b/g, "");
  return /\s/.test(words) ? words.replace(/(?<![\w-])[A-Z]{2,5}(?![\w-])/g, (word) => word.toLowerCase()) : words;
}

/** A part that wishes for a width of something, in the same words. */
export function asWishedWidth(part: string): string {
  const [, wished, width] = WISHED_FIRST.exec(part) ?? [];
  if (wished === undefined || width === undefined) return part;
  const unit = new RegExp(UNIT, "iu").exec(part.slice(part.indexOf(wished) + wished.length))?.[0] ?? "characters";
  const one = wished.replace(/(?<=(?:ss|x|ch))es$|(?<=[^su])s$/iu, "");
  return `what breaks if I make the ${one} ${countOf(width)} ${unit} long?`;
}

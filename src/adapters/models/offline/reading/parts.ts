import { withDoer, withPeople } from "./carried-over.ts";
import { KIND_NOUNS } from "./lexicon.ts";
import { isPlan } from "./question-form.ts";
import { conceptsOf, plain } from "./tokens.ts";

const PARTS_MAX = 5;
const DONE =
  "run|build|install|test|start|use|deploy|lint|format|compile|release|publish|configure|set up|execute|rodo|instalo|executo|compilo|uso|testo";
const HEAD = /^((?:how (?:do|can|would|should) (?:i|we|you)|how to|como(?: eu)?)) (.+)$/i;
const OPENING =
  "what|what's|whats|which|who|who's|where|where's|when|how|why|is|are|was|does|do|did|can|could|list|show|find|give|tell|explain|describe|count|search|print|summari[sz]e|name|o que|qual|quais|quem|onde|quando|como|por ?que|quant[oa]s?|(?:a|com|de|em|para|por) que|liste|mostre|explique|conte|existe|ha|tem";
/** "But do not touch Db2" goes on with what is said. */
const DENIED = "(?:do|does|did|are|is|was|were|can|could) (?:not|never)\\b";
/** "And if it fails where do I see that": a case, and what is asked of it. */
const GIVEN = `(?:(?:if|when|once|in case|se|quando) [^,?.]{3,60}?,? (?=(?:${OPENING})\\b))?`;
const JOINT = new RegExp(
  `,?\\s+(?:and|or|then|also|plus|but|e|ou|tambem)(?:\\s+(?:also|then|tambem|please|if (?:so|not|yes)|se (?:sim|nao)),?)?\\s+(?!${DENIED})(?=${GIVEN}(?:(?:in|on|for|at|by|from|to|with|a|com|de|em|para|por) )?(?:${OPENING})\\b)`,
  "g",
);
const COMMA = new RegExp(`,\\s*(?=(?:${OPENING})\\b)`, "g");
const OPENS = new RegExp(`(?:^|\\s)(?:${OPENING})\\b`);

/** The questions in a prompt, in order: its sentences, and what "and", "or", "e" and commas join to them. Never empty for a text. */
export function splitParts(prompt: string): readonly string[] {
  const sentences = prompt
    .replace(/```[\s\S]*?```/g, " ")
    .split(
      /(?<=[?!])\s+|(?<=[a-z0-9)`"][.;:])(?<!\b(?:e\.g|i\.e|etc|vs|cf|incl|excl|approx|resp|p\. ?ex)\.)\s+(?=[A-Z`"]|[a-z]+\b)|\n+/,
    )
    .flatMap((sentence) => sentence.split(DASH))
    .map((sentence) => spelledOut(withoutGreeting(sentence.trim())))
    .filter((sentence, _index, all) => /[\p{L}\p{N}]/u.test(sentence) && !(all.length > 1 && isGreeting(sentence)));
  return joinedRestrictions(withHeadlines(sentences))
    .flatMap(withoutTail)
    .flatMap(splitSentence)
    .map(withPredicate)
    .map(withPeople)
    .map(withDoer)
    .slice(0, PARTS_MAX);
}

/** "Which programs update it? Leave out the batch ones": a sentence that only restricts belongs to the one before. */
function joinedRestrictions(sentences: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const [, left = ""] = ONLY_RESTRICTS.exec(sentence) ?? [];
    const before = left === "" ? undefined : joined.pop();
    joined.push(before === undefined ? sentence : `${before.replace(/[?.!\s]+$/, "")}, leaving out ${left}?`);
  }
  return joined;
}

const ONLY_RESTRICTS =
  /^(?:and |but )?(?:please )?(?:leave out|leaving out|skip|ignore|ignoring|exclude|excluding|omit|except(?: for)?|(?:do not|don't|not) (?:count|counting|include|including|list|show))\s+([^,?.!]{2,60}?)[?.!\s]*$/i;

/**
 * "How do I run the tests, including the slow ones?": what is asked first is asked alone, and then of what is added; what is added may be
 * a question of its own.
 */
function withoutTail(sentence: string): readonly string[] {
  const [, head = "", added = ""] = ADDED.exec(sentence) ?? [];
  if (!OPENS.test(plain(head)) || head.split(/\s+/).length < HEAD_WORDS_MIN) return [sentence];
  if (new RegExp(`^(?:${OPENING})\\b`).test(plain(added))) return [`${head}?`, `${added}?`];
  const [, before = "", noun = ""] = LAST_NOUN.exec(head) ?? [];
  if (noun === "") return [sentence];
  const each = added
    .replace(/[?.!\s]+$/, "")
    .replace(/\bones?$/i, noun)
    .replace(/\b(?:them|those|these)$/i, `the ${noun}`);
  return [`${head}?`, `${before} ${each}?`];
}

const HEAD_WORDS_MIN = 3;
const ADDED =
  /^(.+?),?\s+(?:\(\s*)?(?:and |but )?(?:also |both )?(?:including|incl\.|inclusive|incluindo)\s+(.+?)\)?[?.!\s]*$/iu;
/** The noun with which a question ends, and what stands before it and its article. */
const LAST_NOUN = new RegExp(
  String.raw`^(.*?\b(?:${DONE}|list|show))\s+(?:(?:the|all|all the|any|its|our|os|as)\s+)?([\p{L}][\p{L}\d-]*)$`,
  "iu",
);

/** "What is tested and what isn't": what is denied of the second is what is said of the first. */
function withPredicate(part: string, index: number, parts: readonly string[]): string {
  const [, asks = "", verb = ""] = DENIES_ALONE.exec(part) ?? [];
  const [, said = ""] = verb === "" ? [] : (SAYS_OF.exec(parts[index - 1]?.trim() ?? "") ?? []);
  return said === "" ? part : `${asks} ${verb} not ${said}?`;
}

const DENIES_ALONE = /^\W*((?:which|what|who)(?: ones?)?) (is|are|do|does|has|have)(?:n['’]t| not)\W*$/i;
const SAYS_OF = /^\W*(?:which|what|who)\b.*?\b(?:is|are|do|does|has|have) (\p{L}[\p{L} -]*?)\W*$/iu;

/** "I want to rename it - who uses it?": a question behind a dash. */
const DASH = new RegExp(`\\s[-–—]+\\s(?=(?:${OPENING})\\b)`, "i");

/** A greeting in front of a question is no part of it. */
function withoutGreeting(sentence: string): string {
  const [greeting = ""] = GREETING.exec(sentence) ?? [];
  const rest = sentence.slice(greeting.length);
  return rest.split(/\s+/).length > 1 ? rest : sentence;
}

/** "Fee record: how long is it, which fields are in it?": what stands before a colon is what the questions behind it are about. */
function withHeadlines(sentences: readonly string[]): readonly string[] {
  return sentences.flatMap((sentence, index) => {
    const subject = HEADLINE.exec(sentences[index - 1] ?? "")?.[1];
    if (HEADLINE.test(sentence) && SAYS_IT.test(sentences[index + 1] ?? "")) return [];
    return subject === undefined ? [sentence] : [sentence.replace(new RegExp(SAYS_IT, "g"), `the ${subject}`)];
  });
}

const HEADLINE = new RegExp(
  `^(?!(?:${OPENING})\\b)(?:the |our )?([\\p{L}\\p{N}_./-]+(?: [\\p{L}\\p{N}_./-]+){0,3}):$`,
  "iu",
);
const SAYS_IT = /\b(?:it|them)\b/;

const isGreeting = (sentence: string): boolean => GREETING.exec(sentence)?.[0] === sentence;

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|day|afternoon|evening)|ol[aá]|oi|bom dia|boa (?:tarde|noite)|(?:please|quick question|one question|question|por favor|so|ok|okay|(?:i'm|i am|we're|we are) (?:\w+ )?(?:new|not familiar|unfamiliar)(?: (?:here|(?:to|with) th(?:is|e)(?: [\w-]+)?))?)(?=\s*[,:;.]))(?:\s+(?:there|all|team|everyone|again|folks|waymark|pessoal|a todos))?\s*[,.:;!–-]+\s*/i;

/** "Any dead code in the COBOL?" is short for "is there any …". */
function spelledOut(sentence: string): string {
  const [, any, rest = ""] = /^(any(?:thing|body|one)?|algu(?:m|ma|ns|mas))\b(.+\?)\s*$/i.exec(sentence) ?? [];
  if (any === undefined || ASKS_ITSELF.test(plain(rest))) return sentence;
  return /^any/i.test(any) ? `is there ${any.toLowerCase()}${rest}` : `existe ${any.toLowerCase()}${rest}`;
}

/** "Any idea where …" asks where. */
const ASKS_ITSELF =
  /^ (?:idea|clue|chance|hint|way|one|ideia|chance|maneira|forma)\b|^ (?:uses?|calls?|reads?|writes?|knows?)\b/;

function splitSentence(sentence: string): readonly string[] {
  const seen = plain(sentence);
  if (seen.length !== sentence.length) return [sentence];
  const cuts = [...seen.matchAll(JOINT), ...seen.matchAll(COMMA)]
    // Only what itself asks can be followed by another question.
    .filter(
      ({ index }) =>
        (OPENS.test(seen.slice(0, index)) || isPlan(seen)) && seen.slice(0, index).trim().split(/\s+/).length > 1,
    )
    .filter(({ index }) => !isGoneOn(seen.slice(0, index), seen.slice(index)) && !isPlaceAlone(seen.slice(0, index)))
    .sort((one, other) => one.index - other.index);
  const parts: string[] = [];
  let from = 0;
  for (const cut of cuts) {
    if (cut.index < from) continue;
    parts.push(sentence.slice(from, cut.index));
    from = cut.index + cut[0].length;
  }
  return joinShort([...parts, sentence.slice(from)])
    .map(withTail)
    .flatMap(sharedHead)
    .flatMap(eachKind)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** "How many programs, not the old ones, are there": what stands between commas, and then the same question. */
function isGoneOn(before: string, after: string): boolean {
  const isThere = /\b(?:is|are|were) there\b/;
  return (
    /^\W*(?:how many|which|what)\b/.test(before) && !isThere.test(before) && /^,\s*(?:is|are|were) there\b/.test(after)
  );
}

/** "How do I install it and run the tests": what both have in front is said of each. */
function sharedHead(part: string): readonly string[] {
  const match = HEAD.exec(part);
  const tails = match?.[2]?.split(new RegExp(`,?\\s+(?:and|e)(?: then)?\\s+(?=(?:${DONE})\\b)`, "i"));
  return tails === undefined ? [part] : tails.map((tail) => `${match?.[1]} ${tail}`);
}

/** "Which programs and which jobs read it": what the second says of its noun is said of the first. */
function withTail(part: string, index: number, parts: readonly string[]): string {
  const tail = ASKS_OF_NOUN.exec(parts[index + 1]?.trim() ?? "")?.[1] ?? "";
  const isBare = /^\W*(?:which|what|how many|quais|qual|quant[oa]s) [\p{L}][\p{L}\p{N}-]*\W*$/iu.test(part);
  const isOfFirst = /\b(?:they|them|it|its|those|these|that|eles|elas|ele|ela)\b/i.test(tail);
  return isBare && tail !== "" && !isOfFirst ? `${part.replace(/\W+$/, "")} ${tail}` : part;
}

const ASKS_OF_NOUN = /^(?:which|what|how many|quais|qual|quant[oa]s) [\p{L}][\p{L}\p{N}-]* (\p{L}.*)$/iu;

/** "How many programs and jobs are there", "are there tests or TODO comments": each kind is asked for. */
function eachKind(part: string): readonly string[] {
  const match = EACH_KIND.exec(part);
  const [, before = "", one = "", joint = "", other = "", after = ""] = match ?? [];
  if (one === "" || shareMeaning(one, other) || (/^ou?r?$/i.test(joint) && !ASKS_FOR_ANY.test(plain(before))))
    return [part];
  return [`${before}${one}${after}`, `${before}${other}${after}`];
}

const NOUN = "[\\p{L}]+(?: (?:files?|comments?|cases?|ficheiros?|comentarios?))?";
const EACH_KIND = new RegExp(`^(.*?\\b)(${NOUN}) (and|e|or|ou) (${NOUN})(?![\\p{L}])(.*)$`, "u");
const ASKS_FOR_ANY = /^\W*(?:is there|are there|ha|existem?|does it have|do we have)\b/;

/** Whether two words are no kinds of things, or say the same. */
function shareMeaning(one: string, other: string): boolean {
  const [ofOne, ofOther] = [one, other].map(listedMeanings);
  if (!ofOne || !ofOther || ofOne.length === 0 || ofOther.length === 0) return true;
  return plain(one) === plain(other) || ofOne.some((meaning) => ofOther.includes(meaning));
}

/** What of a noun there may be a list. */
function listedMeanings(noun: string): readonly string[] {
  const [word = ""] = plain(noun).split(" ");
  return conceptsOf(word).filter((concept) => KIND_NOUNS.has(concept) || /^(?:test|todo|dependency)$/.test(concept));
}

const isKindNoun = (word: string): boolean => conceptsOf(plain(word)).some((concept) => KIND_NOUNS.has(concept));

/** A part with what the one before says for both: the noun that is counted, or what tells which ones. */
export const withShared = (part: string, before: string): string =>
  withQualifier(withCountedNoun(part, before), before);

/** "How many programs are batch and how many are online", "how many use CICS and how many don't": what is counted is said of both. */
function withCountedNoun(part: string, before: string): string {
  const [, noun = "", verb = "", rest = ""] = COUNTED.exec(before) ?? [];
  if (!noun.split(" ").some(isKindNoun)) return part;
  const [, asks = "", denied = ""] = COUNTS_OTHERS.exec(part) ?? [];
  if (denied === "" || /^(?:there|a[ií])\b/i.test(rest)) {
    const [, bare = "", which = ""] = COUNTS_WHICH.exec(part) ?? [];
    if (which !== "" && !isKindOfRows(which)) return `${bare} ${which} ${noun} ${verb} ${rest}`;
    const [, counts = "", own = ""] = COUNTS_AGAIN.exec(part) ?? [];
    return own === "" ? part : `${counts} ${noun} ${own}`;
  }
  const isToBe = /^(?:are|were|s[aã]o|est[aã]o)$/i.test(verb);
  const [, not = "do not"] = /^(n[aã]o)/i.exec(denied) ?? [];
  const negated = isToBe && not === "do not" ? `${verb} not` : `${not} ${verb}`;
  return `${asks} ${noun} ${negated} ${rest}`;
}

const VERBS =
  "are|were|have|use|read|write|call|contain|hold|need|run|belong|touch|update|change|copy|lack|s[aã]o|est[aã]o|t[eê]m|usam|l[eê]em|escrevem|chamam|gravam|correm";
const COUNTS = String.raw`\W*(?:(?:and|e) )?(how many|quant[oa]s)`;
const COUNTED = new RegExp(
  String.raw`^${COUNTS.replace("(how", "(?:how")}(?: (?:of (?:the|our|these|those|all)|d[oa]s))? ((?:[\p{L}\d-]+ ){0,2}[\p{L}\d-]+) (${VERBS}) (.+?)[\s?.,!]*$`,
  "iu",
);
const COUNTS_AGAIN = new RegExp(String.raw`^${COUNTS} ((?:n[aã]o |do not |don't )?(?:${VERBS})\b(?: not)? .+)$`, "iu");
const COUNTS_OTHERS = new RegExp(
  String.raw`^${COUNTS} (do not|don['’]t|are not|aren['’]t|are n't|n[aã]o)[\s?.!]*$`,
  "iu",
);

/** "How many programs are there, and how many batch?": which of them, where the word is no kind of its own. */
const COUNTS_WHICH = new RegExp(String.raw`^${COUNTS} ([\p{L}\d-]+)[\s?.!]*$`, "iu");
const isKindOfRows = (word: string): boolean =>
  isKindNoun(word) && !/^(?:batch|online|interactive|nightly)$/i.test(word);

/** "Which programs use DB2 tables, and which tables?": what told which ones is said of the second, too. */
function withQualifier(part: string, before: string): string {
  const [, asks = "", noun = ""] = /^\W*((?:and |e )?(?:which|what|quais|que)) ([\p{L}]+)\W*$/iu.exec(part) ?? [];
  if (noun === "" || !isKindNoun(noun)) return part;
  const qualifier = new RegExp(`(\\p{L}[\\p{L}\\p{N}]*) ${noun}\\b`, "iu").exec(before)?.[1];
  const isTelling =
    qualifier !== undefined &&
    !new RegExp(`^(?:${OPENING}|the|any|all|of|in|os?|as?|de|${USING})$`, "i").test(qualifier);
  return isTelling ? `${asks} ${qualifier} ${noun}?` : part;
}

const USING = "\\w+(?:s|ed|ing)|use|read|write|update|delete|call|have|run";

const SHORT_WORDS = 1;
const CONDITION =
  /^(?:if|when(?! (?:is|are|was|were|do|does|did|has|have|will|can)\b)|suppose|assuming|se|quando(?! (?:e|foi|foram|sao|esta)\b))\b(?!.*\b(?:what|which|who|where|how|do i|does|o que|quais)\b)/i;

/** "And from which screen", "in which operating system" have no verb of their own. */
const isPlaceAlone = (part: string): boolean =>
  /^\W*(?:in|on|for|at|by|from|to|with|a|com|de|em|para|por) (?:which|what|que|qual|quais) \p{L}+(?: \p{L}+)?\W*$/iu.test(
    part,
  ) && !/\b(?:\w+ed|e|is|are)\W*$/i.test(part);

/** "And when?", "where?" ask for more of what stands before. */
function joinShort(parts: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const isShort =
      part.trim().split(/\s+/).length <= SHORT_WORDS || isPlaceAlone(part) || CONDITION.test(joined.at(-1) ?? "");
    if (isShort && joined.length > 0) joined.push(`${joined.pop()} ${part}`);
    else joined.push(part);
  }
  return joined;
}

import type { AskedFor } from "../ports/model.ts";

/** What a person says who wants something to be another way afterwards; the first word of a clause. */
const CHANGE_VERBS: ReadonlySet<string> = new Set(
  "add adapt adjust allow append apply bump change clean comment commit complete convert copy correct create cut debug decrease delete disable document drop edit enable ensure expose extend extract finish fix format generate handle implement improve include increase inline insert install integrate introduce localize lower make merge migrate modernize modify move optimise optimize parametrize patch polish port prepend prevent put raise reduce refactor remove rename reorder repair replace reset resolve restore restructure reverse revert rewrite round set shorten simplify solve sort speed split stop strip support swap switch throw tidy translate trim turn undo uninstall update upgrade use validate widen wire wrap write".split(
    " ",
  ),
);
/** Between the start of a clause and its verb; "I want you to" and its kin are read as a whole before. */
const POLITE =
  /^(?:(?:please|kindly|just|also|then|now|next|first|second|finally|simply|so|ok|okay|hi|hello|hey|waymark|you|let's|lets|let us|and|or|but|go ahead and|try to|help me(?: to)?|again|instead)[\s,]+)+/;
const WISH =
  /^(?:can|could|would|will)\s+you\b|^(?:i|we)(?:'d)?\s+(?:want|need|would like|like|wish)(?:\s+(?:you|it|that|this|them))?\s+to\b|^you\s+(?:should|must|need to|have to|may)\b|^(?:your (?:task|job)|the (?:task|goal|aim)) is to\b|^(?:be sure|make sure|remember) to\b/;
const QUESTION =
  /^(?:how|what|what's|why|where|which|who|whom|whose|when|whether|if|is|are|was|were|do|does|did|has|have|had|should|may|might|am)\b/;
/** Words after which the rest of a sentence is told of, not asked for. */
const REPORTED = /\b(?:how|what|why|where|which|who|when|whether|if|without|instead of)\b/;
/** What begins a sentence that only wants to be told. */
const LOOK =
  /^(?:analy[sz]e|check|compare|count|describe|display|explain|find|give|identify|list|look|name|open|print|read|report|review|search|show|summari[sz]e|tell|trace)\b/;
/** "The header should be blue", "the total must not be rounded". */
const OBLIGATION =
  /^(?!(?:i|we|you|they|he|she)\b)[^,]{1,80}?\s(?:should|must|shall|ought to|needs? to|has to|have to)\b/;

/**
 * Whether a prompt asks for something to be changed, by its English form alone: a clause that begins with the verb of a change, or says how
 * a thing should be. A question, also one about a change, asks for none; nor does what stands in code or quotes.
 */
export function asksForChange(prompt: string): boolean {
  const text = inWords(prompt);
  const sentences = sentencesOf(text);
  // "I want to change what X returns - who depends on it?": what is planned only says what the question is about.
  const isOfPlan = sentences.some(endsInQuestion);
  return sentences.some((sentence) => !(isOfPlan && PLAN.test(sentence)) && sentenceAsks(sentence));
}

/** What a person asks stands at an end of a text, whatever was pasted or piped in between. */
const END_CHARS = 10_000;

/** The ends, without what stands in code or quotes. */
function inWords(prompt: string): string {
  const isLong = prompt.length > 2 * END_CHARS;
  return (isLong ? `${prompt.slice(0, END_CHARS)}\n${prompt.slice(-END_CHARS)}` : prompt)
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`|"[^"\n]*"/g, "it")
    .replace(/[’]/g, "'")
    .toLowerCase();
}

/** What is wanted as text, with all that is said of it. */
const SHOWN = new RegExp(
  [
    String.raw`\b(?:answer|reply|respond|create|write|make|generate|give|show|produce|prepare|propose|suggest|draft|print|output|send|provide|mostr[ea]|d[êe]|gere|escreva|crie|proponha|responda|sugira)\s+(?:(?:me|us|with|as|a|an|the|your|one|just|only|some|um|uma|o|com)\s+){0,4}(?:[\w-]+\s+){0,2}?(?:diffs?|patch(?:es)?)\b[^.!?\n]*`,
    String.raw`\b(?:give|show|tell|print|send|mostr[ea]|d[êe]|diga)\s+(?:(?:me|us|a|an|the|one|which|what|some|um|uma|o|qual)\s+){0,3}(?:[\w-]+\s+){0,2}?(?:examples?|snippets?|commands?|exemplos?|comandos?|tool calls?)\b[^.!?\n]*`,
  ].join("|"),
  "g",
);
const UNCHANGED =
  /\b(?:do not|don't|without|never)\s+(?:\w+\s+){0,2}?(?:chang|appl|edit|touch|modify|writ)\w*|(?<!\p{L})(?:não|sem)\s+(?:mud|alter|aplic|edit|modific|escrev)\p{L}*/u;
const HOW =
  /\bhow (?:do|does|to|can|could|would|should|might)\b|\b(?:what|which) (?:commands?|would|will|are you)\b|\bnext steps?\b|\byour plan\b|(?<!\p{L})(?:como|o que você|qual comando)(?!\p{L})/u;
const WISH_PT = /^(?:você )?(?:pode|poderia|consegue)(?!\p{L})/u;
const WORDS_PT =
  /^(?:qual|quais|que|o que|por que|onde|quem|quando|quanto|mostre|mostra|explique|explica|descreva|liste|diga|resuma)(?!\p{L})/u;

/**
 * What a prompt asks for by its form, English or Portuguese: to be shown a `text` such as a diff, a command or a plan, for an `answer`
 * to a question, else for a `deed`, also in other languages and where it only says to go on.
 */
export function askedFor(prompt: string): AskedFor {
  const text = inWords(prompt);
  const rest = text.replace(SHOWN, " ");
  const isKept = UNCHANGED.test(text);
  if (!isKept && asksForChange(rest)) return "deed";
  if (isKept || rest !== text || HOW.test(text)) return "text";
  return sentencesOf(text).some(wantsWords) ? "answer" : "deed";
}

function wantsWords(sentence: string): boolean {
  const start = sentence.trim().replace(POLITE, "");
  if (WISH_PT.test(start)) return false;
  if (WISH.test(start)) return LOOK.test(start.replace(WISH, "").trim().replace(POLITE, ""));
  return QUESTION.test(start) || LOOK.test(start) || WORDS_PT.test(start) || start.endsWith("?");
}

const PLAN =
  /^\W*(?:if |when |before |suppose )?(?:i|we)(?:'d|'m|'re|'ll| am| are| will)?\s+(?:(?:just|really|also|only|now|soon) )?(?:want|need|would like|like|wish|have|plan|intend|consider(?:ing)?|going|about|thinking|planning|trying|try)\b(?!\s+you\b)/;
/** A sentence that is a question, or ends in one behind a dash, a comma or a semicolon. */
const endsInQuestion = (sentence: string): boolean =>
  /\?\s*$/.test(sentence) &&
  /(?:^|\s[-–—]+\s|[,;:]\s)\W*(?:so |and |but |then |ok |now )*(?:who|whom|whose|what|which|where|why|how|does|do|is|are|will anything|would anything)\b(?!\s+(?:about|don't)\b)/.test(
    sentence,
  );

/** With the sign each ends with; a dot inside a name ends none. */
function sentencesOf(text: string): readonly string[] {
  return text.match(/(?:[^.!?;:\n]|[.:](?=\S))+[.!?;:\n]?/g) ?? [];
}

function sentenceAsks(sentence: string): boolean {
  const said = sentence.trim().replace(/^(?:[-*•]|\d+[.)])\s+/, "");
  const start = said.replace(POLITE, "");
  if (QUESTION.test(start) || (said.endsWith("?") && !WISH.test(start))) return false;
  const told = REPORTED.exec(start.replace(WISH, ""));
  const asked = told === null ? start : start.slice(0, start.length - start.replace(WISH, "").length + told.index);
  if (!LOOK.test(start) && OBLIGATION.test(asked)) return true;
  return asked.split(/,|\band\b|\bthen\b|\bbut\b/).some(clauseAsks);
}

function clauseAsks(clause: string): boolean {
  const start = clause.trim().replace(POLITE, "").replace(WISH, "").trim().replace(POLITE, "");
  return CHANGE_VERBS.has(/^(?:re-)?([a-z]+)/.exec(start)?.[1] ?? "");
}

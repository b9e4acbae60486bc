import { asksYesOrNo } from "./question-form.ts";
import { plain } from "./tokens.ts";

/** What of a program's code a question asks for: a message, a return code, a formula, a fixed value. */
export interface OutcomeQuestion {
  readonly kind: "message" | "code" | "abend" | "formula" | "value";
  /** What is said of it besides: when, of what. Empty where all of the kind are asked for. */
  readonly rest: string;
}

/** Words that only ask for the kind; what is left says when and of what. Portuguese where it is mostly not known as English. */
const KINDS: readonly (readonly [kind: OutcomeQuestion["kind"], asks: RegExp])[] = [
  ["abend", /\b(?:with (?:which|what) |which |what |the )?(?:user )?abend(?: codes?)?\b/g],
  [
    "code",
    /\b(?:(?:with|which|what|por|com|que|qual|o|a) )*(?:return|exit|completion|condition|error)[ -]?codes?\b(?: (?:is|are|does|do|will|e|em|the))*|\bcodigos? (?:de )?(?:retorno|saida|erro)\b|\b(?:with )?(?:which|what) code\b(?=.*\b(?:end|stop|finish|terminate|exit|return|quit|set)\w*\b)|\b(?:com )?que codigo\b(?=.*\b(?:termin|acab|sai)\w*\b)/g,
  ],
  [
    "message",
    /\b(?:which|what|que|quais|qual|the|a|as)? ?(?:\w+ )?(?:messages?|mensage(?:m|ns))\b(?: (?:text|is|are|does|do|will|can|e))*|\b(?:what|which text) (?:does|do|will|would|is|are) (?:the |a |an )?(?:users?|operators?|customers?|clerks?|one|i|you|we|somebody|someone)\b(?=.*\b(?:see|told|get|read|shown)\b)|\bwhat (?:is|gets) (?:displayed|shown|printed|said)\b|\bo que (?:ve|aparece|mostra|diz)\b/g,
  ],
  [
    "formula",
    /\bhow (?:is|are|does|do|was|gets?)\b(?=.*\b(?:calculat|comput|work(?:ed)? out|determined|reckoned|derived|add(?:s|ed) up)\w*)|\b(?:calculat|comput)(?:ed|es?|ion)\b|\bworked out\b|\b(?:what is )?the formula (?:of|for|behind)\b|\bwhat formula\b|\bcomo (?:e|sao|se)\b(?=.*\bcalcul)|\bcalculad[oa]s?\b/g,
  ],
  [
    "value",
    /\bhow many\b(?=.*\b(?:per (?:page|screen)|fit|cabem|pagina|(?:on|in|to|at) (?:a|an|one|each|every|the) (?:\w+ )?(?:page|screen|list|table|time)|at once|at a time|at most|can (?:be|it) hold|allowed)\b)|\b(?:what is |which is )?the (?:maximum|limit|page size)(?: (?:number|value|size))?\b|\bquant[oa]s\b(?=.*\b(?:por (?:pagina|tela|ecra)|em (?:uma|cada) (?:pagina|tela|lista)|cabem|no maximo)\b)/g,
  ],
];

/** Words that every question of such a kind says of any program. */
const SAYS_NOTHING: Readonly<Record<OutcomeQuestion["kind"], RegExp>> = {
  code: /\b(?:end|ends|ended|stop|stops|finish|finishes|terminate|terminates|exit|exits|return|returns|set|sets|get|gets|give|gives|come back|out of|termina|acaba|sai|da|where|some|any|se|houver|if|when)\b/g,
  abend: /\b(?:end|ends|stop|stops|does|do|is|the)\b/g,
  message:
    /\b(?:appears?|shown?|shows?|display(?:s|ed)?|gets?|see|sees|given?|gives|can|could|does|do|someone|somebody|aparece|mostrad[oa])\b|\bwho(?:ever)?\b|\bthat\b/g,
  formula: /\b(?:is|are|does|do|the|value|of)\b/g,
  value: /\b(?:fit|fits|are|is|there|shown|show|can|does|do|displayed|one|each|every|cabem|aparecem|cada|uma)\b/g,
};

/** Of which jobs or programs something is so, is asked of a list. */
const OF_LIST = /^\W*(?:which|what|list|quais|que) (?:\w+ )?(?:programs?|jobs?|screens?|transactions?|programas?)\b/;

/** That something is a condition is so of every outcome. */
const LEADS = /\b(?:if|when|whenever|once|where|why|in case|se|quando|caso)\b/g;

/** What is said of a case whose outcome is asked: "what happens if …". Empty where nothing is. */
export function readCase(said: string): string {
  const text = plain(said).replace(/[?!]+\s*$/, "");
  return asWritten(text.replace(HAPPENS, " ").replace(LEADS, " ").replace(/\s+/g, " ").trim(), said);
}

/** Names stay as they are spelled, by which they are known. */
function asWritten(plainText: string, said: string): string {
  const written = new Map((said.match(/\S+/g) ?? []).map((word) => [plain(word), word]));
  return plainText.replace(/\S+/g, (word) => written.get(word) ?? word);
}

const HAPPENS = /\b(?:and |e )?(?:what (?:else )?(?:happens|will happen|does it do|is done)|o que acontece|what if)\b/g;

/** Where a message comes from, is asked of a message that is known. */
const OF_PLACE = /["'“«]|\b(?:where|de onde)\b/;

/** Whether a question asks what code brings about, and which words tell when and of what. @param said  in the words of English, as far as they are known */
export function readOutcomeQuestion(said: string): OutcomeQuestion | undefined {
  const text = plain(said).replace(/[?!]+\s*$/, "");
  if (OF_LIST.test(text) || asksYesOrNo(said)) return undefined;
  for (const [kind, asks] of KINDS) {
    if (text.search(asks) < 0) continue;
    if (kind === "message" && OF_PLACE.test(text)) return undefined;
    const rest = text
      .replace(asks, " ")
      .replace(SAYS_NOTHING[kind], " ")
      .replace(LEADS, " ")
      .replace(/\s+/g, " ")
      .trim();
    return { kind, rest: asWritten(rest, said) };
  }
  return undefined;
}

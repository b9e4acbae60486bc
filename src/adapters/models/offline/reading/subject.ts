import type { Token } from "./tokens.ts";

/** Words that say what is done to a subject: checked, computed, set, printed, raised, refused, parsed, defined. */
const DOING =
  /^(?::check(?:s|ed|ing)?|valid(?:ates?|ated|ating|ation|acao|ad[oa]s?)|verif\w+|tested|compared?|enforced?|conferid[oa]|enforces|valida|validam|:comput\w*|calcul\w*|derived?|summed|added up|determined|:set|sets|setting|assign\w*|filled|fills|updated?|updates|updating|stored?|saved?|written|changed|modified|initiali[sz]\w*|increased|reduced|atualizad[oa]s?|alterad[oa]s?|gravad[oa]s?|preenchid[oa]s?|definid[oa]s?|generat\w*|created|creates|gerad[oa]s?|criad[oa]s?|:print\w*|displayed|shown|shows?|rendered|formatted|logged|written out|impress[oa]s?|exibid[oa]s?|:rais(?:es|ed)|thrown|throws|emit|emits|emitted|fired|dispatched|triggered|disparad[oa]s?|emitid[oa]s?|:rejected|refused|denied|recusad[oa]s?|rejeitad[oa]s?|:parsed|parses|parsing|converted|converts|conversion|decoded|encoded|:implemented|implement|defined|declared|definid[oa]s?|implementad[oa]s?|lives?|located)$/;

/** Words of a question that carry no subject: verbs of everyday and adjectives, which a place need not repeat. */
const WEAK =
  /^(?:new|wrong|bad|old|existing|current|right|different|possible|main|real|whole|user|happens?|business|terms?|add|adds|adding|use|using|enters?|entered|typed|gives?|given|takes?|taken|goes|comes?|does|done|work|works|wants?|needs?|tries|keeps?|becomes?|happen|first|last|time|times|way|place|part|parts|side|end|start|happening|implement\w*|defined|run|runs|running|make|makes|set|sets|called|when|while|during|inside|responsible|called|via|logic|code|feature|support|supports|supported|novo|nova|errad[oa]|usuario|feit[oa]|faz|fazer|adicionar|adiciono|usar|uso|crio|criar|configurar|configuro|mudo|achar|create|creates|change|write|configure|pass|handle[sd]?|define|specify|customi[sz]e|test|get|gets|invalid|correct|incorrect|wait|waits|send|sends|receives?|opens?|closes?|reach|reaches|became|becomes?|longer|shorter|keep|kept|stop|stops|ensure|avoid|prevent|limit(?:s|ed)? to|sort|sorts|load|loads|needed|until|unless|each|per|once|twice|safely|properly|look|looks|like|several|multiple|many|allow|allows|enable|disable|turn|switch|quick|quickly|fails?|failed|crash(?:es)?|succeeds?|ends?|begins?|happens|looked|up|before|after|antes|depois|manually|defino|crio|faco|adiciono|executo|altero|configuro|consigo|escrevo|leio|envio|espero|limito|paro|limpo|cancelo|automatically|best|cuts?|press(?:es|ed)?)$/;

/** The words without which a place does not speak of what a question is about. @param tokens  those that say nothing of the kind of question */
export function subjectWords(tokens: readonly Token[], { isHowTo }: { readonly isHowTo: boolean }): readonly string[] {
  const isDoing = (token: Token): boolean => !isHowTo && token.kind !== "name" && isDoingSaid(token.word);
  const isOfAction = tokens.some(isDoing);
  const words = tokens.filter(
    ({ word }) => word.length > 1 && !NEGATING.test(word) && !(isOfAction && isDoingSaid(word)),
  );
  const strong = words.filter((token) => !isWeak(token));
  return [...new Set((strong.length > 0 ? strong : words).flatMap(({ text }) => text.split(/\s+/)))];
}

function isWeak({ kind, word, concepts }: Token): boolean {
  if (kind === "verb") return true;
  if (kind === "told") return false;
  return kind !== "name" && (WEAK.test(word) || concepts.some((concept) => HOLDERS.has(concept)));
}

/** These leave out what stands behind them; no place speaks of them. */
const NEGATING = /^(?:not|never|nao|nunca|no|without|sem)$/;

/** What holds a subject is seldom said again where it stands. */
const HOLDERS: ReadonlySet<string> = new Set(
  "program file function class module job screen copybook field script source project this here have".split(" "),
);

/** Whether a word says that something is done. */
export const saysDoing = (word: string): boolean => isDoingSaid(word) || WEAK.test(word);

const isDoingSaid = (word: string): boolean => !NOUN.test(word) && DOING.test(word);

/** "Calculation" is what a question is about, "calculated" what is done to it. */
const NOUN = /(?:ion|ment|acao|ance)$/;

import type { Token } from "./tokens.ts";

/** What a question in plain words is about. */
export interface Subject {
  /** Words without which a place does not speak of it. */
  readonly required: readonly string[];
  /** Words that make a place more likely to be meant. */
  readonly optional: readonly string[];
  /** What is done to it: "checked", "computed". */
  readonly action?: Action | undefined;
  /** Words that stand beside each other in the question. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Every word of the question that means something for what is looked for: those that are not searched for are named. */
  readonly said: readonly string[];
}

/** Something that is done, by the names that say so and by the statements that do it. */
export interface Action {
  /** As the question says it. */
  readonly said: string;
  readonly named: RegExp;
  readonly done: RegExp;
}

interface Doing {
  /** Its words in a question. */
  readonly words: RegExp;
  readonly named: RegExp;
  readonly done: RegExp;
}

const COMPARED =
  /^\s*(?:\d{6})?\s*(?:if|elif|else if|evaluate|when|unless)\b|\bif ?\(|===|!==|\bassert\b|\braise\b|\bthrow\b|\bNOT =|\bUNTIL\b/i;

/** What is done, in names and in the statements of most languages. */
const DOINGS: readonly Doing[] = [
  {
    words:
      /^(?:check(?:s|ed|ing)?|valid(?:ates?|ated|ating|ation|acao|ad[oa]s?)|verif\w+|tested|compared?|enforced?|conferid[oa]|enforces|valida|validam)$/,
    named: /valid|verif|check|edit|ensure|assert/i,
    done: COMPARED,
  },
  {
    words: /^(?:comput\w*|calcul\w*|derived?|summed|added up|determined)$/,
    named: /comput|calc|derive|total|accru/i,
    done: /\b(?:COMPUTE|MULTIPLY|DIVIDE|ADD|SUBTRACT)\b|[\w)\]] [-+*/] [\w(]|[-+*/]= /,
  },
  {
    words:
      /^(?:set|sets|setting|assign\w*|filled|fills|updated?|updates|updating|stored?|saved?|written|changed|modified|initiali[sz]\w*|increased|reduced|atualizad[oa]s?|alterad[oa]s?|gravad[oa]s?|preenchid[oa]s?|definid[oa]s?|generat\w*|created|creates|gerad[oa]s?|criad[oa]s?)$/,
    named: /\b(?:set|update|updt|write|rewrite|store|save|move|post)|REWRITE|UPDATE/i,
    done: /\bMOVE\b.*\bTO\b|\b(?:COMPUTE|ADD|SUBTRACT|INITIALIZE|REWRITE|WRITE|SET|UPDATE|INSERT)\b|(?<![=!<>])=(?![=>])/,
  },
  {
    words: /^(?:print\w*|displayed|shown|shows?|rendered|formatted|logged|written out|impress[oa]s?|exibid[oa]s?)$/,
    named: /print|display|show|render|format|echo|log|send/i,
    done: /\b(?:DISPLAY|SEND|WRITE)\b|print|echo|console\.|\blog(?!i[cn])/i,
  },
  {
    words:
      /^(?:rais(?:es|ed)|thrown|throws|emit|emits|emitted|fired|dispatched|triggered|disparad[oa]s?|emitid[oa]s?)$/,
    named: /raise|throw|emit|fire|dispatch/i,
    done: /\braise\b|\bthrow\b|emit\(|dispatch|ABEND/i,
  },
  {
    words: /^(?:rejected|refused|denied|recusad[oa]s?|rejeitad[oa]s?)$/,
    named: /reject|refus|deny|denied|invalid/i,
    done: /reject|REJ|invalid|denied/i,
  },
  {
    words: /^(?:parsed|parses|parsing|converted|converts|conversion|decoded|encoded)$/,
    named: /pars|conver|decod|encod|cast/i,
    done: /pars|conver|NUMVAL|int\(|Number\(|decod|encod/i,
  },
  {
    words: /^(?:implemented|implement|defined|declared|definid[oa]s?|implementad[oa]s?|lives?|located)$/,
    named: /^/,
    done: /^\s*(?:export |default |async |public |abstract )*(?:function|class|interface|type|def|fn|func)\b|PROGRAM-ID|^.{7}[\w-]+\.\s*$|^.{6} +(?:01|FD|SELECT)\b/,
  },
];

/** Words of a question that carry no subject: verbs of everyday and adjectives, which a place need not repeat. */
const WEAK =
  /^(?:new|wrong|bad|old|existing|current|right|different|possible|main|real|whole|user|happens?|business|terms?|add|adds|adding|use|using|enters?|entered|typed|gives?|given|takes?|taken|goes|comes?|does|done|work|works|wants?|needs?|tries|keeps?|becomes?|happen|first|last|time|times|way|place|part|parts|side|end|start|happening|implement\w*|defined|run|runs|running|make|makes|set|sets|called|when|while|during|inside|responsible|called|via|logic|code|feature|support|supports|supported|novo|nova|errad[oa]|usuario|feit[oa]|faz|fazer|adicionar|adiciono|usar|uso|crio|criar|configurar|configuro|mudo|achar|create|creates|change|write|configure|pass|handle[sd]?|define|specify|customi[sz]e|test|get|gets|invalid|correct|incorrect|wait|waits|send|sends|receives?|opens?|closes?|reach|reaches|became|becomes?|longer|shorter|keep|stop|stops|ensure|avoid|prevent|limit(?:s|ed)? to|sort|sorts|load|loads|needed|until|unless|each|per|once|twice|safely|properly|look|looks|like|several|multiple|many|allow|allows|enable|disable|turn|switch|quick|quickly|fails?|failed|crash(?:es)?|succeeds?|ends?|begins?|happens|looked|up|before|after|antes|depois|manually|defino|crio|faco|adiciono|executo|altero|configuro|consigo|escrevo|leio|envio|espero|limito|paro|limpo|cancelo|automatically|best)$/;

/** Reads what a question is about out of the words that name it. @param tokens  those that say nothing of the kind of question */
export function readSubject(
  tokens: readonly Token[],
  { isHowTo, said }: { readonly isHowTo: boolean; readonly said: readonly string[] },
): Subject {
  const action = isHowTo ? undefined : tokens.map(doingOf).find((doing) => doing !== undefined);
  const words = tokens.filter(
    ({ word }) => word.length > 1 && !NEGATING.test(word) && (action === undefined || doingSaid(word) === undefined),
  );
  const strong = words.filter((token) => !isWeak(token));
  const optional = words.filter(isWeak);
  const required = strong.length > 0 ? strong : optional;
  return {
    required: unique(required.flatMap(({ text }) => text.split(/\s+/))),
    optional: strong.length > 0 ? unique(optional.map(({ text }) => text)) : [],
    action,
    pairs: words.slice(1).map(({ text }, index) => [words[index]?.text ?? "", text] as const),
    said,
  };
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

const unique = (words: readonly string[]): readonly string[] => [...new Set(words)];

/** Whether a word says that something is done. */
export const saysDoing = (word: string): boolean => doingSaid(word) !== undefined || WEAK.test(word);

const doingSaid = (word: string): Doing | undefined =>
  NOUN.test(word) ? undefined : DOINGS.find(({ words }) => words.test(word));

/** "Calculation" is what a question is about, "calculated" what is done to it. */
const NOUN = /(?:ion|ment|acao|ance)$/;

function doingOf({ kind, word }: Token): Action | undefined {
  const doing = kind === "name" || NOUN.test(word) ? undefined : doingSaid(word);
  return doing && { said: word, named: doing.named, done: doing.done };
}

import type { Question } from "./question.ts";

/** A kind of question about one thing of an estate. */
type NamedKind = Extract<Question, { readonly name: string }>["kind"];

interface Rule {
  readonly words: RegExp;
  readonly read: (name: string | undefined) => Question | undefined;
}

const about =
  (kind: NamedKind): Rule["read"] =>
  (name) =>
    name === undefined ? undefined : { kind, name };
const whole =
  (question: Question): Rule["read"] =>
  () =>
    question;

const CHANGE = `chang|renam|remov|delet|modif|alter|extend|widen|enlarg|shorten|drop|increas|longer|shorter|resiz|refactor|touch|becom|became|grow`;
const EFFECT = `happen|break|affect|impact|consequen|ripple|what else|depend|adapt|recompil|blast|fall ?out|side effect|have to|need to|must`;

/**
 * What a question about an estate asks, told by its words and not by their order. Tried from the top; the thing that it
 * asks about is the word that looks like a name.
 */
const RULES: readonly Rule[] = [
  { words: new RegExp(`(?=.*(?:${CHANGE}))(?=.*(?:${EFFECT}))`), read: about("impact") },
  { words: /\bimpact|\bwhat depends on\b|\bdependents of\b/, read: about("impact") },
  {
    words:
      /\b(?:missing|not found|unresolved|unknown) (?:copybooks?|programs?|members?|sources?|calls?)|(?:copybooks?|programs?|members?|sources?) (?:are |is )?(?:missing|not found|unresolved)/,
    read: whole({ kind: "estate", path: "." }),
  },
  {
    words:
      /\b(?:never|not) (?:executed|called|reached|used|performed|referenced)|\b(?:dead|unused|unreachable|unreferenced|obsolete)\b/,
    read: (name) => (name === undefined ? { kind: "dead-code", path: "." } : undefined),
  },
  {
    words: /\bcall(?:ing)? (?:graph|diagram|chains?|sequences?|trees?|hierarchy)|\bsequence diagrams?|\bwho calls whom/,
    read: whole({ kind: "call-chains", path: "." }),
  },
  {
    words:
      /\b(?:lineage|origin|trace|data ?flow)\b|\bget(?:s|ting)? (?:its|the) (?:values?|content|data)|\bcomes? from\b|\bwhere (?:does|do) .* (?:come|go|end up)|\b(?:source|destination) of\b|\bfilled\b|\bpopulated\b/,
    read: about("lineage"),
  },
  { words: /\b(?:flow ?chart|flow diagram|control flow|flow)\b|\bdiagram\b|\bdraw\b/, read: about("flow") },
  {
    words: /\b(?:copybooks?|includes?|members?)\b.*\b(?:does|do|of|in|by)\b(?!.*\buse[sd]? (?:the )?copybook)/,
    read: about("includes"),
  },
  { words: /\b(?:copies|included?|includes|copybooks) (?:does|used by|of|in)\b/, read: about("includes") },
  {
    words:
      /\b(?:who|what|which [\w ]+?) (?:calls?|performs?|invokes?|executes?|runs?|links? to|transfers? to|starts?|triggers?|uses?|reads?|writes?(?: to)?|updates?|deletes?(?: from)?|inserts?(?: into)?|selects?(?: from)?|accesses|access|touch(?:es)?|references?|copies|copy|includes?|sets?|changes?|creates?|fills?)\b|\bcallers?\b|\busers? of\b|\bcalled (?:by|from)\b|\bused (?:by|in|from)\b|\bwhere (?:is|are) .* (?:used|called|read|written|set|updated|referenced|performed|executed|run|copied|changed)\b/,
    read: about("callers"),
  },
  {
    words:
      /\bwhat (?:screens?|maps?|programs?|files?|tables?|datasets?|subprograms?|modules?|services?) (?:does|do|are|is)\b|\bwhat does .* (?:call|perform|use|read|write|update|access|send|receive|start|invoke|touch)\b|\bcallouts?\b|\bcallees?\b/,
    read: about("callouts"),
  },
  {
    words:
      /\b(?:show|print|display|give)(?: me)? .*\b(?:paragraph|section|function|method|body|code|source)\b|\b(?:body|code|source(?: code)?) of\b/,
    read: about("body"),
  },
  {
    words:
      /\bhow (?:many|long|big|large|complex)\b.*\b(?:lines?|paragraphs?|is|has|have|loc)\b|\bcomplexity\b|\bstatistics?\b|\bstats\b|\blines of code\b/,
    read: about("size"),
  },
  {
    words:
      /\bhow many (?:programs?|files?|jobs?|copybooks?|lines)\b|\binventory\b|\bwhat is in (?:this|the) (?:estate|system|portfolio)\b|\b(?:summar|overview).*\b(?:estate|portfolio|inventory)\b/,
    read: (name) => (name === undefined ? { kind: "estate", path: "." } : undefined),
  },
  {
    words: /\b(?:list|show|which|what)(?: me)?(?: all)?(?: the)? programs\b(?! (?:use|read|write|call|copy))/,
    read: (name) => (name === undefined ? { kind: "search", text: "PROGRAM-ID" } : undefined),
  },
  {
    words:
      /\bwhat (?:does|is|do)\b.*\b(?:do|for|about|purpose)\b|\b(?:explain|describe|summar\w+|purpose of|tell me about)\b/,
    read: about("summary"),
  },
];

const NAME_LETTERS = "A-Z0-9$#@_";
/** A word of an estate: a COBOL name, a dataset, a qualified table. */
const ESTATE_NAME = new RegExp(
  `(?<![\\w.$#@/-])((?:[${NAME_LETTERS}]+[-.])*[${NAME_LETTERS}]{2,})(?![\\w$#@/]|\\.[a-z]|-[a-z])`,
  "g",
);
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  "PROGRAM PROGRAMS COPYBOOK COPYBOOKS JCL COBOL CICS DB2 IMS SQL VSAM PIC PICTURE CRUD BMS CSD PL HLASM REXX API ID JOB JOBS TABLE DATASET FIELD OK I A TODO FIXME README LOC DDL XML JSON HTTP".split(
    " ",
  ),
);

/**
 * Reads a question about programs, fields, jobs and datasets.
 * @returns undefined for one that names a file, or asks for something else
 */
export function readEstateQuestion(prompt: string): Question | undefined {
  const text = prompt.trim();
  if (/[\w-]\.[a-z]{1,4}\b/.test(text) || /[\w)]\//.test(text) || /["']/.test(text)) return undefined;
  const name = estateName(text);
  const words = text.toLowerCase();
  for (const { words: rule, read } of RULES) {
    if (!rule.test(words)) continue;
    const question = read(name);
    if (question) return question;
  }
  return undefined;
}

function estateName(text: string): string | undefined {
  const quoted = /`([^`\n]{2,60})`/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  const isShouted = text === text.toUpperCase();
  const found = isShouted ? [] : [...text.matchAll(ESTATE_NAME)].flatMap(([, word]) => word ?? []);
  const names = found.filter((word) => !PLAIN_WORDS.has(word) && /[A-Z]/.test(word));
  // The longest is the least likely to be an abbreviation in passing.
  return names.sort((left, right) => right.length - left.length)[0];
}

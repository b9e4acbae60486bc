import { relatedWords, sameWords } from "../words/related-words.ts";
import { meantPhrases, meantWords } from "../words/said-words.ts";
import { isAskingWord } from "./asking-words.ts";
import { formOf } from "./said-by-form.ts";
import { wordParts } from "./word-parts.ts";

/** What sort of passage answers a question best. */
export type Wish = "value" | "condition" | "place" | "reason" | "way" | "list" | "any";

/** One idea of a question, with the words for it. */
export interface Term {
  /** As the question says it. */
  readonly said: string;
  /** Lower case; the question's own first. */
  readonly words: readonly string[];
  /** From here on words speak only of nearly the same. */
  readonly relatedFrom: number;
  /** 1 of a noun; less of what is done every day, which a place need not repeat. */
  readonly weight: number;
  /** Lines of this form say it as well: "checked" is said by a condition, "default" by a value. */
  readonly form: RegExp | undefined;
}

export interface Question {
  readonly terms: readonly Term[];
  readonly wish: Wish;
  /** It wants one number or text that something is given: not whether, not which of many. */
  readonly wantsOneValue: boolean;
  /** Names of code that it spells: `prefixUrl`, `WS-IDX`. */
  readonly names: readonly string[];
  /** Each word as it is written, which may be a name, with what its terms say. */
  readonly written: readonly { readonly name: string; readonly said: readonly string[] }[];
  readonly ofTests: boolean;
  /** Tests are what it asks for. */
  readonly wantsTests: boolean;
  /** The kind of file that it asks in, by how such paths end: "in the JCL". */
  readonly inFiles: RegExp | undefined;
  readonly ofChanges: boolean;
  /** It asks what somebody is shown or told. */
  readonly ofMessages: boolean;
}

const TERMS_MAX = 14;
/** What was asked before says which of several is meant, and no more. */
const ABOUT_WEIGHT = 0.3;
const ABOUT_TERMS_MAX = 6;
const WEAK_WEIGHT = 0.35;
const NAME_WEIGHT = 1.2;

/**
 * Reads a question in English or Portuguese. Any word may be followed by others for the same: `discount|rebate`.
 * Words that only ask are left out; none of the others is required.
 * @param about  what was asked before in the same breath, whose subject it has
 */
export function readQuestion(text: string, about = ""): Question {
  const written = withPhrases(unaccented(text));
  const words = written.match(/[\p{L}\p{N}$_#@|./-]+/gu) ?? [];
  const terms = new Map<string, Term>();
  const spelled = spelledIn(words);
  for (const term of spelled.flatMap(({ own }) => own)) {
    const before = terms.get(term.said);
    if (!before || before.weight < term.weight) terms.set(term.said, term);
  }
  const said = written.replace(/\|[^\s?!.,;:]*/g, "").toLowerCase();
  return {
    terms: [...terms.values()].slice(0, TERMS_MAX).concat(about === "" ? [] : termsAbout(about, terms)),
    names: words.map((word) => word.split("|")[0] ?? "").filter((word) => isName(word) && /\w.*[A-Z_.-]/.test(word)),
    written: spelled.flatMap(({ name, own }) => (own.length > 0 ? [{ name, said: own.map((term) => term.said) }] : [])),
    wish: WISHES.find(([, forms]) => forms.test(said))?.[0] ?? "any",
    wantsOneValue: ONE_VALUE.test(said),
    wantsTests: /\b(?:which|what|quais|que) (?:\w+ )?(?:tests?|specs?|testes)\b/.test(said),
    inFiles: FILE_KINDS.find(([words]) => words.test(said))?.[1],
    ofTests: /\b(?:tests?|testes?|specs?|suites?|fixtures?|mocks?|examples?|exemplos?|samples?)\b/.test(said),
    ofMessages:
      /\b(?:messages?|errors?|warnings?|says?|tells?|shows?|displays?|sees?|mensage(?:m|ns)|aviso|mostra|diz)\b/.test(
        said,
      ),
    // Which version is needed now, no change of former days tells.
    ofChanges:
      !NEEDED.test(said) &&
      /\b(?:chang(?:ed|es)|release[ds]?|version|versao|when was|since|history|new in|dropped|removed|mudou|added|introduced|brought in|contributed)\b/.test(
        said,
      ),
  };
}

/** The same of words that were chosen before: none of them only asks. */
export function readWords(words: readonly string[]): Question {
  const asked = readQuestion(words.join(" "));
  const said = new Set(asked.terms.flatMap((term) => term.said.split(" ")));
  const others = [...new Set(words.flatMap(wordParts))].filter((word) => isAskingWord(word) && !said.has(word));
  return { ...asked, terms: [...asked.terms, ...others.map((word) => termOf(word, word))].slice(0, TERMS_MAX) };
}

type Spelled = { readonly name: string; readonly own: readonly Term[] };

/** Each word with its terms; several that mean something together are one term, at the place of the first. */
function spelledIn(words: readonly string[]): readonly Spelled[] {
  const names = words.map((word) => (word.split("|")[0] ?? "").replace(/[.,-]+$/, ""));
  const plain = names.map((name) => (isName(name) ? "" : name.toLowerCase()));
  const phrases = meantPhrases(plain, "english");
  const within = new Set(phrases.flatMap(({ indexes }) => indexes));
  return words.map((word, index) => {
    const phrase = phrases.find(({ indexes }) => indexes[0] === index);
    const name = names[index] ?? "";
    if (phrase === undefined) return { name, own: within.has(index) ? [] : termsOf(word) };
    const said = phrase.indexes.map((at) => plain[at]).join(" ");
    return { name, own: [{ said, words: phrase.means, relatedFrom: MEANT_FIRST, weight: 1, form: undefined }] };
  });
}

/** Of what a phrase means the first words are what it says, the others nearly so. */
const MEANT_FIRST = 2;

/** What a question before was about, for one that does not say it. */
const termsAbout = (about: string, own: ReadonlyMap<string, Term>): readonly Term[] =>
  readQuestion(about)
    .terms.filter(({ said, weight }) => weight >= 1 && !own.has(said))
    .slice(0, ABOUT_TERMS_MAX)
    .map((term) => ({ ...term, weight: ABOUT_WEIGHT }));

/** Asks for what stands behind an equals sign: a default, a limit, how long, up to what size. */
const ONE_VALUE =
  /^\W*(?:(?:after|for|within|in|at|by|depois de|apos|por|durante) )?(?:how-much|how (?:big|large|high)|quant[oa]s?)\b|^\W*(?:up to|until) (?:what|which)\b|^\W*ate (?:que|qual|quanto|that|what|which)\b|^\W*(?:what|what.?s|what (?:is|are)|which is|qual|qual e|wh?ats)\b.*\b(?:defaults?|padrao|predefinid\w+|omissao|limite?|max(?:imum|imo)?|min(?:imum|imo)?|page size)\b/;

const NEEDED =
  /\b(?:minim\w*|lowest|oldest|required?|needs?|needed|supports?|supported)\b.*\bvers(?:ion|ao|oes)|\bvers(?:ions?|ao|oes)\b.*\b(?:minim\w*|lowest|oldest|required?|needs?|needed|precis\w+|exig\w+)\b/;

/** Kinds of files as a question places something in them. */
const FILE_KINDS: readonly (readonly [words: RegExp, path: RegExp])[] = [
  [/\b(?:in|inside|within|no|nos) (?:the |any |all |our )?(?:jcls?|jobs?)\b/, /\.(?:jcl|prc|proc)$/i],
  [/\b(?:in|inside|within|no|nos) (?:the |any |all |our )?(?:cobol|programs|programas)\b/, /\.(?:cbl|cob|cobol)$/i],
  [/\b(?:in|inside|within|no|nos) (?:the |any |all |our )?copybooks?\b/, /\.cpy$/i],
  [/\b(?:which|what|qual|quais|que) (?:\w+ )?jobs?\b/, /\.(?:jcl|prc|proc)$|\.(?:md|rst)$/i],
  [/\b(?:in|inside|within|no) (?:the |our )?readme\b/, /(?:^|\/)readme[^/]*$/i],
  [/\b(?:in|inside|within|na) (?:the |our )?(?:docs|documentation|documentacao)\b/, /\.(?:md|mdx|rst|adoc)$/i],
  [/\b(?:in|inside|within|nos) (?:the |any |our )?(?:workflows?|ci)\b/, /(?:^|\/)\.(?:github|gitlab)/i],
];

const unaccented = (text: string): string => text.normalize("NFD").replace(/\p{Mn}/gu, "");

function termsOf(written: string): readonly Term[] {
  const [own = "", ...others] = written.split("|");
  const isOwnName = isName(own);
  const parts = [...new Set(wordParts(own))].filter(
    (part) => (isOwnName || !isAskingWord(part)) && (part.length > 1 || /\d/.test(part)),
  );
  return parts.map((part) => termOf(part, own, parts.length === 1 ? others.flatMap(wordParts) : []));
}

/** @param written  what it is a part of  @param given  other words for it that the question gives */
function termOf(part: string, written: string, given: readonly string[] = []): Term {
  const same = [part, ...new Set([...given, ...sameWords(part)])];
  const meant = isName(written) ? [] : meantWords(part, "english");
  const related = [...new Set([...relatedWords(part), ...meant])].filter(
    (word) => !same.includes(word) && !isAskingWord(word),
  );
  return {
    said: part,
    words: [...same, ...related],
    relatedFrom: same.length,
    weight: weightOf(part, written),
    form: formOf(part),
  };
}

/** Whether a word says nothing of what is asked for, or only what is done every day. */
export const saysLittle = (word: string): boolean => isAskingWord(word) || WEAK.has(word);

function weightOf(part: string, written: string): number {
  if (isName(written)) return NAME_WEIGHT;
  return WEAK.has(part) ? WEAK_WEIGHT : 1;
}

/** Written as only names in code are. */
const isName = (word: string): boolean =>
  /[a-z\d][A-Z]|\w_\w|^--?[a-z]|\w\.\w/.test(word) || /^(?=.*[A-Z])[A-Z\d][A-Z\d-]{3,}$/.test(word);

/** Several words that mean one thing together. */
const PHRASES: readonly (readonly [words: RegExp, word: string])[] = [
  [/\bcan['’]?t\b/gi, "cannot"],
  [/\b(is|are|was|were|do|does|did|has|have|had|could|would|should|must)n['’]t\b/gi, "$1 not"],
  [/\b(?:switch|turn|turned|switched) (\S+ )?off\b/gi, "disable $1"],
  [/\b(?:switch|turn|turned|switched) (\S+ )?on\b/gi, "enable $1"],
  [/\b(?:leaves?|left) (\S+ )?alone\b/gi, "skip $1"],
  [/\b(?:sign|log)(?:s|ed|ging|ing)?[ -](?:in|on)\b/gi, "login"],
  [/\btr(?:y|ies|ied) (?:it |this |that )?again\b|\btent\w+ (?:de novo|outra vez|novamente)\b/gi, "retry"],
  [/\b(?:does|do) not know\b/gi, "unknown"],
  [/\bfind out\b|\bgood for\b|\bgive back\b|\bget rid of\b|\blooked? for\b|\blooks? at\b/gi, " "],
  [/\bwithout (?:an? |any )?(?:internet|network)(?: connection)?\b|\bsem (?:internet|rede)\b/gi, "offline|network"],
  [
    /\b(?:does|do) not exist\b|\b(?:is|are|be|was) not found\b|\bnot found\b|\bnao exist\w*|\bnao (?:for |e |foi )?encontrad[oa]\b/gi,
    "missing",
  ],
  [/\b(?:cannot|can not|could not) be found\b/gi, "missing"],
  [/\b(?:is|are|was) not (?=in\b|on\b|there\b|among\b)|\bnao esta (?=n[oa]s?\b|em\b)/gi, "missing "],
  [
    /\b(?:there (?:is|are|was)|there's|has|have|had|with|nao (?:ha|existe|tem)) (?:no|not any|nenhum\w*)\b/gi,
    "missing",
  ],
  [
    /\b(?:if|when) (?:nothing|none|no \w+) (?:is|was|are|were) (?:given|set|passed|specified|provided|configured)\b|\bse nada (?:for|e|foi) \w+/gi,
    "default",
  ],
  [
    /\bif (?:i|we|you|nobody|no one) (?:say|give|set|pass|choose|specify) nothing\b|\bif (?:i|we|you|nobody|no one) (?:do|does) not (?:say|give|set|pass|choose|specify|configure) (?:anything|any|one|it|something)\b|\bse (?:eu )?nao (?:disser|indicar|der|passar|escolher) nada\b/gi,
    "default",
  ],
  [/\bsocial security(?: numbers?)?\b|\b(?:seguranca|seguridade)(?:\|\S*)? social\b/gi, "ssn|social"],
  [/\bapi[ -]keys?\b/gi, "key"],
  [/\bset(?:ting)? up\b/gi, "setup"],
  [/\btime[ -]?outs?\b|\btime[ds] out\b/gi, "timeout"],
  [/\bcommand[ -]lines?\b|\blinha de comandos?\b/gi, "cli|commandline|argv|args|arguments"],
  [/\benv(?:ironment)? var(?:iable)?s?\b|\bvariave(?:l|is) de ambiente\b/gi, "environment|env|environ|getenv"],
  [/\bdata ?base\b|\bbase de dados\b/gi, "database"],
  [/\bhow (?:long|often|many|much)\b/gi, "how-much"],
  [
    /\b(?:min(?:imum|im[ao])?|lowest|required|least)(?= (?:\w+ )?(?:coverage|cobertura)\b)|(?<=\b(?:coverage|cobertura) )(?:minimum|minima|threshold|gate)\b/gi,
    "minimum|min|threshold|fail",
  ],
  [/\bstep by step\b|\bpasso a passo\b/gi, " "],
  [/\bin which order\b|\bem que ordem\b/gi, "order"],
];

const withPhrases = (text: string): string => PHRASES.reduce((said, [words, word]) => said.replace(words, word), text);

const WISHES: readonly (readonly [wish: Wish, words: RegExp])[] = [
  // Why something is turned away, the conditions tell that turn it away; and for what reasons, too.
  [
    "condition",
    /(?:^\W*(?:why|por ?que|porque)\b|\b(?:reasons?|motivos?|razao|razoes)\b).*\b(?:reject|refus|fail|den(?:y|ied|ies)|declin|skip|ignor|stop|abort|abend|throw|error|invalid|wrong|cannot|rejeit|recus|falh|ignora|par[ae]\b)/,
  ],
  ["reason", /^\W*(?:why|por ?que|porque)\b|\b(?:reasons?|rationale|purpose)\b/],
  ["value", /\bdefaults?\b|\bpadrao\b|\bpredefinid|\bomissao\b/],
  [
    "way",
    /\bhow (?:do|can|could|should|would) (?:i|we|you|one)\b|\bhow to\b|\bcomo (?:e que )?(?:posso|devo|fa[cz]o|se|eu)\b|^\W*como e que (?!se\b)\w+o\b|^\W*como \w+o\b/,
  ],
  [
    "value",
    /^\W*(?:by|on|up to|until) (?:what|which)\b|^\W*ate (?:que|qual|quanto|that|what|which)\b|\bhow (?:big|large|high)\b|\bhow-much\b|\bvalues?\b|\bvalor|\bmax(?:imum)?\b|\bmin(?:imum)?\b|\bquant[oa]s?\b|\blimit\b/,
  ],
  [
    "condition",
    /\bwhat happens\b|\bo que acontece\b|\bwhat if\b|\bwhat does\b.*\bwhen\b|\b(?:if|when|unless|quando|caso)\b.*\b\w+/,
  ],
  [
    "list",
    /\b(?:what|which|que|quais)\b(?: \w+){0,4} (?:can|could|pode|podem)(?: \w+){1,3} (?:choose|select|pick|escolher|selecionar)\b|^\W*(?:which|what|quais|que)\s+(?:\w+\s+)?(?:exceptions?|errors?|exit|return|status|codes?|events?|hooks?|environments?|variables?|options?|flags?|commands?|algorithms?|types?|erros|excecoes|opcoes|eventos|comandos|platforms?)\b/,
  ],
  [
    "place",
    /\bwhere\b|\bonde\b|\bin (?:which|what) (?:file|function|program)\b|\bem que\b|\bwhich (?:function|program|class|method|paragraph|module|file)\b|^\W*how (?:is|are)\b|^\W*como (?:e|sao)\b/,
  ],
];

/** What is done every day, and adjectives: a place that answers need not repeat them. */
const WEAK: ReadonlySet<string> = new Set(
  "little data dados list higher lower value values valor amount enough add adds added set sets change changes changed changing run runs running pass passes passed call calls called keep keeps become becomes see look looks put handle handles handled process processed enforced implemented implement defined define declared located live lives decided decide determined picked done start starts started stop stops begin begins end ends know allow allows allowed new old current existing right wrong different certain own main several long longer short shorter big small good best quick later yet already automatically far back step place time times name named user users support supports supported possible available contain contains read reads reading write writes written wrote create creates created touch touches affect behaves behave behavior behaviour look-up arrive arrives enter entered regarding involved mudo altero crio uso leio escrevo defino configuro executo rodo lidas lido feitas need-ed after before first last next out wants many number long-er give-n send sends sent receive receives received reach reaches return returns returned everything say says gets".split(
    " ",
  ),
);

import { asWhatIf, asWishedWidth } from "./supposed-change.ts";

const CODE = String.raw`(?:(?:\w+ )?(?:programs?|modules?|routines?|subprograms?|copybooks?|procedures?))`;
const HERE =
  "(?:(?:in|part of|among|inside) (?:this|the|our|these) (?:\\w+ )?(?:folder|repo|repository|project|code|codebase|sources?|estate)|here|there|around|present|available|in here)";
/** Nobody wrote it, or nobody put it here. */
const UNWRITTEN = [
  "(?:nobody|no one|no-one) (?:has |have |had )?(?:ever )?(?:wrote|written|writes|coded|provided|delivered)",
  "(?:were|was|is|are|has been|have been) never (?:been )?(?:written|coded|delivered|provided)",
  "(?:whose|their|its|the) (?:source|sources|code|source code|implementation) (?:is|are) (?:missing|absent|lost|gone|nowhere|not " +
    `${HERE})`,
  "(?:(?:has|have|having|with) no|without (?:any |a )?) ?(?:source|sources|source code|code|implementation)",
  `(?:do(?:es)? not|don't|doesn't) exist(?: ${HERE})?`,
  `(?:(?:is|are)(?:n't| not)|not) ${HERE}`,
  "(?:is|are) (?:nowhere|missing|absent|not found)(?: to be found)?",
  "(?:can ?not|can't|cannot) be found",
].join("|");
const CALLED =
  "(?:called|run|executed|invoked|linked|linked to|xctled|xctl'd|started|referenced|copied|used|mentioned|named|jumped to)";
/** "A program that gets called but nobody has written". */
const CALLED_FIRST = new RegExp(
  String.raw`^\W*(?:is there|are there|do we have|which|what|list|show me|show|find|tell me|name)\b(?: me)?(?: any| all| the| some| a)*(?: ${CODE})?(?: there)?(?: that| which)? (?:is|are|gets?|being|get)?\b ?(?:\w+ )?${CALLED}(?: (?:by|in|from) \w+(?: \w+)?)?,? (?:but|and|yet|though|although|while)(?: that| which| they| it)? (?:${UNWRITTEN})\W*$`,
  "iu",
);
/** "Which programs are not in this folder but are called", "calls to programs whose source is missing". */
const CALLED_BEHIND = new RegExp(
  String.raw`^\W*(?:(?:is there|are there|which|what|list|show me|find|does anything|do we|does any (?:job|program)|is anything) )?(?:any |all |the )*(?:(?:make )?(?:calls? (?:to )?|references? to |runs? |links? to )(?:an? |any |the )?${CODE}(?: that| which)? (?:${UNWRITTEN})|${CODE}(?: that| which)? (?:${UNWRITTEN}),? (?:but|and|yet|though) (?:(?:is|are|gets?|still|yet) )*${CALLED}(?: anyway| all the same| by \w+)?)\W*$`,
  "iu",
);
const ASKS_YES = /^\W*(?:is|are|do|does)\b/i;

/** A prompt that asks for what is named and has no source here, in the words in which that is asked first. */
export function asMissing(prompt: string): string {
  if (!CALLED_FIRST.test(prompt) && !CALLED_BEHIND.test(prompt)) return prompt;
  const noun = /\bcopybooks?\b/i.test(prompt) ? "copybooks" : "programs";
  return ASKS_YES.test(prompt) ? `are there missing ${noun}?` : `which ${noun} are missing?`;
}

const WHO =
  "(?:anyone|anybody|someone|somebody|(?:the|a) (?:user|operator|clerk|teller|customer)|users?|operators?|clerks?|i|you|one|people|us|me)";
const TYPES = "(?:change|edit|overtype|modify|alter|update|enter|type(?: in(?:to)?)?|key in)";
const FIELD = String.raw`(?:the |an? )?((?:[\p{L}-]+ ){0,2}?[\p{L}-]+?)(?: field)?`;
const SCREEN = String.raw`(?:the |this |that )?((?:[\p{L}-]+ ){0,3})(?:screen|map|panel)`;
/** "Does the inquiry screen let anyone change the balance?", "can the balance be overtyped on the inquiry screen?" */
const TYPED: readonly (readonly [form: RegExp, field: number, screen: number])[] = [
  [
    new RegExp(
      String.raw`^\W*(?:does|do|will|would) ${SCREEN} (?:let|allow|permit) ${WHO} (?:to )?${TYPES} ${FIELD}\W*$`,
      "iu",
    ),
    2,
    1,
  ],
  [
    new RegExp(
      String.raw`^\W*(?:can|could|may) ${WHO} ${TYPES} ${FIELD} (?:on|in|from|through|at) ${SCREEN}\W*$`,
      "iu",
    ),
    1,
    2,
  ],
  [
    new RegExp(
      String.raw`^\W*(?:(?:can|could|may) ${FIELD} be (?:changed|edited|overtyped|modified|altered|updated|entered|typed)|is ${FIELD} (?:editable|protected|an input field|open for input|changeable)) (?:on|in|from|through|at) ${SCREEN}\W*$`,
      "iu",
    ),
    1,
    3,
  ],
];

/** A question whether a field of a screen takes input, in the words of a query. */
export function asTyping(part: string): string {
  for (const [form, field, screen] of TYPED) {
    const match = form.exec(part);
    if (match)
      return `can the user type into the ${match[field] ?? match[field + 1]} field on the ${match[screen]}screen?`;
  }
  return part;
}

/** "It ended with return code 4. Is that bad?", with the name of what ended, and the code. */
const ENDED =
  /^\W*(?:(?:our|my|the|today|tonight|last night|job|program|step) )*([A-Za-z#@$][\w#@$-]*) (?:has |had |just |always |sometimes )*(?:ended|ends|finished|finishes|completed|completes|came back|comes back|stopped|failed|fails|terminou|acabou) (?:with|com) (?:an? |o )?(?:(?:return|exit|completion|condition) code|rc|codigo de retorno|código de retorno)\W{0,3}(\d+)\b.*\b(?:bad|mean|means|serious|problem|ok|okay|fine|wrong|worry|mau|grave|significa|quer dizer)\b/is;

/** What somebody saw something end with, asked for what it means. */
export const asMeaning = (prompt: string): string => prompt.replace(ENDED, "what does return code $2 of $1 mean");

/** How long an answer may be, which this guide does not choose. */
const MANNER =
  / (?:in|with|using) (?:just |only |at most |about )?(?:a|one|two|three|four|five|a few|a couple of|\d+|plain|simple|short) ?(?:short |simple |plain )?(?:sentences?|words?|lines?|paragraphs?|bullet points?|bullets|english|terms)\b(?! (?:of|in)\b)| em (?:uma|duas|tres|três|poucas|\d+) (?:frases?|palavras?|linhas?)\b/giu;

export const withoutManner = (prompt: string): string => prompt.replace(MANNER, "");

/** "How many lines has X": of several things only what stands behind it can have them. */
const HAS_BEFORE = /^(\W*(?:(?:and|so) )?how many (?:\p{L}+ )?\p{L}+s) has ([^\s?]+(?: [^\s?]+){0,3}?)(\W*)$/iu;

export const asAskedOf = (prompt: string): string => prompt.replace(HAS_BEFORE, "$1 does $2 have$3");

/** "I need every program that writes the file": a wish for all of something asks for them. */
const WISHED_LIST =
  /^(\W*)(?:i|we)(?:'d)? (?:(?:just|only|also|really) )?(?:need|want|would like|like)(?: to (?:see|know|have|get))? (?:(?=(?:every|each|all) )|(?:a|the) (?:full |complete )?list of )/iu;

export const asListed = (prompt: string): string => prompt.replace(WISHED_LIST, "$1list ");

/** Only there fields have a declared width. */
const OF_COBOL = /\.(?:cbl|cob|cobol|cpy|copy)$/i;

/** A prompt in the words in which what it asks is asked first. @param paths  the files that it is asked of */
export function reworded(prompt: string, paths: readonly string[]): string {
  const supposed = asMeaning(asWhatIf(asAskedOf(asListed(withoutManner(prompt)))));
  return paths.some((path) => OF_COBOL.test(path)) ? asTyping(asMissing(asWishedWidth(supposed))) : supposed;
}

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
  `(?:is|are)(?:n't| not) ${HERE}`,
  "(?:is|are) (?:nowhere|missing|absent|not found)(?: to be found)?",
  "(?:can ?not|can't|cannot) be found",
].join("|");
const CALLED =
  "(?:called|run|executed|invoked|linked|linked to|xctled|xctl'd|started|referenced|copied|used|mentioned|named|jumped to)";
/** "A program that gets called but nobody has written". */
const CALLED_FIRST = new RegExp(
  String.raw`^\W*(?:is there|are there|do we have|which|what|list|show me|show|find|tell me|name)\b(?: me)?(?: any| all| the| some| a)*(?: ${CODE})?(?: there)?(?: that| which)? (?:is|are|gets?|being|get)?\b ?(?:\w+ )?${CALLED}(?: by \w+(?: \w+)?)?,? (?:but|and|yet|though|although|while)(?: that| which| they| it)? (?:${UNWRITTEN})\W*$`,
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

/** Only there fields have a declared width. */
const OF_COBOL = /\.(?:cbl|cob|cobol|cpy|copy)$/i;

/** A prompt in the words in which what it asks is asked first. @param paths  the files that it is asked of */
export function reworded(prompt: string, paths: readonly string[]): string {
  const supposed = asWhatIf(prompt);
  return paths.some((path) => OF_COBOL.test(path)) ? asMissing(asWishedWidth(supposed)) : supposed;
}

import { escapeRegExp } from "../../../../../base/glob.ts";
import { saysLittle } from "../../../../../engines/passages/question.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import { asksYesOrNo } from "../../reading/question-form.ts";
import { saysDoing } from "../../reading/subject.ts";
import { plain } from "../../reading/tokens.ts";
import { ARTIFACTS, type Artifact } from "./artifact-table.ts";
import { ASPECTS, type Aspect } from "./aspect-table.ts";

/** A question in plain words, of Portuguese in both languages: what is known in English, and what is only known as it was said. */
const saidBothWays = (part: string): string => {
  const [own, english] = [plain(part), plain(inEnglish(part))].map((text) =>
    text.replace(/[’‘]/g, "'").trim().replace(BARE, "is there any $1"),
  );
  return own === english ? (own ?? "") : `${english} / ${own}`;
};

/** "Retry logic?": a few words with a question mark and no word that asks ask whether there is any. */
const BARE =
  /^(?:any |and |some )*((?!(?:what|which|who|whose|where|when|why|how|is|are|was|were|do|does|did|has|have|can|could|will|would|should|may|show|list|give|explain|qual|quais|quem|onde|quando|como|o que|por que|ha|tem|existe[m]?)\b)[a-z][\w-]*(?: [\w-]+){0,2} ?\?)$/;

const HERE =
  "(?:is|are) there|(?:does|do|has|have) (?:the|this|it|we|you|they|our|any\\w*|project|repo\\w*|code ?base|app\\w*|system|package|library|sdk|service|here| )+(?:have|has|got|come with|ship(?: with)?|include|contain|define|provide|use)?|existem?|ha|tem|is the \\w+ (?:built|run|tested) (?:in|with|by)";
const EXISTS = new RegExp(
  String.raw`(?:^|/ )\W*(?:(?:and|so|but|also|e) )?(?:${HERE}) ?(?:already |also |really )?(?:an?|any|some|algu\w+|um[a]?)? ?(?:(?!(?:to|that|which|who|how|for|of|in|on|with|when|where|what|by)\b)[\w-]+ ){0,5}?$`,
);

/** Which files a question asks for, where it asks whether there are any. */
export function artifactsAsked(part: string): readonly Artifact[] {
  let said = saidBothWays(part);
  return ARTIFACTS.filter(({ asked }) => {
    const match = asked.exec(said);
    // What one is called is no word of another: a load test is a measurement.
    if (match) said = said.replaceAll(new RegExp(asked, "g"), "one");
    return match !== null && EXISTS.test(said.slice(0, match.index));
  });
}

/** Whether a question asks if what a word says is there at all: that no file names it is its answer then, and else only beside it. */
export function asksIfThereIs(part: string, word: string): boolean {
  const said = saidBothWays(part);
  const at = said.search(new RegExp(`(?<![\\w-])${escapeRegExp(plain(word))}`));
  if (at < 0) return false;
  return EXISTS.test(said.slice(0, at)) || (DONE.test(said.slice(0, at)) && /^\S+ \w+ed\b/.test(said.slice(at)));
}

/** "Are lids counted": what is done to something that may not be there. */
const DONE = /^\W*(?:(?:is|are) (?:any |the )?)$/;

/** How much, how long and how often are asked as "is there one" is where there is none. */
const HOW_MUCH =
  /^\W*(?:how (?:long|many|often|big|large|much)|what(?:'s| is| are)?(?! (?:happens?|if|do|does|did|would|will)\b)|(?:(?:on|at) )?which|qual|quais|quant[oa]s?)\b/;
const MEASURED = /retr|time|limit|listen/;
const WAY = /^\W*(?:is there (?:a|any) (?:way|means|possibility)|is it possible)\b/;
/** What somebody wants to do or see. */
const SHOWN = /^\W*(?:can|could|will|would|may|should|do) (?:i|you|we)\b(?! have\b)/;

/** Which of what code may have a question asks for, and what else it is about. */
export function aspectsAsked(part: string): { readonly aspects: readonly Aspect[]; readonly about: readonly string[] } {
  const said = saidBothWays(part);
  const isMeasured = HOW_MUCH.test(said);
  if (!(isMeasured || WAY.test(said) || (asksYesOrNo(said) && !SHOWN.test(said)))) return { aspects: [], about: [] };
  // In which case it is asked for, is not asked for itself.
  let rest = said.replaceAll(CASE, " ");
  const aspects = ASPECTS.filter(({ asked, lines }) => {
    const isAsked = asked.test(rest) && (!isMeasured || MEASURED.test(lines));
    // What one is called is no word of another.
    if (isAsked) rest = rest.replaceAll(new RegExp(asked, "g"), " ");
    return isAsked;
  });
  return { aspects, about: [...new Set(rest.split(" / ")[0]?.match(WORD) ?? [])].filter(isSubject) };
}

const CASE = /\b(?:when|whenever|if|while|after|once|unless|quando|se|depois)\b[^/]*/g;
const WORD = /(?<![\w-])[a-z][a-z-]{3,}(?![\w-])/g;
const NO_SUBJECT =
  /^(?:anywhere|somewhere|this|that|here|there|does|have|system|project|repo|repository|code|codebase|library|package|wrong|many|much|long|such|other|anything|something|type|typed|user|users|program|programs|file|files|one|part|parts|when|while|after|before|into|from|with|over|than|under|applied|handled|done|logic|support|mechanism|handling|feature|check|checks|around)$/;
const isSubject = (word: string): boolean =>
  !NO_SUBJECT.test(word) && !word.endsWith("ly") && !saysLittle(word) && !saysDoing(word);

import { inEnglish } from "../../portuguese/as-english.ts";
import { plain, readTokens, type Token } from "../../reading/tokens.ts";
import { formsOf } from "../../reading/word-forms.ts";

/** What was once done to something. */
export type Deed = "added" | "changed" | "fixed" | "removed";

/** A question of when, by whom or by which commit something was done. */
export interface HistoryQuestion {
  readonly deed: Deed;
  /** To what, as it is said. */
  readonly said: string;
  /** Words that a commit says of it. */
  readonly words: readonly string[];
  /** Those of them that are written as only names and literals are. */
  readonly names: readonly string[];
  /** "Who touched it most": people by how often. */
  readonly isOfMost: boolean;
}

/** Every word of it is asked of the past: what something does now, no commit tells. */
const ASKS =
  /^\W*(?:(?:and|so|e|but|tell me|do you know|show me) )*(?:who|by whom|when|(?:since|desde) (?:when|quando)|(?:in|since|from|with|at|as of|on|starting with|desde) (?:which|what|que|qual) (?:version|release|commit|pr|pull request|day|year)|(?:which|what) (?:version|release|commit|pr|pull request|person|author|contributor|developer)s?)\b/;
/** What asks for a date or a version may ask of now: it must say that it was once. */
const OF_PERSON =
  /^\W*(?:(?:and|so|e|but|tell me|do you know|show me) )*(?:who|by whom|(?:which|what) (?:commit|pr|pull request|person|author|contributor|developer)s?)\b/;
const OF_NOW = /^\W*(?:who|when|(?:which|what) \w+) (?:is|are|gets?|be|does|do|will|can|should|must|has to)\b/;
const ONCE =
  /\b(?:was|were|did|got|had|came|put|brought|has been|have been|since|first|foi|foram|desde|\w+(?:ou|eu|iu|aram|eram|iram))\b|^\W*(?:in |with |since |from )?(?:which|what) (?:version|release)s? (?:\w+ed|dropped|got|brought)\b/;

const DEEDS: readonly (readonly [deed: Deed, said: RegExp])[] = [
  [
    "removed",
    /^(?:removed|dropped|deleted|retired|discontinued|deprecated|remov(?:eu|eram|id[oa]s?)|elimin(?:ou|aram|ad[oa]s?)|retir(?:ou|aram|ad[oa]s?)|apag(?:ou|aram|ad[oa]s?)|descontinuad[oa]s?)$/,
  ],
  [
    "fixed",
    /^(?:fixed|repaired|resolved|corrected|solved|corrigi(?:u|ram|d[oa]s?)|resolv(?:eu|eram|id[oa]s?)|consert(?:ou|ad[oa]s?)|repar(?:ou|ad[oa]s?))$/,
  ],
  [
    "added",
    /^(?:added|introduced|contributed|created|implemented|landed|invented|appeared?|gained|arrived?|existed|started|brought|adicion(?:ou|aram|ad[oa]s?)|acrescent(?:ou|aram|ad[oa]s?)|introduz(?:iu|iram|id[oa]s?)|cri(?:ou|aram|ad[oa]s?)|implement(?:ou|aram|ad[oa]s?)|surgi(?:u|ram)|aparece(?:u|ram)|entr(?:ou|aram)|contribui(?:u|ram))$/,
  ],
  [
    "changed",
    /^(?:changed|modified|renamed|moved|updated|bumped|upgraded|refactored|rewrote|rewritten|reworked|touched|edited|replaced|switched|reverted|committed|mud(?:ou|aram|ad[oa]s?)|alter(?:ou|aram|ad[oa]s?)|mexe(?:u|ram)|atualiz(?:ou|aram|ad[oa]s?)|renome(?:ou|ad[oa]s?)|substitui(?:u|ram|d[oa]s?)|reescri(?:to|ta)|reescrev(?:eu|eram))$/,
  ],
];
/** "In which version did X come", "which release first had X", "who put X there", "since when is there X". */
const ADDED_BY_FORM =
  /^\W*(?:since|as of|from|starting with|desde) (?:which|what|que|qual) (?:version|release)\b.*\b(?:can|could|may|is|are|do|does|have|has|works?|supports?|possible)\b|\b(?:put|brought) .*\b(?:in|there|here|up|into)\b|\b(?:got|came|come|show(?:ed)?|turn(?:ed)?|cropp?(?:ed)?|popp?(?:ed)?) (?:in|up|about|along|to be|into (?:being|existence))\b|\bborn\b|\bjoin(?:ed)?\b|^\W*(?:since|desde) (?:when|quando)\b.*\b(?:there|have|had|has|exists?|existed|here|ha|existem?|temos|tem)\b|\b(?:trouxe(?:ram)?|pos|puseram|coloc(?:ou|aram)|mete(?:u|ram)|nasce(?:u|ram)|inclui(?:u|ram))\b|\b(?:did .* (?:come|get|start|support)|first (?:had|got|has|have|with|supported|release[sd]?|version))\b/;

/** What is no word of what it was done to. */
const SMALL =
  /^(?:a|an|the|was|were|is|are|did|do|does|has|have|had|been|be|got|get|come|came|first|last|latest|newest|oldest|originally|initially|recently|ever|most|mostly|often|mais|and|or|e|ou|of|in|on|to|by|for|from|with|into|at|as|out|it|its|that|this|which|what|who|whom|when|since|then|why|where|how|version|versions|release|released|releases|commits?|pr|prs|pull|person|people|author|authors|can|could|may|possible|contributor|developer|day|date|year|project|repo|repository|codebase|library|git|history|here|ship|shipped|came|saiu|sairam|me|tell|know|you|they|somebody|someone|eles|elas|so|but|say|exactly|actually|o|os|as|um|uma|de|do|da|dos|das|em|no|na|nos|nas|por|pelo|pela|para|que|qual|quem|quando|desde|foi|foram|ao|we|us|our|there|here|own|their|its|put|brought|show|showed|up|turn|turned|crop|cropped|pop|popped|into|being|existence|about|along|born|join|joined|exist|exists|ha|existe|existem|temos|tem|la|aqui|ca|seu|sua|proprio|propria|trouxe|trouxeram|pos|puseram|colocou|colocaram|meteu|meteram|nasceu|nasceram|incluiu|incluiram)$/;
/** What something is said to be: commits seldom say it. */
const KIND =
  /^(?:methods?|options?|flags?|features?|functions?|support|parameters?|arguments?|settings?|class|classes|file|files|module|modules|code|possibility|ability|handling|command|line|metodos?|opc(?:ao|oes)|suporte|funcao|modulos?|errors?|bugs?|problems?|issues?|parts?|pieces?|areas?|components?|extensions?|subsystems?|sections?|parte|componente|extensao)$/;
const MOST = /\bmost\b|\bmais(?! d[eo] que)\b/;
const WORDS_MAX = 6;

/** Reads a question of the history; undefined where it asks something else, or says nothing of what was done. */
export function readHistoryQuestion(part: string): HistoryQuestion | undefined {
  // Who may do it since then, no commit says.
  const english = inEnglish(part).replace(/\b(?:can|could|may) (?:i|we|you|one|people|\w+s) (?=\w)/i, "can ");
  const said = plain(english).replace(/\s+/g, " ");
  if (!ASKS.test(said) || OF_NOW.test(said)) return undefined;
  if (!OF_PERSON.test(said) && !ONCE.test(`${said} ${plain(part)}`)) return undefined;
  const deedOfWord = /\bdid\b/.test(said) ? deedOfBase : deedOfForm;
  const tokens = readTokens(english);
  const deed =
    deedOf(tokens, deedOfWord) ?? (ADDED_BY_FORM.test(said) || ADDED_BY_FORM.test(plain(part)) ? "added" : undefined);
  if (deed === undefined) return undefined;
  const told = tokens.filter(({ word, kind }) => kind === "name" || !(SMALL.test(word) || deedOfWord(word)));
  const isLong = told.length > WORDS_MAX;
  if (told.length === 0 || isLong) return undefined;
  return {
    deed,
    said: told.map(({ text }) => text).join(" "),
    words: told.map(({ text }) => text),
    names: told.flatMap(({ kind, text }) => (kind === "name" ? [text] : [])),
    isOfMost: MOST.test(said),
  };
}

const deedOfForm = (word: string): Deed | undefined => DEEDS.find(([, form]) => form.test(word))?.[0];

/** "When did they drop it": the verb behind "did" has no ending. */
const deedOfBase = (word: string): Deed | undefined =>
  [word, `${word}ed`, `${word}d`, `${word}${word.slice(-1)}ed`].map(deedOfForm).find((deed) => deed !== undefined);

const deedOf = (tokens: readonly Token[], deedOfWord: (word: string) => Deed | undefined): Deed | undefined =>
  tokens.map(({ word }) => deedOfWord(word)).find((deed) => deed !== undefined);

/** The words without those that only say what kind of thing it is; all where nothing else is said. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !KIND.test(plain(word)));
  return telling.length > 0 ? telling : words;
}

const SAYS_DEED: Readonly<Record<Deed, RegExp>> = {
  added: /\b(?:add|introduc|implement|support|creat|new|feat|allow|expos|provid|init)\w*/gi,
  removed: /\b(?:remov|drop|delet|eliminat|get rid|no longer|discontinu|deprecat|retir|renam|replac)\w*/gi,
  fixed: /\b(?:fix|resolv|correct|repair|prevent|avoid|handl|ensur|mak)\w*/gi,
  changed: /^/gi,
};
/** What may stand between the verb and what it was done to: "support for", "a new option". */
const BETWEEN =
  /^(?:\W*(?:a|an|the|new|initial|basic|experimental|native|support|supports?|option|flag|feature|method|for|of|to|handling)\b)*/i;
const ASIDE = /\b(?:in|from|on|of|for|to|when|with|after|about|by|tests?|docs?|typos?|notes?|examples?)\b/i;

/** Whether the first line of a commit says that it did that to what the words are, and not to what is only near them. */
export function saysDeed(subject: string, deed: Deed, words: readonly string[]): boolean {
  return [...subject.matchAll(SAYS_DEED[deed])].some((verb) => {
    const rest = subject.slice(verb.index + verb[0].length);
    const firsts = words.map((word) => firstOf(rest, word)).filter((index) => index >= 0);
    if (firsts.length === 0) return false;
    return (
      deed === "fixed" || deed === "changed" || !ASIDE.test(rest.slice(0, Math.min(...firsts)).replace(BETWEEN, ""))
    );
  });
}

const firstOf = (text: string, word: string): number => plain(text).search(new RegExp(formsOf(word), "i"));

/** Whether a text holds all words by themselves and not within longer names. */
export const holdsWhole = (text: string, words: readonly string[]): boolean =>
  words.every((word) => new RegExp(`(?<![\\w@-])(?:${formsOf(word)})[a-z]{0,4}(?![\\w-])`, "i").test(text));

const UNITS = "(?:digits|characters|chars|letters|bytes|positions)";
const MOST = "(?:largest|highest|biggest|greatest|longest|maximum|max|smallest|lowest)";
const FORMS: readonly RegExp[] = [
  // "How long is a berth id", "how long can a card number be"
  /^\W*how (?:long|wide) (?:is|are|can|may|must) (.+?)(?: be| get| allowed to be)?\W*$/iu,
  new RegExp(
    String.raw`^\W*how many ${UNITS} (?:does|do|has|have|can|is|are) (.+?)(?: have| hold| take| long)?\W*$`,
    "iu",
  ),
  // "What is the largest fee amount that can be stored", "how large can a balance get"
  new RegExp(
    String.raw`^\W*(?:what(?:'s| is| would be) )?the ${MOST} (?:possible |allowed )?(.+?) (?:that |which |we |you |it |one )*(?:can|could|may|possible|allowed|fits?)\b.*$`,
    "iu",
  ),
  /^\W*how (?:large|big|high|much) (?:can|may|could) (.+?) (?:be|get|become|grow)(?: at (?:most|the most))?\W*$/iu,
  /^\W*(?:what(?:'s| is) )?the (?:max(?:imum)? |min(?:imum)? |exact |declared )?(?:length|width|size|picture|format) of (.+?)\W*$/iu,
];
/** What is long in lines or minutes, and is no field. */
const NO_FIELD =
  /\b(?:programs?|functions?|methods?|class(?:es)?|modules?|files?|scripts?|jobs?|copybooks?|records?|screens?|pages?|tables?|project|repo(?:sitory)?|code|it|they|this|that|line|lines|row|rows|test|tests|timeout|message|messages)\b/i;
const WORDS_MAX = 4;

/** The words for a field of which the width is asked; undefined where something else is asked, or it is called by its own name. */
export function readWidthQuestion(part: string): readonly string[] | undefined {
  const said = FORMS.map((form) => form.exec(part)?.[1]).find((found) => found !== undefined);
  if (said === undefined || NO_FIELD.test(said) || /[^a-z ]/.test(said.replace(/^[A-Z]/, "a"))) return undefined;
  const words = said.split(/\s+/).filter((word) => !/^(?:an?|the|our|one|each|every|in|field)$/.test(word));
  const singular = words.map((word, at) => (at === words.length - 1 ? word.replace(/(?<=[^su])s$/, "") : word));
  return words.length === 0 || words.length > WORDS_MAX ? undefined : singular;
}

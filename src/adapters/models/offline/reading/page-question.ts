const SHOWN =
  "(?:are|is|do|does|can|will|would|gets?|fits?|appears?|stands?|shows?|shown|displayed|listed|i|we|you|see|there|at once)";
/** "How many transactions are shown per page", "how many users fit on one screen". */
const PER_PAGE = new RegExp(
  String.raw`^\W*how many (.+?)(?: ${SHOWN})* (?:per|(?:on|in|to|onto) (?:a|an|one|each|every)|a) (?:single |list )?(?:page|screen)\b`,
  "iu",
);
/** "How many rows does the user list show", "what is the page size of the card list". */
const OF_LIST =
  /^\W*(?:how many (?:rows|lines|entries|items|records)(?: per page)? (?:does|do|has|are (?:there |shown )?(?:in|on)) |what(?:'s| is) the page size (?:of|for) )(?:the |our )?(.+?) (?:list|listing|page|screen)\b/iu;
const ANY = /^(?:rows|lines|entries|items|records|things|elements)$/i;

/** What a question asks the rows of one page of, in words; undefined where it asks something else. */
export function readPageQuestion(part: string): readonly string[] | undefined {
  const said = OF_LIST.exec(part)?.[1] ?? PER_PAGE.exec(part)?.[1];
  const words = (said ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && !/^(?:the|of|our)$/.test(word));
  const isAny = words.length === 1 && ANY.test(words[0] ?? "");
  return words.length === 0 || words.length > WORDS_MAX || isAny ? undefined : words;
}

const WORDS_MAX = 4;

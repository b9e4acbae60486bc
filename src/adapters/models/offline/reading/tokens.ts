import { CONCEPTS, EMPTY_WORDS, PHRASES } from "./lexicon.ts";

/** One word of a question. */
export interface Token {
  /** As it was written, without quotes and the signs of a sentence. */
  readonly text: string;
  /** Lower case, without accents. */
  readonly word: string;
  /**
   * `name`: written as only code is; `word`: a word that means something for questions, with what it means; `told`: it tells what is
   * looked for ("the function that sorts rows"); `verb`: what somebody does; `other`: any other.
   */
  readonly kind: "name" | "word" | "other" | "told" | "verb" | "empty";
  readonly concepts: readonly string[];
}

const TOKEN = /`([^`\n]{1,120})`|"([^"\n]{1,120})"|'([^'\s][^'\n]{0,80})'(?![A-Za-z])|[^\s,;!?()“”"`]+(?:\(\))?/gu;
const WORD_FORMS = Object.entries(CONCEPTS).map(([concept, forms]) => ({
  concept,
  form: new RegExp(`^(?:${forms})$`),
}));
const PHRASE_FORMS = PHRASES.map(([words, token]) => ({
  form: new RegExp(`(?<![\\w/.@-])(?:${words})(?![\\w/@-]|\\.\\w)`, "g"),
  token,
}));

/** Without accents and in lower case, so that `função` and `FUNCAO` are one. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

const KNOWN_WORDS_MAX = 5000;
const known = new Map<string, readonly string[]>();

/** The concepts that a word stands for. @param word  plain */
export function conceptsOf(word: string): readonly string[] {
  const before = known.get(word);
  if (before !== undefined) return before;
  const concepts = WORD_FORMS.flatMap(({ concept, form }) => (form.test(word) ? [concept] : []));
  if (known.size < KNOWN_WORDS_MAX) known.set(word, concepts);
  return concepts;
}

/** The words of a part of a question, in order. */
export function readTokens(text: string): readonly Token[] {
  const isShouted = text.length > 12 && text === text.toUpperCase();
  return [...text.replace(/[’‘]/g, "'").matchAll(TOKEN)].flatMap((match, index): Token[] => {
    const quoted = match[1] ?? match[2] ?? match[3];
    if (quoted !== undefined && (match[1] !== undefined || !/\s/.test(quoted)))
      return [{ text: quoted, word: plain(quoted), kind: "name", concepts: [] }];
    if (quoted !== undefined) return [{ text: quoted, word: plain(quoted), kind: "name", concepts: ["quoted"] }];
    const bare = match[0].replace(/^['*([{<]+(?=\w)/, "").replace(/^_([^_].*[^_])_$/, "$1");
    const written = bare.endsWith("()") ? bare : bare.replace(/(?:'s|[.:'*\])}>…]+)$/, "");
    return written === "" ? [] : [tokenOf(written, { isShouted, isFirst: index === 0 })];
  });
}

const TOLD =
  /^(?:function|method|class|code|program|paragraph|part|place|job|module|file|script|component|screen|thing|line|lines|logic|funcao|programa|classe|trecho|codigo|arquivo|tela)$/;
const TELLING = /^(?:that|which|where|who|que|onde|handling|handles?|for|responsible|to|doing|does|para|trata)$/;

/** After "the function that" words only tell what is looked for; names stay names. */
export function markTold(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(({ word }, index) => TELLING.test(word) && TOLD.test(tokens[index - 1]?.word ?? ""));
  if (from < 1 || tokens.slice(from).some(({ kind }) => kind === "name")) return tokens;
  return tokens.map((token, index) =>
    index > from && (token.kind === "word" || token.kind === "other") ? { ...token, kind: "told" } : token,
  );
}

/** "When" between other words says under which condition, and asks for no date. */
export function markCondition(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.length - 1;
  return tokens.map((token, index) =>
    /^(?:when|quando)$/.test(token.word) && index > 2 && index < last
      ? { ...token, kind: "empty", concepts: [] }
      : token,
  );
}

/** "This library", "this tool" is the project, and so is "the SDK" where no other noun follows. */
export function markProject(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, index) =>
    isProject(token.word, tokens[index - 1]?.word ?? "", tokens[index + 1])
      ? { ...token, kind: "word", concepts: ["project"] }
      : token,
  );
}

function isProject(word: string, before: string, next: Token | undefined): boolean {
  if (THIS.test(before)) return PROJECT.test(word);
  return THE.test(before) && WHOLE_PROJECT.test(word) && next?.kind !== "other" && next?.kind !== "name";
}

const THIS = /^(?:this|este|esta|deste|desta|neste|nesta)$/;
const THE = /^(?:the|our|o|do|no|nosso)$/;
const PROJECT = /^(?:library|lib|package|tool|module|thing|framework|product|sdk|biblioteca|pacote|ferramenta|modulo)$/;
/** What a project is as a whole, and hardly a part of one. */
const WHOLE_PROJECT = /^(?:sdk|framework)$/;

function tokenOf(text: string, place: { readonly isShouted: boolean; readonly isFirst: boolean }): Token {
  const word = plain(text.replace(/\(\)$/, ""));
  const meant = conceptsOf(word);
  // "TODOs" are remarks; only "todos" may be all of something.
  const concepts = /^[A-Z]{3}/.test(text) && !place.isShouted ? meant.filter((concept) => concept !== "list") : meant;
  if (
    isWrittenAsCode(text, place.isShouted) &&
    !(concepts.length > 0 && /^[A-Za-z][a-z]*$|^[A-Z0-9]{2,6}s?$/.test(text))
  )
    return { text: text.replace(/\(\)$/, ""), word, kind: "name", concepts: [] };
  if (concepts.length > 0) return { text, word, kind: "word", concepts };
  if (EMPTY_WORDS.has(word) || !/[\p{L}\p{N}]/u.test(word)) return { text, word, kind: "empty", concepts };
  return { text, word, kind: "other", concepts };
}

/** With capitals inside, digits among letters, signs that only names have; or in capitals where the rest is not. */
function isWrittenAsCode(text: string, isShouted: boolean): boolean {
  if (/\(\)$/.test(text)) return true;
  if (/^[\w$#@.-]*[\w$#@-]\/[\w$#@./*-]*$|^\.{0,2}\/[\w./-]+$/.test(text))
    return !/^(?:and\/or|ci\/cd|i\/o|tcp\/ip|e\/ou|read\/write)$/i.test(text);
  if (/^[\w$#@-]+(?:\.[\w$#@-]+)+$/.test(text)) return !/^(?:e\.g|i\.e|v?\d+(?:\.\d+)*|node\.js)$/i.test(text);
  if (/^--?[a-z][\w-]+$|^[\w$]+_[\w$]*$|^_\w+$|^\.\w[\w.-]+$/.test(text)) return true;
  if (
    /[a-z\d][A-Z]/.test(text) &&
    !/^(?:GitHub|TypeScript|JavaScript|JetBrains|GitLab|OpenAI|LangChain|VSCode|PostgreSQL|MySQL|GraphQL|YouTube|iOS|macOS)s?$/.test(
      text,
    )
  )
    return true;
  if (isShouted) return /\d/.test(text) && /[A-Z]/.test(text);
  return (
    /^(?=.*[A-Z])[A-Z0-9$#@&-]{2,}$/.test(text) &&
    !/^(?:OK|I|A|AM|PM|FAQ|ID|IDE|AI|OS|UI|HTTP|JSON|XML|CSV|HTML|COBOL|IBM|AWS)$/.test(text)
  );
}

/** A part of a question with the words that mean one thing together made one. */
export function joinPhrases(text: string): string {
  // What stands in quotes is a name, and stays as it is.
  return text
    .split(/(`[^`]*`|"[^"]*")/)
    .map((piece, index) => (index % 2 === 1 ? piece : joinPlain(piece)))
    .join("");
}

function joinPlain(piece: string): string {
  let joined = piece;
  const seen = plainSameLength(piece);
  const spans: { from: number; to: number; token: string }[] = [];
  for (const { form, token } of PHRASE_FORMS)
    for (const match of seen.matchAll(form))
      if (match[0] !== "") spans.push({ from: match.index, to: match.index + match[0].length, token });
  // The longest says most: "what can you do" is more than "can you".
  spans.sort((one, other) => other.to - other.from - (one.to - one.from));
  const apart = spans.filter(
    (span, index) => !spans.slice(0, index).some(({ from, to }) => span.from < to && from < span.to),
  );
  for (const { from, to, token } of apart.sort((one, other) => other.from - one.from))
    joined = `${joined.slice(0, from)}${token}${joined.slice(to)}`;
  return joined;
}

/** A word of a part as the person said it, where several were made one. */
export function asSaid(word: string, part: string): string {
  const seen = plainSameLength(part);
  if (seen.includes(plain(word))) return word;
  const phrase = PHRASE_FORMS.find(({ form, token }) => token.split(" ").includes(word) && seen.search(form) >= 0);
  const [said] = phrase ? (seen.match(phrase.form) ?? []) : [];
  return said ?? word;
}

/** Letter by letter, so that places in it are places in the original. */
function plainSameLength(text: string): string {
  return [...text].map((letter) => (plain(letter).length === letter.length ? plain(letter) : letter)).join("");
}

const OF_PORTUGUESE =
  /(?:^|[^\p{L}])(?:o que|qual|quais|quem|onde|quando|como|porque|por que|quant[oa]s?|existe[m]?|nao|sao|uma?|dos?|das?|nos?|nas?|pelo|pela|em que|mostre|liste|posso|voces?|desfaco|este|esta|isso)(?=$|[^\p{L}])/gu;
const SMALL_PORTUGUESE =
  /(?<=^|[^\p{L}])(?:os?|de|em|aos?|com|para|que|pelos?|pelas?|ficheiros?|arquivos?|pode[ms]?|eu|foi|faz|usa[m]?|algu(?:m|ma|ns|mas)|feit[oa]s?|tambem|ja|seus?|suas?|minha|preciso|tem(?:os)?|mais|sistema|projet?o|pasta|testes)(?=$|[^\p{L}])/gu;
/** A letter that hardly any English word has. */
const ACCENTED = /(?<=^|[^\p{L}])\p{L}*[ãõçáéíóúâêôà]\p{L}*(?=$|[^\p{L}])/gu;
/** Small words that only English has, so that "what do … when no … fits" is not taken for "do" and "no" of Portuguese. */
const OF_ENGLISH =
  /(?<=^|[^\p{L}])(?:the|what|which|who|where|when|why|how|is|are|was|does|did|from|of|to|in|at|and|or|if|it|its|i|we|you|my|with|for|this|that|there|not|get|be|can)(?=$|[^\p{L}])/gu;
const SURELY_PORTUGUESE = 2;

/** Whether a question is Portuguese, by its small words. */
export function isPortuguese(question: string): boolean {
  const said = plain(question);
  const found = new Set(
    [
      ...(said.match(OF_PORTUGUESE) ?? []),
      ...(said.match(SMALL_PORTUGUESE) ?? []),
      ...(question.normalize("NFC").toLowerCase().match(ACCENTED) ?? []),
    ].map((word) => word.trim()),
  );
  const begins =
    /^\W*(?:(?:com |em |de |a |por |para )?(?:o que|que|qual|quais|quem|onde|quando|quant[oa]s?)|como|por ?que|existe[m]?|ha|liste|mostre|explique)\b/;
  if (begins.test(said)) return true;
  return found.size >= SURELY_PORTUGUESE && found.size > new Set(said.match(OF_ENGLISH)).size;
}

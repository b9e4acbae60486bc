import { isAside, isTest } from "../aside.ts";
import { plain } from "./tokens.ts";

/** Files that a prompt leaves out, or wants alone. */
export interface Restriction {
  /** As the prompt says it: "not in the tests". */
  readonly said: string;
  readonly keeps: (path: string) => boolean;
}

const TESTS =
  "(?:files? of )?(?:(?:unit|e2e|integration) )?(?:tests?(?: (?:files?|code|suites?|folders?|cases?))?|specs?|testes?)";
const EXAMPLES = "(?:examples?|samples?|demos?|fixtures?|exemplos?)";
const DOCUMENTS = "(?:docs?|documents?|documentation|readmes?|markdown|documentacao)";
const ARTICLE = "(?:(?:the|any|all|its|os?|as?|dos|das) )*";

/** Languages that files are written in, by the ends of their names. */
const LANGUAGES: readonly (readonly [words: string, holds: RegExp])[] = [
  ["cobol", /\.(?:cbl|cob|cobol|cpy|copy)$/i],
  ["jcl", /\.(?:jcl|prc|proc)$/i],
  ["bms", /\.bms$/i],
  ["typescript", /\.[cm]?tsx?$/i],
  ["javascript", /\.[cm]?jsx?$/i],
  ["python", /\.pyi?$/i],
];
const LANGUAGE = `(?:${LANGUAGES.map(([words]) => words).join("|")})(?: (?:code|sources?|files?|side|part|codigo))?`;

/** What holds for files alone: a place is one of them by its path. */
const HELD: readonly (readonly [words: string, holds: (path: string) => boolean])[] = [
  [TESTS, isTest],
  [EXAMPLES, (path) => isAside(path) && !isTest(path)],
  [DOCUMENTS, (path) => /\.(?:md|rst|adoc|txt)$|(?:^|\/)docs?\//i.test(path)],
  ...LANGUAGES.map(([words, form]) => [words, (path: string): boolean => form.test(path)] as const),
];

/** "Not the ones in", "but not those of", "mas nao os dos". */
const LEAVES_OUT_SOME =
  "(?:not|nao|excluding|except(?: for)?|ignoring|leaving out|leave out|skip(?:ping)?|exceto|excluindo|ignorando) (?:(?:the|those|ones?|any|that are|which are|os|as|aquel[ea]s|que estao) )+(?:in|from|of|within|inside|em|n[oa]s?|d[aeo]s?)";
const LEAVES_OUT = `${LEAVES_OUT_SOME}|(?:do not|don't|dont|nao) (?:count|include|list|show|consider|regard|want|look (?:at|in)|contes?|inclu[ai]s?|mostres?|consideres?)|(?:not|nao) (?:in|from|within|inside|counting|including|em|nos?|nas?|contando)|not (?=the )|excluding|except(?: for| in)?|ignoring|leaving out|leave out|skip(?:ping)?|outside(?: of)?|other than(?: in)?|apart from|exceto(?: em| nos?)?|excluindo|ignorando|fora d[oae]s?|without counting|sem contar`;
/** Behind a comma only: "which files are without tests" asks for those that have none. */
const LEAVES_OUT_APART = "without|sem|no|but not|mas nao";
const WANTS_ALONE = "(?:only|just|apenas|so|somente) (?:in|from|within|inside|em|nos?|nas?)";
/** "In the JCL" at the end of what is asked is a place; "written in Python" tells what something is. */
const IN_LANGUAGE = new RegExp(
  `(?<!\\b(?:is|are|written|implemented|coded|made|done|escrit[oa]s?|feit[oa]s?|sao|e|line|lines)) (?:(?:anywhere |somewhere )?(?:in|inside|within) (?:the |our |its |any )|n[oa] )${LANGUAGE}(?=\\s*(?:[?.!,;]|$))`,
);

/** Reads which files a prompt leaves out, and gives the prompt without the words that say so. */
export function readRestriction(prompt: string): { readonly prompt: string; readonly restriction?: Restriction } {
  const seen = plain(prompt);
  if (seen.length !== prompt.length) return { prompt };
  const any = `${HELD.slice(0, -LANGUAGES.length)
    .map(([words]) => words)
    .join("|")}|${LANGUAGE}`;
  const several = `(?:${any})(?:,? (?:and|or|nor|e|ou|nem) ${ARTICLE}(?:${any}))*`;
  const out = new RegExp(
    `(?:[,;(?.!-]\\s*(?:and |but |e |mas )?(?:${LEAVES_OUT}|${LEAVES_OUT_APART})|\\s(?:and |but |e |mas )?(?:${LEAVES_OUT})) ${ARTICLE}${several}\\b\\)?`,
  ).exec(seen);
  const alone = new RegExp(`[,;(-]?\\s*\\b(?:${WANTS_ALONE}) ${ARTICLE}${several}\\b\\)?[:,]?`).exec(seen);
  const match = out ?? alone ?? IN_LANGUAGE.exec(seen);
  if (match) {
    const meant = HELD.filter(([words]) => new RegExp(`\\b${words}\\b`).test(match[0])).map(([, holds]) => holds);
    const isHeld = (path: string): boolean => meant.some((holds) => holds(path));
    const rest = `${prompt.slice(0, match.index)}${prompt.slice(match.index + match[0].length)}`.trim();
    const said = match[0].replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
    if (/[\p{L}\p{N}]/u.test(rest))
      return { prompt: rest, restriction: { said, keeps: out ? (path) => !isHeld(path) : isHeld } };
  }
  return { prompt };
}

import { answered, cited, listedInOrder, search, unanswered } from "../answers/answer.ts";
import { firstRows } from "../cut-lists.ts";
import { describedThing } from "../described.ts";
import type { Folder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import type { Looking } from "../looking.ts";
import type { QueryAnswer } from "../query/answer-query.ts";
import { FORMAT, git } from "../query/git.ts";
import { KIND_NOUNS } from "../reading/lexicon.ts";
import { conceptsOf, plain } from "../reading/tokens.ts";
import { formsOf, holdsWord } from "../reading/word-forms.ts";
import { type AskedKind, OF_NOW, UNKNOWN_KINDS, type UnknownKind } from "./kinds-of-unknown.ts";

/** "How many berths does the harbour have", "how many accounts are in the file": of what programs work with, and not of the programs. */
const COUNTS =
  /^\W*(?:how many|quant[oa]s) ((?:[\p{L}-]+ ){0,2}?[\p{L}-]+) (?:(?:do|does|did) (?:the |this |we |you |it |our )?(?:[\p{L}-]+ ){0,3}(?:have|hold|own|contain|serve)|(?:are|is|were) (?:there|in|on|at|stored|registered|currently|now|right)|(?:exist|existem|ha|tem|estao|possui)\b)(.*)$/u;
/** "How many transactions per second". */
const RATES =
  /^\W*(?:how (?:many|much|fast|often)|quant[oa]s?|what) .*\b(?:per|a|each|every|por) (?:second|minute|hour|day|week|month|year|segundo|minuto|hora|dia|semana|mes|ano)\b|\b(?:throughput|response time|uptime|in production|em producao)\b/;
/** "How many people downloaded it", "how many stars has it": what only those know who serve it. */
const USED_BY =
  /^\W*(?:how many|quant[oa]s) (?:people|persons?|users?|developers?|companies|customers|pessoas|utilizadores|usuarios|empresas|clientes) (?:have |are |has |ha |tem |ja )?(?:download|us(?:e|ing)\b|used|install|star|adopt|like|descarreg|baix|usam|utiliz|instal)|^\W*(?:how many|how often|quant[oa]s?) .*\b(?:downloads?|downloaded|github stars|descarregamentos|vezes foi descarregad[oa])\b/;
/** "How much faster is it than", "which is faster". */
const FASTER =
  /\b(?:how much|which (?:one )?is|is it|quanto|is [\p{L}\p{N}_.-]+(?: really| much)?) (?:faster|slower|quicker|mais (?:rapid[oa]|lent[oa]))\b|\b(?:faster|slower|quicker) (?:or (?:faster|slower) )?(?:is|are) .* than\b/u;
/** What lines of a source or a document can tell. */
const TOLD =
  /\b(?:page|screen|list|record|field|lines?|bytes?|digits?|layout|code|program|table|column|default|max\w*|limit|pagina|ecra|tela|campo)\b/;
const DATA_FILE = /(?:^|\/)(?:data|dados|fixtures?|samples?)\/|\.(?:csv|dat|txt|ps)$/i;

/** What no file of a folder of sources tells: how much data there is, and how much it does in a time. */
export function* answerUnknowable(part: string, folder: Folder): Looking<QueryAnswer | undefined> {
  const said = plain(part).replace(/\s+/g, " ").trim();
  const known = UNKNOWN_KINDS.find((kind) => isOfKind(said, kind));
  if (known) return yield* ofKind(known, said);
  if (RATES.test(said) && !/\b(?:retry|retries|rate limit|limit|timeout|default)\b/.test(said))
    return yield* unmeasured(said);
  if (USED_BY.test(said))
    return notTold("it holds no figures of downloads or of use, which only those have who serve it");
  if (FASTER.test(said)) return yield* uncompared();
  if (isOfKind(said, OF_NOW)) return ofNow(folder);
  const [, noun = "", rest = ""] = COUNTS.exec(said) ?? [];
  const word = noun.split(" ").at(-1) ?? "";
  if (word === "" || isOfCode(word) || TOLD.test(rest)) return undefined;
  const thing = yield* describedThing([word], ["record", "dataset", "table"], folder);
  if (!thing) return undefined;
  const places = firstRows(
    thing.places.map((place) => `- ${thing.name}: ${cited(place)}`),
    PLACES_MAX,
  );
  const files = folder.paths.filter((path) => DATA_FILE.test(path) && new RegExp(formsOf(word), "i").test(path));
  return notTold(
    `how many ${noun} there are is data, and the files here only say how one is laid out and used`,
    ...places,
    files.length === 0 ? "" : `Files that may hold some of it, as a sample: ${files.slice(0, PLACES_MAX).join(", ")}.`,
  );
}

const isOfKind = (said: string, { asked, unless }: AskedKind): boolean =>
  asked.test(said) && unless?.test(said) !== true;

/** What a running system alone knows: no answer, as nothing that is quoted would be one. */
function ofNow({ paths }: Folder): QueryAnswer {
  const frames = framesFor("");
  const text = `${frames.nothing} ${frames.searched(paths.length)} ${frames.notHere}`;
  return { answer: { ...unanswered(text), obeyed: "all" }, groups: [] };
}

/** What is of a kind that is in no file, unless a line tells it all the same; with what git knows besides. */
function* ofKind({ why, told, besides }: UnknownKind, said: string): Looking<QueryAnswer | undefined> {
  if (told !== undefined) {
    const { lines } = yield* search(told, { limit: 100, glob: DOCUMENTS });
    const words = (said.match(/\p{L}{4,}/gu) ?? []).filter((word) => !OF_ASKING.test(word));
    if (lines.some(({ text }) => words.some((word) => holdsWord(text, word)))) return undefined;
  }
  return notTold(why, ...(yield* besidesOf(besides, said)));
}

function* besidesOf(besides: UnknownKind["besides"], said: string): Looking<readonly string[]> {
  if (besides === "last-release") {
    const [last] =
      (yield* git("git tag --merged HEAD --sort=-creatordate --format='%(refname:short) %(creatordate:short)'")) ?? [];
    return last === undefined ? [] : [`The last release, by its tag: ${last}.`];
  }
  const number = besides === undefined ? undefined : /#?\b(\d{1,6})\b/.exec(said)?.[1];
  if (number === undefined) return [];
  const lines = (yield* git(`git log ${FORMAT} -E --grep='#${number}([^0-9]|$)' -n ${COMMITS_MAX} HEAD`)) ?? [];
  return [listedInOrder(`Commits that name #${number}, which is no approval`, lines)];
}

/** Words that ask and tell nothing of what is asked about. */
const OF_ASKING =
  /^(?:long|much|many|time|take[sn]?|runs?|running|lasts?|needs?|does|will|would|which|what|quanto|tempo|demor\w+|lev\w+|dur\w+|costs?|custa\w*)$/;
const DOCUMENTS = "**/*.{md,mdx,rst,adoc,txt}";
const COMMITS_MAX = 5;
const PLACES_MAX = 3;

const isOfCode = (word: string): boolean =>
  conceptsOf(word).some((concept) => KIND_NOUNS.has(concept) || OF_CODE.has(concept)) ||
  /^(?:lines?|linhas|bytes?)$/.test(word);

const OF_CODE: ReadonlySet<string> = new Set(
  "test todo dependency author history tag version line secret comment error rule export endpoint menu choose language".split(
    " ",
  ),
);

const notTold = (why: string, ...more: readonly string[]): QueryAnswer => ({
  answer: { ...answered(`That is not in this folder: ${why}.`, ...more), obeyed: "all" },
  groups: [],
});

/** A comparison of speeds that no line tells. */
const uncompared = (): Looking<QueryAnswer | undefined> =>
  untold(
    String.raw`\d[\d.,]*( ?%|x| times) (faster|slower|quicker)|benchmark`,
    "it holds no measurement that compares speeds (looked for benchmarks and for figures of faster or slower)",
  );

/** A figure that would have to be measured: no line that tells one is no figure. */
function unmeasured(said: string): Looking<QueryAnswer | undefined> {
  const unit =
    /\b(?:second|minute|hour|day|week|month|year|segundo|minuto|hora|dia|semana|mes|ano)\b/.exec(said)?.[0] ?? "";
  const figure = unit === "" ? "of that kind" : `per ${unit}`;
  return untold(
    unit === "" ? "throughput|requests/s|tps\\b" : `\\d[\\d.,k]* *\\w* *(?:per|/|a|por) ?${unit}|throughput|\\btps\\b`,
    `it holds no figure ${figure}, no measurement and no data of a system that runs (looked for numbers with such a unit, throughput and tps)`,
  );
}

/** That no line tells it; undefined where one matches what would. */
function* untold(pattern: string, why: string): Looking<QueryAnswer | undefined> {
  const { lines } = yield* search(pattern, { limit: 20 });
  return lines.length > 0 ? undefined : notTold(why);
}

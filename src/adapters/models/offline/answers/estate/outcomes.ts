import { escapeRegExp } from "../../../../../base/glob.ts";
import { describedThing, isIn } from "../../described.ts";
import { isCobol, stemOf } from "../../file-names.ts";
import { type Folder, fileOf, type Thing } from "../../folder.ts";
import { framesFor } from "../../frames.ts";
import { led } from "../../honest-answer.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { readNames } from "../../names.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { deadParagraphs, programRunBy, programs, steps } from "../../query/rows/estate.ts";
import type { Group, Row } from "../../query/shape.ts";
import { type OutcomeQuestion, readOutcomeQuestion } from "../../reading/outcome-question.ts";
import { readTokens } from "../../reading/tokens.ts";
import { writtenOut } from "../../reading/written-out.ts";
import { type FoundPassage, readPassages } from "../../result-text.ts";
import { type Answer, answered, listed } from "../answer.ts";
import { placeOf } from "../quoting/quoted-passage.ts";
import { withOtherNames } from "../quoting/search-passages.ts";
import { unspoken } from "../quoting/unspoken.ts";

export const TOOL = "citadel_outcomes";
export const RANKED = 6;
const ALL_MAX = 50;
const QUOTED_MAX = 3;
/** Of what is said of a message or a code, so much in percent must stand where it comes about; less where the program is named. */
const COVERAGE_MIN = 45;
const COVERAGE_NAMED = 30;
/** What comes so near the best is quoted as well. */
const NEAR_SHARE = 0.8;

/** Programs that a question names, itself or by the job that runs them. */
export interface Scope {
  readonly names: readonly string[];
  readonly paths: readonly string[];
  /** Steps of the job that run them. */
  readonly steps: readonly string[];
}

/** "What message when …", "with which return code …", "how is … calculated": the branches of programs that bring it about, with what leads there. */
export function* answerOutcome(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = writtenOut(inEnglish(part));
  const asked = folder.tools.has(TOOL) ? readOutcomeQuestion(said) : undefined;
  if (!asked) return undefined;
  const scope = yield* scopeOf(part, folder);
  const rest = withoutNames(asked.rest, scope);
  const isOfAll = !/\p{L}{3}/u.test(rest) || (scope.paths.length > 0 && asksForAll(said));
  if (isOfAll && scope.paths.length === 0) return undefined;
  const nearest = isOfAll ? undefined : yield* nearestOf(asked, rest, scope, part);
  const all = nearest ?? (scope.paths.length > 0 ? yield* allOf(asked.kind, scope, folder) : undefined);
  const answer = all ?? (asked.kind === "code" ? yield* abendsOf(rest, scope, { part, folder }) : undefined);
  return answer && { answer: { ...answer.answer, obeyed: "all" }, groups: [...groupsOf(answer.of), ...before] };
}

/** Where no statement sets a code, a program may still end abnormally. */
function* abendsOf(
  rest: string,
  scope: Scope,
  { part, folder }: { readonly part: string; readonly folder: Folder },
): Looking<Told | undefined> {
  if (scope.paths.length === 0) return undefined;
  const found =
    (yield* nearestOf({ kind: "abend", rest }, rest, scope, part)) ?? (yield* allOf("abend", scope, folder));
  const lead = `No statement of ${scope.names.at(-1)} sets a return code; where it ends abnormally:`;
  return found && { ...found, answer: led(lead, found.answer) };
}

/** What was found, and where. */
interface Told {
  readonly answer: Answer;
  readonly of: readonly FoundPassage[];
}

/** The program that an answer is about, for what is asked of it behind. */
export function groupsOf([best]: readonly FoundPassage[]): readonly Group[] {
  if (!best) return [];
  const [name = ""] = best.titles.split(" > ");
  return [{ kind: "program", rows: [{ kind: "program", name, path: best.path, line: best.from, text: name }] }];
}

export const withoutNames = (rest: string, { names }: Scope): string =>
  names
    .reduce((said, name) => said.replace(new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, "gi"), " "), rest)
    .replace(/\s+/g, " ")
    .trim();

/** "Which messages can it display": every one, and not the one of a case. */
const asksForAll = (said: string): boolean =>
  /\b(?:which|what|all|list|every|any)\b(?: \w+)? (?:messages|codes|return codes|exit codes|formulas)\b/i.test(said) &&
  !/\b(?:if|when|whenever|in case|once|after|on)\b/i.test(said);

export function* scopeOf(part: string, folder: Folder): Looking<Scope> {
  const { things, scope } = yield* readNames(readTokens(part), folder, { alsoWords: false, isHowTo: false });
  const said = [...things, ...(scope ? [scope] : [])];
  const own = said.filter(({ kind, name }) => kind === "program" || (kind === "file" && isCobol(name)));
  const named = said.filter(({ kind }) => kind === "job");
  const jobs = own.length + named.length > 0 ? named : yield* describedJob(part, folder);
  const run = jobs.length === 0 ? [] : yield* runBy(jobs);
  return {
    names: [...own, ...jobs].flatMap(({ name, written }) => [written, name]),
    paths: [...new Set([...own.flatMap((thing) => fileOf(thing) ?? []), ...run.map(({ path }) => path)])],
    steps: run.map(({ step }) => step),
  };
}

/** "The night job": the one that is named so. */
export function* describedJob(part: string, folder: Folder): Looking<readonly Thing[]> {
  const word =
    /(?<![\w-])([\p{L}]{3,}) (?:job|batch|run)(?![\w-])/iu.exec(part)?.[1] ??
    /(?<![\w-])job (?:d[aeo] )?(\p{L}{3,})/iu.exec(part)?.[1];
  if (word === undefined || /^(?:the|this|that|which|what|batch)$/i.test(word)) return [];
  // What posts is called POSTTRAN.
  const job = yield* describedThing([word.replace(/(?<=^.{3,})(?:ed|ing)$/, "")], ["job"], folder);
  return job === undefined ? [] : [job];
}

/** The programs of this folder that the steps of jobs run. */
function* runBy(jobs: readonly Thing[]): Looking<readonly { readonly path: string; readonly step: string }[]> {
  const known = new Map((yield* programs()).rows.map((row) => [row.name.toUpperCase(), row.path]));
  const names = new Set(jobs.map(({ name }) => name.toUpperCase()));
  return (yield* steps()).rows.flatMap((row) => {
    const { name, note = "", path, line } = row;
    const program = known.get(programRunBy(row) ?? "");
    const isOfJob = names.has(name.split("/")[0]?.toUpperCase() ?? "");
    return program !== undefined && isOfJob ? [{ path: program, step: `${name}: ${note} — ${path}:${line}` }] : [];
  });
}

/** A program by its file, with the steps of jobs that run it. */
export function* programRun(path: string): Looking<{ readonly name: string; readonly running: readonly Row[] }> {
  const name = (yield* programs()).rows.find((row) => row.path === path)?.name ?? stemOf(path);
  return { name, running: (yield* steps()).rows.filter((row) => programRunBy(row) === name.toUpperCase()) };
}

export const runsText = ({ steps: rows }: Scope): string => listed("What the job runs", rows);

/** The outcomes of the kind, each file on its own where programs are named. */
export function* ranked(
  kind: OutcomeQuestion["kind"],
  { paths }: Scope,
  input: { readonly query?: string; readonly limit: number },
): Looking<readonly FoundPassage[]> {
  const places = paths.length > 0 ? paths : ["."];
  const found = yield* lookAll(places.map((path) => ({ name: TOOL, input: { ...input, kind, path } })));
  return found.flatMap((one) => (one.failed ? [] : readPassages(one.text)));
}

function* nearestOf({ kind }: OutcomeQuestion, rest: string, scope: Scope, part: string): Looking<Told | undefined> {
  const query = withOtherNames(kind === "value" ? withSizes(rest) : rest);
  const all = yield* ranked(kind, scope, { query, limit: RANKED });
  const found = kind === "formula" ? all.map((one) => byTarget(one, rest)) : all;
  const enough = scope.paths.length > 0 ? COVERAGE_NAMED : COVERAGE_MIN;
  return nearestTold(found, ({ coverage }) => coverage >= enough, scope, part);
}

/** The best and what comes near it, quoted behind the words of which the best does not speak; undefined where that says too little. */
export function nearestTold(
  found: readonly FoundPassage[],
  saysEnough: (best: FoundPassage) => boolean,
  scope: Scope,
  part: string,
): Told | undefined {
  const ordered = found.toSorted((one, other) => other.score - one.score);
  const [best] = ordered;
  if (!best || !saysEnough(best)) return undefined;
  const near = ordered.slice(0, QUOTED_MAX).filter(({ score }) => score >= best.score * NEAR_SHARE);
  const quoted = near.map(quotedOutcome);
  const missing = unspoken(best.missing, part, quoted.join("\n"));
  const lead = framesFor(part).nearest(missing).replace(/\.$/, ":");
  return { answer: answered(lead, ...quoted, runsText(scope)), of: near };
}

const TARGET = /\bCOMPUTE\s+([\w-]+)|\b(?:TO|FROM|GIVING|INTO)\s+([\w-]+)/gi;

/** What gives something its value comes before what only reads it; most of all where the field itself is named. */
function byTarget(passage: FoundPassage, rest: string): FoundPassage {
  const code = passage.lines.map(({ text }) => text.slice(...COLUMNS)).join(" ");
  const targets = [...code.matchAll(TARGET)].map(([, computed, set]) => (computed ?? set ?? "").toUpperCase());
  const words = rest.split(/\s+/).filter((word) => word.length >= WORD_CHARS_MIN);
  const held = words.filter((word) => targets.some((target) => isIn(word, target))).length;
  const isNamed = words.some((word) => word.includes("-") && targets.includes(word.toUpperCase()));
  const share = words.length === 0 ? 0 : held / words.length;
  return { ...passage, score: passage.score * (isNamed ? NAMED_SHARE : 1 + share) };
}

const NAMED_SHARE = 10;
const WORD_CHARS_MIN = 3;

/** How names of programs say how much there is room for. */
const SIZES = "|lines|rows|max|maximum|limit|size";

const withSizes = (rest: string): string =>
  PAGE.test(rest) ? rest.replace(PAGE, `page|screen${SIZES}`) : `${rest} most${SIZES}`;

const PAGE = /\b(?:pages?|paginas?|screens?)\b/;

const COLUMNS = [7, 72] as const;

/** The lines that lead there and what they do, each with its number: others stand between them. */
export function quotedOutcome(passage: FoundPassage): string {
  const shown = passage.lines.map(({ line, text }) => ({ line, text: text.slice(...COLUMNS).trimEnd() }));
  const indent = Math.min(...shown.map(({ text }) => text.search(/\S|$/)));
  return [`${placeOf(passage)}:`, ...shown.map(({ line, text }) => `  ${line}  ${text.slice(indent)}`)].join("\n");
}

const NOUNS: Readonly<Record<OutcomeQuestion["kind"], string>> = {
  message: "Messages",
  code: "Statements that set the code",
  abend: "Abends",
  formula: "Calculations",
  value: "Fixed values",
};
const TELLS: Readonly<Record<OutcomeQuestion["kind"], RegExp>> = {
  message: /["'][^"']*\p{L}{2,}[^"']*[ .:!?][^"']*["']|\b(?:DISPLAY|STRING)\b.*["'].*\p{L}{2}/u,
  code: /\bRETURN-CODE\b|\b(?:STOP +RUN|GOBACK) +\w/i,
  abend: /\bCEE3ABD\b|\bABEND\b/i,
  formula: /\b(?:COMPUTE|ADD|SUBTRACT|MULTIPLY|DIVIDE)\b/i,
  value: /\d/,
};
const TOLD_MAX = 30;
/** So few are shown with what leads to them. */
const FEW_MAX = 4;

/** Every outcome of a kind that a program has; undefined where it has none. */
export function* allOutcomes(
  kind: OutcomeQuestion["kind"],
  { name, paths }: { readonly name: string; readonly paths: readonly string[] },
  folder: Folder,
): Looking<Answer | undefined> {
  if (!folder.tools.has(TOOL)) return undefined;
  return (yield* allOf(kind, { names: [name], paths, steps: [] }, folder))?.answer;
}

/** All of a program, in the order of its lines, and which of them stand where nothing comes. */
function* allOf(kind: OutcomeQuestion["kind"], scope: Scope, folder: Folder): Looking<Told | undefined> {
  const found = yield* ranked(kind, scope, { limit: ALL_MAX });
  const rows = found.flatMap(({ path, titles, lines }) =>
    lines
      .filter(({ text }) => TELLS[kind].test(text.slice(...COLUMNS)))
      .map(({ line, text }) => ({
        path,
        line,
        text: text.slice(...COLUMNS).trim(),
        paragraph: titles.split(" > ").at(-1),
      })),
  );
  const own = [...new Map(rows.map((row) => [`${row.path}:${row.line}`, row])).values()];
  if (own.length === 0) return undefined;
  const dead = yield* deadParagraphs(folder);
  const never = own.filter(({ path, paragraph }) =>
    dead.rows.some((row) => row.path === path && row.name.split("/").at(-1) === paragraph),
  );
  const text = ({ path, line, text: said, paragraph }: (typeof own)[number]): string =>
    `${path}:${line}  ${said} (${paragraph})`;
  const sorted = own.toSorted((one, other) => (one.path === other.path ? one.line - other.line : 0));
  const isFew = kind !== "message" && found.length <= FEW_MAX;
  const quoted = isFew ? found.map(quotedOutcome) : [];
  const answer = answered(
    listed(`${NOUNS[kind]} of ${scope.names.at(-1)}`, sorted.map(text), sorted.length, TOLD_MAX),
    never.length > 0
      ? listed("Of these, never reached: nothing performs or goes to the paragraph", never.map(text))
      : "All of them stand in paragraphs that something reaches.",
    ...(quoted.length > 0 ? ["What leads there:", ...quoted] : []),
    runsText(scope),
  );
  return { answer, of: found };
}

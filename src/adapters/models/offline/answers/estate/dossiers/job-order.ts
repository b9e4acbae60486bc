import { escapeRegExp } from "../../../../../../base/glob.ts";
import { firstNames } from "../../../cut-lists.ts";
import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { readNames } from "../../../names.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../../query/answer-query.ts";
import type { Context } from "../../../query/draft.ts";
import { jobs } from "../../../query/rows/estate.ts";
import { linesOf, placeOfRow } from "../../../query/rows/found.ts";
import type { Row } from "../../../query/shape.ts";
import { plain, readTokens } from "../../../reading/tokens.ts";
import { holdsWord } from "../../../reading/word-forms.ts";
import type { CitedLine } from "../../../result-text.ts";
import { answered, report } from "../../answer.ts";
import { answeredSteps } from "../estate-control.ts";
import { stepsOf } from "../job-steps.ts";
import { describedJob } from "../outcomes.ts";
import { askedWords } from "./asked-words.ts";
import { whole } from "./whole-rows.ts";

const OF_JOBS = /\b(?:jobs?|jcls?|batch|night|nightly|day|daily|cycle|schedule)\b/;
const ORDER =
  /\b(?:in (?:what|which) (?:order|sequence)|(?:what|which)(?: is the)? (?:order|sequence)|order of|sequence of|one after (?:the other|another))\b/;
const RUNS =
  /\b(?:runs?|rerun|running|execute[sd]?|start(?:s|ed)?|go(?:es)?|come[s]?|happens?|finish(?:es|ed)?|complete[sd]?|be|submit(?:ted)?)\b/;
const BEFORE = /\b(?:before|prior to|ahead of|precedes?|preceding|predecessors?|prerequisites?|first)\b/;
const AFTER = /\b(?:after|follows?|following|successors?|once|next)\b/;

/** "Which jobs have to run before X", "in what order do the jobs run", "what runs in X": its steps, the scheduler's chains, and documents and scripts that list the order. */
export function* answerJobOrder(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(inEnglish(part));
  const asked = folder.tools.has("citadel_jobs") ? readOrder(said) : undefined;
  if (!asked) return undefined;
  const known = (yield* jobs()).rows.filter(({ path }) => folder.keeps?.(path) ?? true);
  const own = yield* jobMeant(part, known, { folder, isOrdered: asked.isOrdered });
  if (!own && !(asked.isOrdered && OF_JOBS.test(said))) return undefined;
  const steps = own && !asked.isBeside ? yield* stepsOf(own.path) : [];
  const isOfSeveral = asked.isBeside || known.length > 1;
  const beside = isOfSeveral ? yield* orderTexts(known, own, { folder, words: askedWords(said) }) : [];
  const texts = [...(steps.length > 0 && own ? [answeredSteps(own.path, steps).text] : []), ...beside];
  if (texts.length === 0) return undefined;
  const groups = own ? [{ kind: "job" as const, rows: [own] }, ...before] : before;
  return { answer: { ...answered(...texts), obeyed: "all" }, groups };
}

/** Whether the order of what runs is asked for, or what runs before or behind something. */
function readOrder(said: string): { readonly isOrdered: boolean; readonly isBeside: boolean } | undefined {
  const isOrdered = ORDER.test(said);
  // "What jobs, and in what order": jobs have no other order than that in which they run.
  if (!RUNS.test(said) && !(isOrdered && OF_JOBS.test(said))) return undefined;
  const isBeside = BEFORE.test(said) || AFTER.test(said);
  return isOrdered || isBeside ? { isOrdered, isBeside } : undefined;
}

/** The job that is named or described, or the only one. */
function* jobMeant(
  part: string,
  known: readonly Row[],
  { folder, isOrdered }: { readonly folder: Folder; readonly isOrdered: boolean },
): Looking<Row | undefined> {
  const { things } = yield* readNames(readTokens(part), folder, { alsoWords: false, isHowTo: false });
  const named = things.find(({ kind }) => kind === "job");
  const job = named ?? (isOrdered ? (yield* describedJob(part, folder))[0] : undefined);
  const own = known.find(({ name }) => name.toUpperCase() === job?.name.toUpperCase());
  return own ?? (known.length === 1 ? known[0] : undefined);
}

/** Jobs one behind the other, as something here says. */
interface Chain {
  readonly names: readonly string[];
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** What is said above them. */
  readonly said?: CitedLine | undefined;
}

function* orderTexts(
  known: readonly Row[],
  own: Row | undefined,
  { folder, words }: { readonly folder: Folder; readonly words: readonly string[] },
): Looking<readonly string[]> {
  const listed = yield* listedChains(known, folder);
  const isOwn = ({ names }: Chain): boolean => own === undefined || names.includes(own.name.toUpperCase());
  const scheduled = (yield* scheduledChains(known, folder)).filter(isOwn);
  // A list that says nothing of an order may be in any.
  const inOrder = listed.filter(
    (chain) => isOwn(chain) && (chain.said !== undefined || !/\.(?:md|rst|adoc)$/i.test(chain.path)),
  );
  const heldBy = ({ said }: Chain): number => words.filter((word) => said && holdsWord(said.text, word)).length;
  return [
    whole(
      "Documents and scripts that list jobs in an order",
      inOrder.toSorted((one, other) => heldBy(other) - heldBy(one)).map((chain) => chainText(chain, own)),
      ROWS_MAX,
    ),
    whole(
      "The scheduler starts one behind the other",
      scheduled.map((chain) => chainText(chain, own)),
      ROWS_MAX,
    ),
  ].filter((text) => text !== "");
}

const ROWS_MAX = 12;
const NAMES_MAX = 40;

function chainText({ names, path, from, to, said }: Chain, own: Row | undefined): string {
  const at = own === undefined ? -1 : names.indexOf(own.name.toUpperCase());
  const joint = { joint: " → " };
  const told =
    at < 0
      ? firstNames(names, NAMES_MAX, joint)
      : `before ${names[at]}: ${at === 0 ? "none" : firstNames(names.slice(0, at), NAMES_MAX, joint)}; after it: ${at === names.length - 1 ? "none" : firstNames(names.slice(at + 1), NAMES_MAX, joint)}`;
  const about = said === undefined ? "" : `"${said.text.trim()}" (${said.path}:${said.line}): `;
  return `${path}:${from}-${to}  ${about}${told}`;
}

/** References of a scheduler that follow each other in its file, each beginning where the one before ended. */
function* scheduledChains(known: readonly Row[], folder: Folder): Looking<readonly Chain[]> {
  const found = yield* report(
    "citadel_get_callouts",
    { path: ".", only: ["starts", "submits"], limit: EDGES_MAX },
    folder,
  );
  const names = new Set(known.map(({ name }) => name.toUpperCase()));
  const edges = (found?.sections ?? [])
    .flatMap(({ rows }) => rows)
    .flatMap((row) => {
      const place = placeOfRow(row);
      const [, from = "", to = ""] = /^(\S+) -> (\S+)/.exec(place?.said ?? "") ?? [];
      const isOfJobs = names.has(from.toUpperCase()) && (names.has(to.toUpperCase()) || /^[A-Z]/.test(to));
      return place && isOfJobs
        ? [{ from: from.toUpperCase(), to: to.toUpperCase(), path: place.path, line: place.line }]
        : [];
    });
  const chains: { names: string[]; path: string; from: number; to: number }[] = [];
  for (const { from, to, path, line } of edges) {
    const open = chains.at(-1);
    if (open?.path === path && open.names.at(-1) === from && !open.names.includes(to)) {
      open.names.push(to);
      open.to = line;
    } else chains.push({ names: [from, to], path, from: line, to: line });
  }
  return chains;
}

const EDGES_MAX = 500;
const JOBS_MIN = 3;
const GAP_MAX = 8;
const ABOVE_MAX = 8;
const SAYS_ORDER =
  "(?:in (?:the )?(?:following )?(?:sequence|order)|sequence|in turn|one after|step by step|na (?:seguinte )?ordem|sequencia)";

/** Lines of documents and scripts that each name a job, one below the other. */
function* listedChains(known: readonly Row[], folder: Folder): Looking<readonly Chain[]> {
  const names = [...new Set(known.map(({ name }) => name.toUpperCase()))];
  const any = names.map(escapeRegExp).join("|");
  const { lines } = yield* linesOf([
    { pattern: `^\\s*(?:\\||[-*]|\\d+[.)])\\s*\`?(?:${any})\`?\\b`, glob: "*.{md,rst,adoc,txt}" },
    { pattern: `^[^#]*\\b(?:${any})(?:\\.jcl|\\b)`, glob: "*.{sh,bat,cmd,ksh,rexx,ps1,yml,yaml}" },
  ]);
  const { lines: says } = yield* linesOf([{ pattern: SAYS_ORDER, glob: "*.{md,rst,adoc,txt}" }]);
  const form = new RegExp(`(?<![A-Z0-9])(${any})(?![A-Z0-9])`);
  const chains: { names: string[]; path: string; from: number; to: number }[] = [];
  for (const { path, line, text } of lines) {
    const name = form.exec(text.toUpperCase())?.[1];
    if (name === undefined || !(folder.keeps?.(path) ?? true)) continue;
    const open = chains.at(-1);
    if (open?.path === path && line - open.to <= GAP_MAX) {
      open.names.push(name);
      open.to = line;
    } else chains.push({ names: [name], path, from: line, to: line });
  }
  return chains
    .filter(({ names: own }) => own.length >= JOBS_MIN)
    .map((chain) => ({
      ...chain,
      said: says.findLast(
        ({ path, line }) => path === chain.path && line <= chain.from && chain.from - line <= ABOVE_MAX,
      ),
    }));
}

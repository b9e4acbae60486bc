import { isAside } from "../../aside.ts";
import { firstNames } from "../../cut-lists.ts";
import { isIn } from "../../described.ts";
import { isJcl } from "../../file-names.ts";
import type { Folder, Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { readNames } from "../../names.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { readUses, type Use } from "../../query/rows/data.ts";
import { LETTERS_OF } from "../../query/shape.ts";
import { plain, readTokens } from "../../reading/tokens.ts";
import { answered, listedInOrder } from "../answer.ts";

/** From where data comes, or where it goes to. */
interface Way {
  readonly asks: RegExp;
  readonly titleOf: (name: string) => string;
  /** What a step itself does to the data, and what those at the other side of it do. */
  readonly own: RegExp;
  readonly other: RegExp;
  readonly does: string;
  readonly isDone: string;
  readonly nobody: string;
}

const WAYS: readonly Way[] = [
  {
    asks: /\bwhere (?:do|does|did|is|are)\b.*\b(?:come|comes|came|taken|obtained|originate|originates)\b|\b(?:makes?|creates?|produces?|fills?|loads?|writes?|prepares?)\b.*\b(?:that|which)\b.*\breads?\b|\b(?:makes?|creates?|produces?|prepares?)\b.*\binput (?:of|for|to)\b/,
    titleOf: (name) => `Where the data that ${name} reads comes from`,
    own: LETTERS_OF.read,
    other: LETTERS_OF.write,
    does: "reads",
    isDone: "made or changed by",
    nobody: "no job here makes",
  },
  {
    asks: /\bwhere (?:do|does|did|is|are)\b.*\b(?:go|goes|end up|ends up|written|sent|land|lands)\b|\b(?:reads?|uses?|takes?|happens to)\b.*\b(?:output of|that \S+ (?:writes|creates|produces|makes))\b/,
    titleOf: (name) => `Where the data that ${name} writes goes to`,
    own: LETTERS_OF.write,
    other: LETTERS_OF.read,
    does: "writes",
    isDone: "read by",
    nobody: "no other job here reads",
  },
];

const DEPTH_MAX = 5;
/** Of many files each way is only followed to what made it. */
const DEPTH_OF_MANY = 1;
const MANY = 3;
const ROWS_MAX = 24;
/** A program may read many files. */
const OTHERS_MAX = 8;
const STARTS_MAX = 8;

/**
 * "Where do the fees that FEEPOST reads come from": the data sets that a program or job reads, the step that makes each, what that
 * step reads, and so on to what nothing here makes; the same the other way.
 */
export function* answerChain(part: string, own: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  const way = WAYS.find(({ asks }) => asks.test(said));
  if (way === undefined || !folder.tools.has("citadel_crud") || /["'“]/.test(own)) return undefined;
  const thing = yield* actorOf(own, folder);
  const known = thing && (yield* readUses(folder));
  if (!thing || !known) return undefined;
  const uses = known.uses.filter(({ isOfJob }) => isOfJob);
  const starts = startsOf(thing, uses, way).filter(
    ({ data }, index, all) => all.findIndex((one) => one.data === data) === index,
  );
  const meant = starts.filter(({ data, kind }) =>
    wordsOf(said, thing).some((word) => isIn(word, `${data}.${kind.replace(/ /g, ".")}`)),
  );
  const wanted = meant.length > 0 ? meant : starts;
  const shown = wanted.slice(0, STARTS_MAX);
  if (shown.length === 0) return undefined;
  const near = uses.filter(({ path, user }) => !isAside(path) || user === shown[0]?.user);
  const depthMax = shown.length < MANY ? DEPTH_MAX : DEPTH_OF_MANY;
  const rows = shown.flatMap((start) => chainOf(start, { uses: near, way, depthMax }));
  const chain = listedInOrder(way.titleOf(thing.name), rows, rows.length, ROWS_MAX);
  const others = wanted.slice(STARTS_MAX).map(({ data }) => data);
  const more = others.length === 0 ? "" : `Not followed here: ${firstNames(others, OTHERS_MAX)}.`;
  return { answer: { ...answered(chain, more), obeyed: "all" }, groups: before };
}

function* actorOf(part: string, folder: Folder): Looking<Thing | undefined> {
  const { things } = yield* readNames(readTokens(part), folder, { alsoWords: false, isHowTo: false });
  return things.find(({ kind }) => kind === "program" || kind === "job");
}

const startsOf = ({ name, kind }: Thing, uses: readonly Use[], way: Way): readonly Use[] =>
  uses.filter(
    ({ user, program, access }) =>
      way.own.test(access) && (kind === "job" ? user.split("/")[0] : program)?.toUpperCase() === name.toUpperCase(),
  );

const wordsOf = (said: string, { name, written }: Thing): readonly string[] =>
  (said.match(/\p{L}{3,}/gu) ?? [])
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => !SAYS_NOTHING.test(word) && ![plain(name), plain(written)].includes(word));

const SAYS_NOTHING =
  /^(?:where|come|came|from|the|that|which|doe|did|are|read|write|input|output|file|data|what|who|make|create|produce|go|end|use|job|step|program|goe|and|fill|load|prepare|taken)$/;

interface Walk {
  readonly uses: readonly Use[];
  readonly way: Way;
  readonly depthMax: number;
}

/** A data set with the steps at its other side and what those do, row by row, deeper ones further in. */
function chainOf(start: Use, walk: Walk): readonly string[] {
  return [
    `${runOf(start)} ${walk.way.does} ${dataOf(start)} — ${placeOf(start)}`,
    ...otherSide(start, walk, 1, new Set()),
  ];
}

function otherSide(use: Use, walk: Walk, depth: number, seen: Set<string>): readonly string[] {
  const { uses, way, depthMax } = walk;
  const indent = "  ".repeat(depth);
  const next = uses.filter((one) => one.data === use.data && one.user !== use.user && way.other.test(one.access));
  if (next.length === 0) return [`${indent}${way.nobody} ${use.data}`];
  return next.flatMap((one): readonly string[] => {
    const row = `${indent}${use.data} is ${way.isDone} ${runOf(one)} — ${placeOf(one)}`;
    if (seen.has(one.user) || depth > depthMax) return [row];
    seen.add(one.user);
    const own = uses.filter(({ user, access, data }) => user === one.user && data !== use.data && way.own.test(access));
    return [
      row,
      ...own.flatMap((step) => [
        `${indent}  ${one.user} ${way.does} ${dataOf(step)} — ${placeOf(step)}`,
        ...otherSide(step, walk, depth + 2, seen),
      ]),
    ];
  });
}

const runOf = ({ user, program }: Use): string => (program === undefined ? user : `${program} (${user})`);
const dataOf = ({ data, kind }: Use): string => `${data}${/ through (DD \S+)/.exec(kind)?.[0] ?? ""}`;

/** The statement of the job that names the data set comes first. */
function placeOf({ path, line, also }: Use): string {
  const place = also.find((one) => isJcl(one.path)) ?? { path, line };
  return `${place.path}:${place.line}`;
}

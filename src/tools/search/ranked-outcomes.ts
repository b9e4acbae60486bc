import type { Workspace } from "../../core/ports/workspace.ts";
import type { ToolContext, ToolOutput } from "../../core/tool.ts";
import type { Outcome, OutcomeKind } from "../../engines/citadel/queries/outcomes/outcome.ts";
import { readOutcomes } from "../../engines/citadel/queries/outcomes/read-outcomes.ts";
import type { Passage, RankedPassage } from "../../engines/passages/passage.ts";
import { createPassageRanking } from "../../engines/passages/rank-passages.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import {
  beginningOf,
  maskedPassages,
  passageText,
  type Unseen,
  unseenNotes,
  walked,
  withRoom,
} from "./ranked-passages.ts";

const FILES_MAX = 3_000;
/** All of them are held at once, for the rarity of words is told over all. */
const ALL_BYTES_MAX = 64 * 1024 * 1024;
const COBOL = /\.(?:cbl|cob|cobol|pco)$/i;
/** What a program says of itself in its first comment. */
const HEAD_LINES = 30;

interface Asked {
  readonly query?: string | undefined;
  readonly kind: string;
  readonly path: string;
  readonly limit: number;
}

/** What citadel_outcomes answers. */
export async function rankedOutcomes(
  { query = "", kind, path, limit }: Asked,
  { workspace, signal, resultCharsMax }: ToolContext,
): Promise<ToolOutput> {
  const { sources, unseen } = await programs(path, workspace, signal);
  const outcomes = sources.map((source) =>
    readOutcomes(source.file, source.text).flatMap((one) => (isOfKind(one, kind) ? [passageOf(source, one)] : [])),
  );
  const found = query === "" ? outcomes.flat().map(unranked) : nearest(query, sources.map(headOf), outcomes, limit);
  const passages = maskedPassages(found.slice(0, limit)).map((one) => passageText({ ...one, values: [] }));
  const shown = passages.length === 0 ? ["No program here has such an outcome."] : passages;
  const title = `${passages.length} outcomes`;
  return {
    text: [...withRoom(shown, resultCharsMax), ...unseenNotes(unseen, "programs")].join("\n"),
    kind: "search",
    display: { kind: "text", text: title },
  };
}

/** @param outcomes  of each program, in the order of the heads */
function nearest(
  query: string,
  heads: readonly Passage[],
  outcomes: readonly (readonly Passage[])[],
  limit: number,
): readonly RankedPassage[] {
  const ranking = createPassageRanking(query, { quotes: "lines" });
  const isCommon = commonWords(heads);
  for (const [index, head] of heads.entries()) ranking.add([withoutWords(head, isCommon), ...(outcomes[index] ?? [])]);
  // A head, and what was found by a message, is none of the outcomes.
  return ranking.ranked(limit * 2).filter((one) => one.found === "words" && one.titles.length > 0);
}

const unranked = (passage: Passage): RankedPassage => ({
  ...passage,
  score: 0,
  coverage: 1,
  held: [],
  missing: [],
  found: "words",
  values: [],
  worths: [],
  quote: [0, passage.lines.length],
});

const isOfKind = ({ kinds }: Outcome, kind: string): boolean => kind === "any" || kinds.has(kind as OutcomeKind);

interface Source {
  readonly file: string;
  readonly text: string;
  readonly lines: readonly string[];
}

interface Programs {
  readonly sources: readonly Source[];
  readonly unseen: Unseen;
}

/** The programs below a path, as many as may be held. */
export async function programs(
  path: string,
  workspace: Workspace,
  signal: AbortSignal,
  bytesMax = ALL_BYTES_MAX,
): Promise<Programs> {
  const sources: Source[] = [];
  let files = 0;
  let cut = 0;
  let leftOut = 0;
  let bytesLeft = bytesMax;
  for await (const file of walked(path, workspace, signal)) {
    signal.throwIfAborted();
    if (!COBOL.test(file) || workspace.isSecret(file)) continue;
    files += 1;
    if (files > FILES_MAX || bytesLeft <= 0) {
      leftOut += 1;
      continue;
    }
    const beginning = await beginningOf(file, workspace);
    bytesLeft -= beginning?.bytes.length ?? 0;
    const decoded = beginning && decodeFile(beginning.bytes);
    if (decoded?.kind !== "text") continue;
    sources.push({ file, text: decoded.text, lines: decoded.text.split(/\r?\n/) });
    if (beginning?.isCut) cut += 1;
  }
  return { sources, unseen: { leftOut, cut, shortened: 0 } };
}

const passageOf = ({ file, lines }: Source, { titles, numbers }: Pick<Outcome, "titles" | "numbers">): Passage => ({
  path: file,
  titles,
  numbers,
  lines: numbers.map((number) => lines[number - 1] ?? ""),
  kind: "code",
});

const COMMENT = /^.{6}[*/]|^\s*\*/;

/** The comments that a program begins with. They stand under no title, so that they are none of the outcomes. */
function headOf(source: Source): Passage {
  const head = source.lines.slice(0, HEAD_LINES);
  const numbers = head.flatMap((line, index) => (COMMENT.test(line) ? [index + 1] : []));
  return passageOf(source, { titles: [], numbers });
}

const WORD = /[A-Za-z]{3,}/g;
const HEADS_MIN = 4;

/** Words that half of the programs say of themselves, such as the name of the application: they tell none of them. */
function commonWords(heads: readonly Passage[]): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const { lines } of heads)
    for (const word of new Set(lines.join(" ").toLowerCase().match(WORD) ?? []))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const from = Math.max(HEADS_MIN, heads.length / 2);
  return (word) => (counts.get(word.toLowerCase()) ?? 0) >= from;
}

const withoutWords = (head: Passage, isCommon: (word: string) => boolean): Passage => ({
  ...head,
  lines: head.lines.map((line) => line.replace(WORD, (word) => (isCommon(word) ? "" : word))),
});

import { isMadeByWaymark } from "../../base/made-by-waymark.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { type ToolContext, ToolFailure, type ToolOutput } from "../../core/tool.ts";
import { excerptOf } from "../../engines/passages/excerpt.ts";
import { isHiddenSettings } from "../../engines/passages/kinds-of-file.ts";
import type { DecidingLine, RankedPassage } from "../../engines/passages/passage.ts";
import { createPassageRanking, type PassageRanking } from "../../engines/passages/rank-passages.ts";
import type { Respelling } from "../../engines/passages/respell.ts";
import { isQuotable, splitPassages } from "../../engines/passages/split-passages.ts";
import { maskAcross, secretsAcrossLines } from "../../engines/secrets/across-lines.ts";
import { maskedLine } from "../../engines/secrets/masked-line.ts";
import { decodeFile } from "../../engines/text/file-text.ts";

const FILES_MAX = 6_000;
const FILE_BYTES_MAX = 512 * 1024;
const ALL_BYTES_MAX = 64 * 1024 * 1024;
/** What is longer is no line of prose or code, and to look for sentences in it takes longer than its length. */
const LINE_READ_MAX = 8_000;
const LONGER_LINE = new RegExp(`^(.{${LINE_READ_MAX}}).+$`, "gm");
const LINE_CHARACTERS_MAX = 300;
const LINE_ALONE_MAX = 200;

interface Asked {
  readonly query: string;
  readonly path: string;
  readonly limit: number;
  readonly lines: number;
  readonly about?: string | undefined;
}

/** What find_passages answers. */
export async function rankedPassages(
  { query, path, limit, lines, about }: Asked,
  { workspace, signal, resultCharsMax }: ToolContext,
): Promise<ToolOutput> {
  const asked = about === undefined ? {} : { about };
  let ranking = createPassageRanking(query, asked);
  let unseen = await addFiles(ranking, path, workspace, signal);
  const respellings = ranking.respellings();
  if (respellings.length > 0) {
    ranking = createPassageRanking(respelledQuery(query, respellings), asked);
    unseen = await addFiles(ranking, path, workspace, signal);
  }
  const found = maskedPassages(ranking.ranked(limit));
  const taken = respellings.filter(({ meant }) => meant !== "").map(({ said, meant }) => `${said} as ${meant}`);
  const unsaid = ranking.unsaid();
  const notes = [
    ...(taken.length > 0 ? [`(took ${taken.join(", ")})`] : []),
    ...(unsaid.length > 0 && (found.length > 0 || ranking.question.terms.length > 1)
      ? [`(nothing says ${unsaid.join(", ")})`]
      : []),
    ...unseenNotes(unseen, "files"),
  ];
  const passages = found.length === 0 ? [`No passage speaks of ${query}.`] : found.map(passageText);
  const alone = maskedWhereLong(ranking.decidingLines(lines));
  const text = [
    ...withRoom([...passages, ...(alone.length === 0 ? [] : [linesText(alone)])], resultCharsMax),
    ...notes,
  ];
  return { text: text.join("\n"), kind: "search", display: { kind: "text", text: `${found.length} passages` } };
}

/** As many as there is room for, one at least. */
export function withRoom(passages: readonly string[], charsMax = Number.POSITIVE_INFINITY): readonly string[] {
  let chars = 0;
  const past = passages.findIndex((passage, index) => {
    chars += passage.length + 1;
    return index > 0 && chars > charsMax;
  });
  if (past < 0) return passages;
  return [...passages.slice(0, past), `(shown ${past} of ${passages.length} passages: there is no room for more)`];
}

/** Lines that stand alone, each behind its place. */
export const linesText = (lines: readonly DecidingLine[]): string =>
  [
    LINES_HEADING,
    ...lines.map(
      ({ path, line, text, name, held }) =>
        `${path}:${line}${nameText(name)}: ${excerptOf(text, held, LINE_ALONE_MAX)}`,
    ),
    "",
  ].join("\n");

/** Where a line stands, if that is short and would not be taken for the line. */
const nameText = (name = ""): string => (/^[^():]{1,40}$/.test(name) ? ` (in ${name})` : "");

const LINES_HEADING = "## Single lines";

const respelledQuery = (query: string, respellings: readonly Respelling[]): string =>
  respellings.reduce(
    (mended, { said, meant }) => mended.replace(new RegExp(`(?<![\\w-])${said}(?:\\|[^\\s]*)?(?![\\w-])`, "gi"), meant),
    query,
  );

/** What a look at files did not come to. */
export interface Unseen {
  /** Files that it left out because of their size or number. */
  readonly leftOut: number;
  /** Files of which it took the beginning alone. */
  readonly cut: number;
  /** Files with a line of which it took the beginning alone. */
  readonly shortened: number;
}

export const unseenNotes = ({ leftOut, cut, shortened }: Unseen, things: string): readonly string[] => [
  ...(leftOut > 0 ? [`(${leftOut} ${things} were not looked at: there are too many, or they are too large)`] : []),
  ...(cut > 0 ? [`(of ${cut} ${things} only the first ${FILE_BYTES_MAX / 1024} KB were looked at)`] : []),
  ...(shortened > 0
    ? [`(of lines in ${shortened} ${things} only the first ${LINE_READ_MAX} characters were looked at)`]
    : []),
];

async function addFiles(
  ranking: PassageRanking,
  path: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Unseen> {
  let files = 0;
  let cut = 0;
  let shortened = 0;
  let bytesLeft = ALL_BYTES_MAX;
  let leftOut = 0;
  for await (const file of path === "." ? withSettings(workspace, signal) : walked(path, workspace, signal)) {
    signal.throwIfAborted();
    if (!isQuotable(file) || workspace.isSecret(file)) continue;
    if (files >= FILES_MAX || bytesLeft <= 0) {
      leftOut++;
      continue;
    }
    files++;
    const beginning = await beginningOf(file, workspace);
    if (beginning === undefined) continue;
    bytesLeft -= beginning.bytes.length;
    const text = textOf(beginning);
    const short = text.replace(LONGER_LINE, "$1…");
    const passages = splitPassages(file, short);
    if (passages.length === 0) continue;
    ranking.add(passages);
    cut += Number(beginning.isCut);
    shortened += Number(short !== text);
  }
  return { leftOut, cut, shortened };
}

function textOf({ bytes, isCut }: Beginning): string {
  const decoded = decodeFile(bytes);
  // What Waymark wrote itself only repeats what its sources say.
  if (decoded.kind !== "text" || isMadeByWaymark(decoded.text)) return "";
  const text = maskAcross(decoded.text, secretsAcrossLines(decoded.text));
  return isCut ? text.replace(/(?<=\n)[^\n]+$/, "") : text;
}

/** A file, or those below a folder. */
export async function* walked(path: string, workspace: Workspace, signal: AbortSignal): AsyncGenerator<string> {
  if ((await workspace.stat(path))?.kind === "file") yield workspace.show(path);
  else yield* workspace.walk(path, { signal });
}

/** All files that are not hidden, and of the hidden ones those that tell how the project is built, checked or run. */
async function* withSettings(workspace: Workspace, signal: AbortSignal): AsyncGenerator<string> {
  for await (const file of workspace.walk(".", { includeHidden: true, signal }))
    if (!HIDDEN.test(file) || isHiddenSettings(file)) yield file;
}

const HIDDEN = /(?:^|\/)\.[^/]/;

interface Beginning {
  readonly bytes: Uint8Array;
  /** There is more of it. */
  readonly isCut: boolean;
}

/** A part of a file is not taken for the whole by what guards edits. */
export async function beginningOf(file: string, workspace: Workspace): Promise<Beginning | undefined> {
  try {
    const bytes = await workspace.readBytes(file, { offset: 0, length: FILE_BYTES_MAX + 1 });
    return { bytes: bytes.subarray(0, FILE_BYTES_MAX), isCut: bytes.length > FILE_BYTES_MAX };
  } catch (error) {
    // A file that went away, or that a rule forbids, answers nothing.
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

/** A part of a secret does not show what it is: lines are masked before they are cut. */
const maskedWhereLong = <Line extends { readonly text: string }>(lines: readonly Line[]): Line[] =>
  lines.map((line) => (line.text.length > LINE_ALONE_MAX ? { ...line, text: maskedLine(line.text) } : line));

/** The same of whole passages. */
export const maskedPassages = (passages: readonly RankedPassage[]): readonly RankedPassage[] =>
  passages.map((passage) => ({
    ...passage,
    lines: maskedWhereLong(passage.lines.map((text) => ({ text }))).map(({ text }) => text),
    ...(passage.further === undefined ? {} : { further: maskedWhereLong(passage.further) }),
  }));

const FOUND: Readonly<Record<Exclude<RankedPassage["found"], "words">, string>> = {
  message: "says",
  use: "uses",
  lead: "leads to",
};

/** A passage below its place, with how it was found. */
export function passageText(passage: RankedPassage): string {
  const { path, lines, numbers, titles, held, quote, further = [], values } = passage;
  const quoted = lines.slice(...quote);
  const own = numbers.slice(...quote);
  const under = titles.length === 0 ? "" : `  ${titles.join(" > ")}`;
  return [
    `## ${path}:${own[0]}-${own.at(-1)}${under}`,
    foundBy(passage),
    ...quoted.map((line, index) => `${own[index]}\t${excerptOf(line, held, LINE_CHARACTERS_MAX)}`),
    ...further.map(({ line, text }) => `${line}\t${excerptOf(text, held, LINE_CHARACTERS_MAX)}`),
    ...goesOn(passage),
    ...densestIn(passage),
    ...values.map(({ name, path: place, line, text }) => `(${name} is defined at ${place}:${line}: ${text})`),
    "",
  ].join("\n");
}

/** That a passage has more lines below its quotation; nothing where what follows is blank. */
function goesOn({ lines, numbers, quote }: RankedPassage): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return last < quote[1] ? [] : [`(goes on to line ${numbers[last]})`];
}

/** Which lines of a quotation say most of the question, where it shows all around them. */
function densestIn({ numbers, quote, densest = quote }: RankedPassage): readonly string[] {
  const [from, end] = densest;
  return end - from === quote[1] - quote[0] ? [] : [`(most of it in lines ${numbers[from]}-${numbers[end - 1]})`];
}

function foundBy({ found, coverage, score, held, missing }: RankedPassage): string {
  if (found !== "words") return `(${FOUND[found]} ${held.join(", ")})`;
  const words = `holds ${held.join(", ")}${missing.length > 0 ? `; not ${missing.join(", ")}` : ""}`;
  return `(${Math.round(coverage * 100)} % of the question, score ${score.toFixed(1)}; ${words})`;
}

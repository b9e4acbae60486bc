import type { AgentParts } from "../loop/agent-parts.ts";
import { writtenPaths } from "../permissions/accesses.ts";
import type { CallResult } from "../protocol/event.ts";

/** A file up to this size is shown whole. */
const WHOLE_LINES_MAX = 120;
/** Of a longer one, so many lines on either side of each that the error names. */
const LINES_AROUND = 20;
const NAMED_LINES_MAX = 6;
const STATE_CHARS_MAX = 160;

export interface CorrectionInput {
  /** From 1. */
  readonly round: number;
  readonly rejected: readonly CallResult[];
  /** All of the reply, in call order. */
  readonly results: readonly CallResult[];
  readonly parts: AgentParts;
}

/** What a model is told when its edit was rejected (BC-54), below the result with the exact error: the file as it is there, numbered. */
export async function correctionPrompt({ round, rejected, results, parts }: CorrectionInput): Promise<string> {
  const request = parts.history.findLast((event) => event.type === "prompt" && event.origin === "user");
  const files: string[] = [];
  for (const [path, lines] of placesOf(rejected, parts)) files.push(...(await numberedFile(path, lines, parts)));
  const sections = [
    `ROUND ${round} - EDIT CORRECTION REQUIRED`,
    ...eachOf(results, rejected, parts),
    "The edit was checked against the files and rejected, as its result above says; nothing was changed by it.",
    `The request was:\n${request?.type === "prompt" ? request.text : ""}`,
    ...files,
    `Send the whole corrected edit, and nothing that was done. ${files.length > 0 ? COPY : ""}Change nothing else.`,
  ];
  return sections.join("\n\n");
}

const COPY = "Copy context lines exactly as they stand in the file, without the line numbers. ";

/** Where the reply made several calls: which were done, and must not be made again. */
function eachOf(results: readonly CallResult[], rejected: readonly CallResult[], parts: AgentParts): readonly string[] {
  if (results.length < 2) return [];
  const lines = results.map((result, index) => {
    const state = rejected.includes(result)
      ? "rejected, to be corrected"
      : result.failed
        ? firstLine(result.text)
        : "done";
    return `${index + 1}. ${[result.name, ...pathsOf(result, parts)].join(" ")}: ${state}`;
  });
  return [`The calls of your reply, of which what is done stays done:\n${lines.join("\n")}`];
}

const firstLine = (text: string): string => text.slice(0, STATE_CHARS_MAX).split("\n", 1)[0] ?? "";

/** What says that nothing has to be changed, at the beginning of an answer. */
export const NO_CHANGE = "NO CHANGE:";

/** What a model is told whose answer to a request for a change has changed nothing. */
export const UNCHANGED_PROMPT = `A change was asked for, and nothing has been changed: your answer holds no call and no edit that can be read. A command in a block is not run, and words about a change do not make it.
Make the change now: with a call, with one whole unified diff, or with SEARCH/REPLACE blocks under the path of their file. If nothing has to be changed, answer with "${NO_CHANGE}" and the reason.`;

/** The files that the errors speak of, each with the lines that they name there, from 1. */
function placesOf(rejected: readonly CallResult[], parts: AgentParts): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, readonly number[]>();
  for (const result of rejected) {
    const paths = pathsOf(result, parts);
    const named = paths.filter((path) => result.text.includes(path));
    for (const path of named.length > 0 ? named : paths)
      places.set(path, [...(places.get(path) ?? []), ...linesOf(aboutPath(result.text, path))]);
  }
  return places;
}

/** The part of an error that speaks of a file, where there is one for each: an empty line stands between them. */
function aboutPath(error: string, path: string): string {
  const parts = error.split("\n\n").filter((part) => part.split("\n", 1)[0]?.includes(path));
  return parts.length > 0 ? parts.join("\n") : error;
}

function pathsOf({ callId }: CallResult, { history }: AgentParts): string[] {
  const paths = history.flatMap((event) =>
    event.type === "call-start" && event.call.id === callId ? writtenPaths(event.accesses) : [],
  );
  return [...new Set(paths)];
}

/** Errors of edits name lines as `line 7`, `Lines 7-9` and `lines 3, 7, 9`. */
function linesOf(error: string): number[] {
  const named = [...error.matchAll(/\blines? (\d+(?:(?:, |-)\d+)*)/gi)].flatMap(
    ([, numbers = ""]) => numbers.match(/\d+/g) ?? [],
  );
  return [...new Set(named.map(Number))].slice(0, NAMED_LINES_MAX);
}

/** Nothing where it cannot be read, which the result says. */
async function numberedFile(path: string, named: readonly number[], { ports }: AgentParts): Promise<readonly string[]> {
  const bytes = await ports.workspace.readBytes(path).catch(() => undefined);
  if (bytes === undefined) return [];
  const lines = new TextDecoder().decode(bytes).split("\n");
  return [`${path}, each line after its number:\n${numberedPart(lines, named).join("\n")}`];
}

function numberedPart(lines: readonly string[], named: readonly number[]): string[] {
  const isWhole = lines.length <= WHOLE_LINES_MAX;
  const isNear = (line: number): boolean =>
    isWhole || (named.length === 0 ? line <= WHOLE_LINES_MAX : named.some((at) => Math.abs(at - line) <= LINES_AROUND));
  const shown: string[] = [];
  let leftOut = 0;
  for (const [index, text] of [...lines, undefined].entries()) {
    const isShown = text !== undefined && isNear(index + 1);
    if (leftOut > 0 && (isShown || text === undefined)) shown.push(`… ${leftOut} more lines`);
    leftOut = isShown ? 0 : leftOut + 1;
    if (isShown) shown.push(`${index + 1}\t${text}`);
  }
  return shown;
}

import type { AgentParts } from "../loop/agent-parts.ts";
import { writtenPaths } from "../permissions/accesses.ts";
import type { CallResult } from "../protocol/event.ts";

const FILE_LINES_MAX = 400;

export interface CorrectionInput {
  /** From 1. */
  readonly round: number;
  readonly rejected: readonly CallResult[];
  readonly parts: AgentParts;
}

/** What a model is told when its edit was rejected (BC-54): the exact error and the file as it is, numbered. */
export async function correctionPrompt({ round, rejected, parts }: CorrectionInput): Promise<string> {
  const request = parts.history.findLast((event) => event.type === "prompt" && event.origin === "user");
  const files: string[] = [];
  for (const path of pathsOf(rejected, parts)) files.push(await numberedFile(path, parts));
  const sections = [
    `ROUND ${round} - EDIT CORRECTION REQUIRED`,
    `The edit was checked against the files and rejected; nothing was changed.\nError:\n${rejected.map((result) => result.text).join("\n")}`,
    "Usual causes: context lines that are not in the file, a place that occurs more than once, a cut or malformed block.",
    `The request was:\n${request?.type === "prompt" ? request.text : ""}`,
    ...files,
    "Send the whole corrected edit. Copy context lines exactly as they stand in the file, without the line numbers. Change nothing else.",
  ];
  return sections.join("\n\n");
}

/** What says that nothing has to be changed, at the beginning of an answer. */
export const NO_CHANGE = "NO CHANGE:";

/** What a model is told whose answer to a request for a change has changed nothing. */
export const UNCHANGED_PROMPT = `A change was asked for, and nothing has been changed: your answer holds no call and no edit that can be read. A command in a block is not run, and words about a change do not make it.
Make the change now: with a call, with one whole unified diff, or with SEARCH/REPLACE blocks under the path of their file. If nothing has to be changed, answer with "${NO_CHANGE}" and the reason.`;

function pathsOf(rejected: readonly CallResult[], { history }: AgentParts): string[] {
  const ids = new Set(rejected.map((result) => result.callId));
  const paths = history.flatMap((event) =>
    event.type === "call-start" && ids.has(event.call.id) ? writtenPaths(event.accesses) : [],
  );
  return [...new Set(paths)];
}

async function numberedFile(path: string, { ports }: AgentParts): Promise<string> {
  try {
    const lines = new TextDecoder().decode(await ports.workspace.readBytes(path)).split("\n");
    const shown = lines.slice(0, FILE_LINES_MAX).map((line, index) => `${index + 1}\t${line}`);
    if (lines.length > FILE_LINES_MAX) shown.push(`… ${lines.length - FILE_LINES_MAX} more lines`);
    return `${path}, each line after its number:\n${shown.join("\n")}`;
  } catch (error) {
    return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

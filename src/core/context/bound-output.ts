import type { OutputStore } from "../ports/session.ts";
import type { ToolOutput } from "../tool.ts";

/** About 8,000 tokens: what one result may take of the context. */
const RESULT_CHARS_MAX = 32_000;
const TAIL_SHARE = 0.3;

/** Whether its tool has bounded it already and says which part it shows: a further cut would make that untrue. */
export function isPaged({ kind }: ToolOutput): boolean {
  return kind === "source" || kind === "search";
}

/** Whether its tool has stored it and gives only the ends, so that what stands between is told of by nothing yet, however short these are. */
export function isOfEnds({ kind, handle }: ToolOutput): boolean {
  return handle !== undefined && (kind === "command" || kind === "test-log" || kind === "data");
}

/** How a result is cut. */
export interface OutputBound {
  /** The handle that has the whole already. */
  readonly keptAs?: string | undefined;
  /** What there is room for; never more than one result may take. */
  readonly charsMax?: number | undefined;
}

/** Cuts a long result in the middle, at line ends, and keeps the whole under a handle that `shell_output` pages. */
export async function boundOutput(
  text: string,
  outputs: OutputStore,
  { keptAs, charsMax = RESULT_CHARS_MAX }: OutputBound = {},
): Promise<{ readonly text: string; readonly handle?: string }> {
  const chars = Math.min(charsMax, RESULT_CHARS_MAX);
  if (text.length <= chars) return { text, ...(keptAs === undefined ? {} : { handle: keptAs }) };
  const handle = keptAs ?? (await outputs.save(text));
  const tailChars = Math.floor(chars * TAIL_SHARE);
  const head = cutAtLineEnd(text.slice(0, chars - tailChars));
  const tail = text.slice(text.length - tailChars);
  const tailFromLine = tail.slice(tail.indexOf("\n") + 1);
  const leftOut = text.length - head.length - tailFromLine.length;
  const marker = `\n… ${leftOut} characters left out; the whole is kept: shell_output {"handle":"${handle}"} pages it …\n`;
  return { text: head + marker + tailFromLine, handle };
}

function cutAtLineEnd(text: string): string {
  const end = text.lastIndexOf("\n");
  return end > text.length / 2 ? text.slice(0, end) : text;
}

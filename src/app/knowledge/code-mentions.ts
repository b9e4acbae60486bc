import type { CodeIntelligence } from "../../core/ports/knowledge.ts";
import { markedText } from "../../core/prompts/marked-text.ts";
import { ToolFailure } from "../../core/tool.ts";
import { findMentions } from "./mentions.ts";

export interface CodeMentionPlace {
  readonly code: CodeIntelligence;
  /** The source member of that name, where there is one. */
  memberNamed(name: string): string | undefined;
}

export interface AttachedCode {
  /** What the parsers know of each, with citations; to be put behind the prompt. */
  readonly parts: readonly string[];
  readonly attached: readonly string[];
}

/** Names as programs, jobs and copybooks have them. */
const SYMBOL = /^[A-Za-z@#$][A-Za-z0-9@#$_-]{1,47}$/;
const SYMBOLS_MAX = 10;
const LINES_MAX = 60;

/**
 * The facts of every `@PROGRAM` of a prompt: what it holds and who uses it, instead of its source. A word that names
 * nothing in the code stays a word.
 */
export async function attachCode(prompt: string, place: CodeMentionPlace, signal: AbortSignal): Promise<AttachedCode> {
  const parts: string[] = [];
  const attached: string[] = [];
  const names = [...new Set(findMentions(prompt).map(({ path }) => path))].filter((name) => SYMBOL.test(name));
  for (const name of names.slice(0, SYMBOLS_MAX)) {
    const path = place.memberNamed(name);
    // A word in lower case is a person or a package far more often than a program.
    if (path === undefined && name !== name.toUpperCase()) continue;
    const facts = await factsOf(name, path, place.code, signal);
    if (facts === "") continue;
    parts.push(markedText("code", `name="${name}"${path === undefined ? "" : ` file="${path}"`}`, facts));
    attached.push(path === undefined ? name : `${name} (${path})`);
  }
  return { parts, attached };
}

async function factsOf(
  name: string,
  path: string | undefined,
  code: CodeIntelligence,
  signal: AbortSignal,
): Promise<string> {
  const symbol = path === undefined ? name : path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const answers = [
    ...(path === undefined ? [] : [await asked("analyze", { path, limit: LINES_MAX }, code, signal)]),
    await asked("callers", { path: ".", names: [symbol], limit: LINES_MAX }, code, signal),
  ];
  return answers.filter((answer) => answer !== "").join("\n\n");
}

async function asked(
  verb: string,
  input: Readonly<Record<string, unknown>>,
  code: CodeIntelligence,
  signal: AbortSignal,
): Promise<string> {
  try {
    return (await code.query(verb, input, signal)).trim();
  } catch (error) {
    if (error instanceof ToolFailure) return "";
    throw error;
  }
}

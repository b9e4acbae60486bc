import { type Family, type Frame, UNFRAMED } from "../family.ts";
import { type Outcome, readRun } from "../runs.ts";
import { matchAt, nextIndex, reach, type Source, skipSpace } from "../source.ts";

const OPENING = /(`{3,})[ \t]{0,4}([\w+-]{0,20})[^\n`]{0,80}?(?:\r?\n|(?=[ \t]{0,8}[{[<]))/y;
const INLINE_CHARACTERS_MAX = 2_000;
const LANGUAGES = /^(?:|jsonc?|json5|xml|ya?ml|text|plaintext|tool\w*|function\w*)$/i;

/**
 * A code fence or an inline code span. Code is content, whatever it looks like, unless a fence without a language of
 * programs holds calls and nothing else.
 */
export function readCode(source: Source, at: number, families: readonly Family[]): Outcome {
  const opening = source.text.startsWith("```", at) ? matchAt(source, OPENING, at) : null;
  if (opening === null) return readInline(source, at);
  const fence = opening[1] ?? "```";
  const language = opening[2] ?? "";
  const start = at + opening[0].length;
  if (LANGUAGES.test(language)) {
    const outcome = readFencedCalls(source, start, language, families);
    if (outcome !== undefined) return outcome;
  }
  const end = nextIndex(source, fence, start);
  return end < 0 ? { kind: "text", end: start } : { kind: "text", end: end + fence.length };
}

/** A code span on one line, between one backtick or two. */
function readInline(source: Source, at: number): Outcome {
  const { text } = source;
  const width = text[at + 1] === "`" ? 2 : 1;
  const last = Math.min(text.length, at + INLINE_CHARACTERS_MAX);
  for (let index = at + width; index < last && text[index] !== "\n"; index += 1) {
    if (text[index] !== "`" || (width === 2 && text[index + 1] !== "`")) continue;
    return index === at + width ? { kind: "text", end: index } : { kind: "text", end: index + width };
  }
  if (last === text.length) reach(source, last);
  return { kind: "text", end: at + width };
}

function readFencedCalls(
  source: Source,
  start: number,
  language: string,
  families: readonly Family[],
): Outcome | undefined {
  const inner = skipSpace(source, start);
  const isTool = /^(?:tool|function)/i.test(language);
  const frame: Frame = isTool ? { isFramed: true, opener: language } : UNFRAMED;
  const outcome = readRun(source, inner, families, frame);
  if (outcome.kind !== "calls") return undefined;
  const after = skipSpace(source, outcome.end);
  if (after >= source.text.length) return { ...outcome, end: after };
  if (!source.text.startsWith("```", after)) return undefined;
  const end = after + 3;
  // Markup in a fence is a call when the message ends with it; before more prose it is an example.
  const isMarkup = source.text[inner] === "<";
  if (isMarkup && skipSpace(source, end) < source.text.length) return undefined;
  return { ...outcome, end };
}

import { withoutEnclosed } from "../../base/enclosed.ts";

/** Places in an answer where a JSON value may begin are looked at up to this many. */
const STARTS_MAX = 64;

export interface FoundAnswer<Value> {
  readonly value: Value;
  /** The answer ends inside the value: what comes last in it may be half of something. */
  readonly isCut: boolean;
}

/**
 * The first value in a model's answer that `accept` takes. What is said before and around it, in brackets or not, is
 * passed over: the whole text is tried first, then what begins at each bracket.
 * @param json  reads sloppy JSON; undefined where there is none
 */
export async function findAnswer<Value>(
  answer: string,
  json: (text: string) => Promise<unknown>,
  accept: (value: unknown) => Value | undefined,
): Promise<FoundAnswer<Value> | undefined> {
  const text = withoutThinking(answer).trim();
  for (const start of startsOf(text)) {
    const part = text.slice(start);
    const value = accept(await json(part));
    if (value !== undefined) return { value, isCut: isCutOff(part) };
  }
  return undefined;
}

/** Reasoning in tags is no answer; an open tag without an end takes the rest only when nothing stands before it. */
function withoutThinking(text: string): string {
  return withoutEnclosed(
    text,
    /<(think|thinking|reasoning)>/gi,
    ([, tag = ""]) => new RegExp(`</${tag}>`, "gi"),
  ).replace(/^[\s\S]*?<\/(?:think|thinking|reasoning)>/i, "");
}

function* startsOf(text: string): Generator<number> {
  // Where a fence holds the answer it comes before any bracket in the prose.
  const fence = /```[a-z]*[^\S\n]*\n\s*(?=[[{])/i.exec(text);
  if (fence) yield fence.index + fence[0].length;
  yield 0;
  let count = 0;
  for (const match of text.matchAll(/[[{]/g)) {
    if (++count > STARTS_MAX) return;
    yield match.index;
  }
}

/** Whether brackets are still open at the end; quotes count only where a value may begin, so that an apostrophe is none. */
function isCutOff(text: string): boolean {
  let depth = 0;
  let before = "";
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    const beginsString = (char === '"' || char === "'") && "[{,:(".includes(before);
    if (beginsString) index = endOfString(text, index);
    if (index < 0) return true;
    depth += DEPTHS[char] ?? 0;
    if (depth === 0 && DEPTHS[char] === -1) return false;
    if (char.trim() !== "") before = char;
  }
  return depth > 0;
}

const DEPTHS: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

/** Where a string that begins at `start` ends: at its own quote before something that may follow a value; -1 when it does not. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === text[start] && mayEndValue(text, index)) return index;
  }
  return -1;
}

function mayEndValue(text: string, index: number): boolean {
  const next = /\S/.exec(text.slice(index + 1, index + 200))?.[0];
  return next === undefined || ",:]}".includes(next);
}

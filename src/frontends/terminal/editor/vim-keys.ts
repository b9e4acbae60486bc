import type { KeyInput } from "../screen/key-decoder.ts";
import type { EditAction, PromptEditor } from "./prompt-editor.ts";
import { leftOf, lineEndOf, lineStartOf, rightOf, type TextBuffer, wordLeftOf } from "./text-buffer.ts";

/** A whole command of normal mode: an operator with what it works on, itself for the line; or a motion or command alone. */
const COMMAND =
  /^(?<count>\d*)(?:(?<operator>[dcy])(?<again>\d*)(?<target>gg|[hl0^$wbeG]|\k<operator>)|(?<alone>gg|[hl0^$wbeG]|r.|[jkiaIAoOxXDCsSpPu]))$/su;
/** What may still become one. */
const BEGINNING = /^\d*[dcy]?\d*[gr]?$/;
const COUNT_MAX = 999;

/** The two modes of vim that a prompt has use for. It begins in insert mode, and Enter sends from both. */
export class VimKeys {
  #isNormal = false;
  #pending = "";

  get isNormal(): boolean {
    return this.#isNormal;
  }

  /** What is typed next is text. */
  insert(): void {
    this.#isNormal = false;
    this.#pending = "";
  }

  /** @returns whether the key has done its work here */
  take(input: KeyInput, editor: PromptEditor): boolean {
    if (!this.#isNormal) return this.#leaveInsert(input, editor);
    if (input.kind === "key") {
      const hadPending = this.#pending !== "";
      this.#pending = "";
      if (input.key === "ctrl+r") return editor.act("redo") || true;
      // What is begun is given up; else the key means what it means everywhere.
      return input.key === "escape" && hadPending;
    }
    if (input.kind === "paste") return false;
    for (const sign of input.text) this.#take(sign, editor);
    return true;
  }

  #leaveInsert(input: KeyInput, editor: PromptEditor): boolean {
    if (input.kind !== "key" || input.key !== "escape" || editor.isEmpty) return false;
    this.#isNormal = true;
    editor.endStep();
    if (editor.cursor > lineStartOf(editor)) editor.act("left");
    return true;
  }

  #take(sign: string, editor: PromptEditor): void {
    // In the middle of what is typed in one breath insert mode may have begun.
    if (!this.#isNormal) return editor.type(sign);
    this.#pending += sign;
    const found = COMMAND.exec(this.#pending)?.groups;
    const { count: first = "", operator, again = "", target = "", alone = "" } = found ?? {};
    // A 0 behind another digit belongs to the count.
    if (found === undefined || ((alone || target) === "0" && (operator ? again : first) !== "")) {
      if (!BEGINNING.test(this.#pending)) this.#pending = "";
      return;
    }
    this.#pending = "";
    const count = Math.min(COUNT_MAX, Number(first || 1) * Number(again || 1));
    if (operator) this.#operate(operator, target, count, editor);
    else this.#command(alone, count, editor);
  }

  #operate(operator: string, last: string, count: number, editor: PromptEditor): void {
    const range = rangeOf(operator, last, count, editor);
    if (range === undefined) return;
    if (operator === "y") return editor.keep(range.start, range.end);
    if (operator === "c") editor.beginStep();
    editor.kill(range.start, range.end);
    if (operator === "c") this.#isNormal = false;
  }

  #command(last: string, count: number, editor: PromptEditor): void {
    const goal = motion(last, editor, count);
    if (goal !== undefined) return void editor.moveTo(goal);
    if (last.length > 1) return replaceSigns(editor, last.slice(1), count);
    const insert = INSERTS[last];
    if (insert) {
      editor.beginStep();
      insert(editor);
      this.#isNormal = false;
      return;
    }
    const short = SHORT_FOR[last];
    if (short) return this.#operate(short[0] ?? "", short.slice(1), count, editor);
    const action = ACTIONS[last];
    if (action) for (let each = 0; each < count; each++) editor.act(action);
    else if (last === "p" || last === "P") {
      if (last === "p") editor.act("right");
      for (let each = 0; each < count; each++) editor.act("yank");
    }
  }
}

const INSERTS: Readonly<Record<string, (editor: PromptEditor) => void>> = {
  i: () => {},
  a: (editor) => void editor.act("right"),
  I: (editor) => void editor.act("lineStart"),
  A: (editor) => void editor.act("lineEnd"),
  o(editor) {
    editor.act("lineEnd");
    editor.act("newLine");
  },
  O(editor) {
    editor.act("lineStart");
    editor.act("newLine");
    editor.act("left");
  },
};
/** An operator and its motion. */
const SHORT_FOR: Readonly<Record<string, string>> = { x: "dl", X: "dh", D: "d$", C: "c$", s: "cl", S: "cc" };
const ACTIONS: Readonly<Record<string, EditAction>> = { u: "undo", j: "down", k: "up" };

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What an operator works on; a line of its own where the motion is the operator again. */
function rangeOf(operator: string, last: string, count: number, at: TextBuffer): Range | undefined {
  const { text, cursor } = at;
  if (last === operator) {
    const start = lineStartOf(at);
    let end = lineEndOf(at);
    for (let each = 1; each < count && end < text.length; each++) end = lineEndOf({ text, cursor: end + 1 });
    if (operator !== "d") return { start, end };
    // With its newline, or the one before where it is the last.
    return end < text.length ? { start, end: end + 1 } : { start: Math.max(0, start - 1), end };
  }
  // `cw` leaves the blank behind the word.
  const goal = motion(operator === "c" && last === "w" ? "e" : last, at, count);
  if (goal === undefined) return undefined;
  const isInclusive = last === "e" || (operator === "c" && last === "w");
  const end = isInclusive ? rightOf({ text, cursor: goal }) : goal;
  return { start: Math.min(cursor, end), end: Math.max(cursor, end) };
}

/** Where a motion leads; undefined when it is none. */
function motion(key: string, { text, cursor }: TextBuffer, count: number): number | undefined {
  const step = MOTIONS[key];
  if (step === undefined) return undefined;
  let at = cursor;
  for (let each = 0; each < count; each++) at = step({ text, cursor: at });
  return signStart(text, at);
}

/** Where the character begins that a place lies in: what a person sees as one may be many letters. */
function signStart(text: string, place: number): number {
  let start = lineStartOf({ text, cursor: place });
  for (let next = start; next <= place; next = rightOf({ text, cursor: start })) {
    if (next === place) return place;
    start = next;
    if (rightOf({ text, cursor: start }) === start) break;
  }
  return start;
}

const MOTIONS: Readonly<Record<string, (at: TextBuffer) => number>> = {
  h: (at) => Math.max(lineStartOf(at), leftOf(at)),
  l: (at) => Math.min(lineEndOf(at), rightOf(at)),
  "0": lineStartOf,
  "^": (at) => lineStartOf(at) + (/^[ \t]*/.exec(at.text.slice(lineStartOf(at)))?.[0].length ?? 0),
  $: lineEndOf,
  gg: () => 0,
  G: ({ text }) => text.length,
  w: ({ text, cursor }) =>
    cursor + (/^(?:[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]+)?\s*/u.exec(text.slice(cursor))?.[0].length ?? 0),
  b: wordLeftOf,
  e: ({ text, cursor }) => {
    const found = /^.\s*(?:[\p{L}\p{N}\p{M}_]*|[^\p{L}\p{N}\p{M}_\s]*)/su.exec(text.slice(cursor))?.[0].length ?? 0;
    return Math.max(cursor, leftOf({ text, cursor: cursor + found }));
  },
};

function replaceSigns(editor: PromptEditor, sign: string, count: number): void {
  const { text, cursor } = editor;
  let end = cursor;
  for (let each = 0; each < count; each++) end = rightOf({ text, cursor: end });
  editor.replace(text.slice(0, cursor) + sign.repeat(count) + text.slice(end), cursor);
}

import { textWidth } from "../text/width.ts";
import { wrapRanges } from "../text/wrap.ts";
import { picturedText } from "./pictured-text.ts";
import {
  EMPTY_BUFFER,
  insertText,
  leftOf,
  lineEndOf,
  lineStartOf,
  removeRange,
  rightOf,
  type TextBuffer,
  wordLeftOf,
  wordRightOf,
} from "./text-buffer.ts";

const UNDO_MAX = 200;
const PASTE_INLINE_LINES_MAX = 4;
const PASTE_INLINE_CHARS_MAX = 600;

/** What a key may do to the text. Names are those of the keymap file. */
export const EDIT_ACTIONS = [
  "left",
  "right",
  "up",
  "down",
  "wordLeft",
  "wordRight",
  "lineStart",
  "lineEnd",
  "deleteLeft",
  "deleteRight",
  "deleteWordLeft",
  "deleteWordRight",
  "deleteToLineStart",
  "deleteToLineEnd",
  "yank",
  "undo",
  "redo",
  "newLine",
] as const;
export type EditAction = (typeof EDIT_ACTIONS)[number];

export interface EditorView {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** The prompt being written: several lines, undo, kill and yank, pastes as one unit, and what was sent before. */
export class PromptEditor {
  #buffer: TextBuffer = EMPTY_BUFFER;
  #undo: TextBuffer[] = [];
  #redo: TextBuffer[] = [];
  #killed = "";
  #isTyping = false;
  #isOneStep = false;
  #goalColumn: number | undefined;
  #pastes = new Map<string, string>();
  #pasteCount = 0;
  #history: string[];
  #historyIndex = -1;
  #draft: TextBuffer = EMPTY_BUFFER;
  #columns = 78;

  /** @param history newest first */
  constructor(history: readonly string[]) {
    this.#history = [...history];
  }

  get text(): string {
    return this.#buffer.text;
  }

  get cursor(): number {
    return this.#buffer.cursor;
  }

  get isEmpty(): boolean {
    return this.#buffer.text === "";
  }

  get history(): readonly string[] {
    return this.#history;
  }

  /** The text with every paste in full. */
  get expandedText(): string {
    return this.text.replace(/\[Paste #\d+: [^\]\n]*\]/g, (token) => this.#pastes.get(token) ?? token);
  }

  type(text: string): void {
    const isWordEnd = /\s/.test(text);
    if (!this.#isTyping || isWordEnd) this.#remember();
    this.#isTyping = !isWordEnd;
    this.#set(insertText(this.#buffer, text));
  }

  paste(text: string): void {
    this.#remember();
    const clean = text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
    const lines = clean.replace(/\n$/, "").split("\n").length;
    // A tab cannot be shown in the line, and blanks in its place would be another text.
    const isShown = !clean.includes("\t") && clean.length <= PASTE_INLINE_CHARS_MAX;
    if (isShown && lines <= PASTE_INLINE_LINES_MAX) return this.#set(insertText(this.#buffer, clean));
    const token = `[Paste #${++this.#pasteCount}: ${lines > 1 ? `${lines} lines` : `${clean.length} characters`}]`;
    this.#pastes.set(token, clean);
    this.#set(insertText(this.#buffer, token));
  }

  replace(text: string, cursor = text.length): void {
    this.#remember();
    this.#set({ text, cursor });
  }

  /** Replaces what stands from `start` to the cursor. */
  complete(start: number, text: string): void {
    this.#remember();
    this.#set(insertText(removeRange(this.#buffer, start, this.#buffer.cursor), text));
  }

  /** Takes the text away to be sent; it becomes the newest of the history. */
  submit(): string {
    const { text: shown, expandedText: text } = this;
    if (shown.trim() !== "" && this.#history[0] !== shown && shown.length < 10_000) this.#history.unshift(shown);
    this.clear();
    return text;
  }

  clear(): void {
    this.#isOneStep = false;
    this.#remember();
    this.#historyIndex = -1;
    this.#set(EMPTY_BUFFER);
  }

  /** @returns false when the action has nothing to do, so that the key may mean something else */
  act(action: EditAction): boolean {
    const buffer = this.#buffer;
    switch (action) {
      case "left":
        return this.moveTo(leftOf(buffer));
      case "right":
        return this.moveTo(rightOf(buffer));
      case "wordLeft":
        return this.moveTo(wordLeftOf(buffer));
      case "wordRight":
        return this.moveTo(wordRightOf(buffer));
      case "lineStart":
        return this.moveTo(lineStartOf(buffer));
      case "lineEnd":
        return this.moveTo(lineEndOf(buffer));
      case "up":
        return this.#moveRow(-1) || this.#browse(1);
      case "down":
        return this.#moveRow(1) || this.#browse(-1);
      case "newLine":
        this.#remember();
        this.#set(insertText(buffer, "\n"));
        return true;
      case "undo":
        return this.#restore(this.#undo, this.#redo);
      case "redo":
        return this.#restore(this.#redo, this.#undo);
      case "yank":
        if (this.#killed === "") return false;
        this.#remember();
        this.#set(insertText(buffer, this.#killed));
        return true;
      default:
        return this.#delete(action);
    }
  }

  #delete(action: EditAction, buffer = this.#buffer): boolean {
    const { cursor, text } = buffer;
    switch (action) {
      case "deleteLeft":
        return this.#cut(leftOf(buffer), cursor);
      case "deleteRight":
        return this.#cut(cursor, rightOf(buffer));
      case "deleteWordLeft":
        return this.kill(wordLeftOf(buffer), cursor);
      case "deleteWordRight":
        return this.kill(cursor, wordRightOf(buffer));
      case "deleteToLineStart":
        return this.kill(lineStartOf(buffer) === cursor ? Math.max(0, cursor - 1) : lineStartOf(buffer), cursor);
      case "deleteToLineEnd":
        return this.kill(cursor, lineEndOf(buffer) === cursor ? Math.min(text.length, cursor + 1) : lineEndOf(buffer));
      default:
        return false;
    }
  }

  /** The rows around the cursor, at most `rowsMax`. */
  view(width: number, rowsMax: number): EditorView {
    this.#columns = Math.max(4, width);
    const { cursor } = this.#buffer;
    const text = picturedText(this.text);
    const ranges = wrapRanges(text, this.#columns);
    const row = this.#rowOf(cursor);
    const first = Math.max(0, Math.min(row - Math.floor(rowsMax / 2), ranges.length - rowsMax));
    const rows = ranges.slice(first, first + rowsMax).map(({ start, end }) => text.slice(start, end));
    const start = ranges[row]?.start ?? 0;
    return {
      rows,
      cursor: { row: row - first, column: Math.min(textWidth(text.slice(start, cursor)), this.#columns) },
    };
  }

  #rowOf(cursor: number): number {
    const row = wrapRanges(picturedText(this.text), this.#columns).findLastIndex(({ start }) => start <= cursor);
    return Math.max(0, row);
  }

  moveTo(cursor: number): boolean {
    if (cursor === this.#buffer.cursor) return false;
    this.#isTyping = false;
    this.#set({ text: this.text, cursor });
    return true;
  }

  #moveRow(step: number): boolean {
    const shown = picturedText(this.text);
    const ranges = wrapRanges(shown, this.#columns);
    const row = this.#rowOf(this.cursor);
    const target = ranges[row + step];
    if (!target) return false;
    const here = ranges[row]?.start ?? 0;
    const goal = this.#goalColumn ?? textWidth(shown.slice(here, this.cursor));
    let cursor = target.start;
    while (cursor < target.end && textWidth(shown.slice(target.start, cursor)) < goal)
      cursor = rightOf({ text: this.text, cursor });
    this.#set({ text: this.text, cursor: Math.min(cursor, target.end) });
    this.#goalColumn = goal;
    return true;
  }

  #browse(step: number): boolean {
    const index = this.#historyIndex + step;
    if (index < -1 || index >= this.#history.length) return false;
    if (this.#historyIndex === -1) this.#draft = this.#buffer;
    this.#historyIndex = index;
    const text = this.#history[index];
    this.#set(text === undefined ? this.#draft : { text, cursor: text.length });
    return true;
  }

  #cut(start: number, end: number): boolean {
    if (start >= end) return false;
    if (!this.#isTyping) this.#remember();
    this.#set(removeRange(this.#buffer, start, end));
    return true;
  }

  /** Takes a part away, to be put in again by `yank`. */
  kill(start: number, end: number): boolean {
    if (start >= end) return false;
    this.keep(start, end);
    this.#isTyping = false;
    return this.#cut(start, end);
  }

  /** What `yank` puts in from now on. */
  keep(start: number, end: number): void {
    this.#killed = this.text.slice(start, end);
  }

  /** What follows is undone at once, until `endStep` or another prompt. */
  beginStep(): void {
    this.#remember();
    this.#isOneStep = true;
  }

  endStep(): void {
    if (this.#isOneStep && this.#undo.at(-1)?.text === this.text) this.#undo.pop();
    this.#isOneStep = false;
  }

  #remember(): void {
    if (this.#isOneStep) return;
    this.#undo.push(this.#buffer);
    if (this.#undo.length > UNDO_MAX) this.#undo.shift();
    this.#redo = [];
    this.#isTyping = false;
  }

  #restore(from: TextBuffer[], to: TextBuffer[]): boolean {
    const state = from.pop();
    if (!state) return false;
    to.push(this.#buffer);
    this.#isTyping = false;
    this.#set(state);
    return true;
  }

  #set(buffer: TextBuffer): void {
    this.#buffer = buffer;
    this.#goalColumn = undefined;
  }
}
